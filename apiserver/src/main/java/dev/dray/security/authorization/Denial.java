package dev.dray.security.authorization;

import dev.dray.api.meta.GoQuote;
import dev.dray.security.User;

/** The messages of denials, in upstream's words. */
public final class Denial {
  private Denial() {}

  /** Returns the message of a denial, with the reason if there is one. */
  public static String message(User user, Action action, String reason) {
    var message = message(user, action);
    return reason.isEmpty() ? message : message + ": " + reason;
  }

  /**
   * Returns the message without a reason, escaped: text from clients must not be taken for HTML by
   * a browser.
   */
  private static String message(User user, Action action) {
    return plain(user, action).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String plain(User user, Action action) {
    var who = "User " + GoQuote.quote(user.name()) + " cannot ";
    return switch (action) {
      case Action.OnPath(var verb, var path) -> who + verb + " path " + GoQuote.quote(path);
      case Action.OnResource it ->
          who
              + "%s resource %s in API group %s %s"
                  .formatted(
                      it.verb(),
                      GoQuote.quote(
                          it.subresource().isEmpty()
                              ? it.resource()
                              : it.resource() + "/" + it.subresource()),
                      GoQuote.quote(it.group()),
                      it.namespace().isEmpty()
                          ? "at the cluster scope"
                          : "in the namespace " + GoQuote.quote(it.namespace()));
    };
  }

  /** Returns the reason alone, as reviews give it; empty without one. */
  public static String reason(User user, Action action, String message) {
    var beginning = message(user, action);
    if (message.equals(beginning)) {
      return "";
    }
    return message.startsWith(beginning + ": ")
        ? message.substring(beginning.length() + 2)
        : message;
  }
}
