package dev.dray.cel.value;

/** Why a text is no URL. */
final class UrlMistake extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  UrlMistake(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
