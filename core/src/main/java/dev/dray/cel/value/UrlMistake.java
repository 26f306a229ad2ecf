package dev.dray.cel.value;

/** The reason why a text is not a URL. */
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
