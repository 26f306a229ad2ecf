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

/** Who somebody wants to be for a request, as {@code kubectl --as} asks, and whether they may. */
public sealed interface Impersonation {
  String USER = "impersonate-user";
  String GROUP = "impersonate-group";
  String UID = "impersonate-uid";
  String EXTRA = "impersonate-extra-";

  /** Nobody else. */
  record None() implements Impersonation {}

  /** This one, and they may. */
  record As(User user) implements Impersonation {}

  /**
   * They may not: 403.
   *
   * @param action what they would need to be allowed
   * @param message who cannot do what
   */
  record Denied(Action.OnResource action, String message) implements Impersonation {}

  /** The headers make no sense: 400. */
  record Malformed(String message) implements Impersonation {}

  /**
   * What the headers of a request ask for.
   *
   * @param headers by name in any case
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

  /** What is in the headers. */
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

    /** All that one must be allowed to do. */
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
