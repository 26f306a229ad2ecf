package dev.dray.security.authorization;

import dev.dray.api.meta.GoQuote;
import dev.dray.security.User;

/** What is said to those who may not, in upstream's words. */
public final class Denial {
  private Denial() {}

  /** Who cannot do what; the reason follows it if there is one. */
  public static String message(User user, Action action, String reason) {
    var message = message(user, action);
    return reason.isEmpty() ? message : message + ": " + reason;
  }

  /** What clients send must not look like a page if a browser shows it. */
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

  /** The reason alone, as reviews give it; empty without one. */
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
