package dev.dray.security.review;

import dev.dray.security.ServiceAccounts;
import dev.dray.security.User;
import dev.dray.security.authentication.Authenticators;
import dev.dray.security.authorization.Action;
import dev.dray.security.authorization.Authorizer;
import dev.dray.security.authorization.Decision;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The impersonation of a user, as requested by {@code kubectl --as}, and whether it is allowed. */
public sealed interface Impersonation {
  String USER = "impersonate-user";
  String GROUP = "impersonate-group";
  String UID = "impersonate-uid";
  String EXTRA = "impersonate-extra-";

  /** No impersonation is requested. */
  record None() implements Impersonation {}

  /** The impersonation of this user is allowed. */
  record As(User user) implements Impersonation {}

  /**
   * The impersonation is denied: 403.
   *
   * @param action the action that would have to be allowed
   * @param message the denial
   */
  record Denied(Action.OnResource action, String message) implements Impersonation {}

  /** The headers are inconsistent: 400. */
  record Malformed(String message) implements Impersonation {}

  /**
   * Evaluates the headers of a request.
   *
   * @param headers the headers by name, in any case
   */
  static Impersonation of(User user, Map<String, List<String>> headers, Authorizer authorizer) {
    var wanted = Wanted.of(headers);
    if (wanted.user().isEmpty()) {
      return wanted.isEmpty()
          ? new None()
          : new Malformed(
              "requested impersonation of groups, uid or extra without impersonating a user");
    }
    for (var action : wanted.actions()) {
      if (authorizer.decide(user, action) instanceof Decision.Denied(var message)) {
        return new Denied(action, message);
      }
    }
    return new As(wanted.become());
  }

  /** The impersonation that the headers request. */
  record Wanted(String user, List<String> groups, String uid, Map<String, List<String>> extra) {
    private static Wanted of(Map<String, List<String>> headers) {
      var user = "";
      var uid = "";
      var groups = new ArrayList<String>();
      Map<String, List<String>> extra = new TreeMap<>();
      for (var header : headers.entrySet()) {
        var name = header.getKey().toLowerCase(Locale.ROOT);
        var values = header.getValue();
        if (name.equals(USER) && !values.isEmpty()) {
          user = values.getFirst();
        } else if (name.equals(UID) && !values.isEmpty()) {
          uid = values.getFirst();
        } else if (name.equals(GROUP)) {
          groups.addAll(values);
        } else if (name.startsWith(EXTRA)) {
          extra
              .computeIfAbsent(unescaped(name.substring(EXTRA.length())), _ -> new ArrayList<>())
              .addAll(values);
        }
      }
      return new Wanted(user, groups, uid, extra);
    }

    private static String unescaped(String name) {
      try {
        return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        return name;
      }
    }

    private boolean isEmpty() {
      return groups.isEmpty() && uid.isEmpty() && extra.isEmpty();
    }

    /** Returns all actions that the requester must be allowed. */
    private List<Action.OnResource> actions() {
      var actions = new ArrayList<Action.OnResource>();
      var account = ServiceAccounts.ofUser(user);
      actions.add(
          account.isPresent()
              ? action("", "serviceaccounts", "", account.get().namespace(), account.get().name())
              : action("", "users", "", "", user));
      groups.forEach(group -> actions.add(action("", "groups", "", "", group)));
      extra.forEach(
          (name, values) ->
              values.forEach(
                  value ->
                      actions.add(action("authentication.k8s.io", "userextras", name, "", value))));
      if (!uid.isEmpty()) {
        actions.add(action("authentication.k8s.io", "uids", "", "", uid));
      }
      return actions;
    }

    private static Action.OnResource action(
        String group, String resource, String subresource, String namespace, String name) {
      return new Action.OnResource(
          "impersonate", group, "v1", resource, subresource, namespace, name, "");
    }

    private User become() {
      var all = new ArrayList<>(groups);
      var account = ServiceAccounts.ofUser(user);
      if (groups.isEmpty() && account.isPresent()) {
        all.addAll(ServiceAccounts.groups(account.get().namespace()));
      }
      if (user.equals(User.ANONYMOUS.name()) && !all.contains(User.UNAUTHENTICATED)) {
        all.add(User.UNAUTHENTICATED);
      }
      return Authenticators.authenticated(new User(user, uid, all, new LinkedHashMap<>(extra)));
    }
  }
}
