package dev.dray.security.authorization;

import dev.dray.api.json.Json;
import dev.dray.api.meta.GoQuote;
import dev.dray.security.BoundedCache;
import dev.dray.security.ServiceAccounts;
import dev.dray.security.User;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An index of all roles and bindings at one time, by subject. */
final class RoleIndex {
  private static final int MOST_USERS = 4096;
  private static final String GROUP = "rbac.authorization.k8s.io";

  /** The rules a binding grants to one subject. */
  record Grant(int position, String source, List<PolicyRule> rules, String problem) {
    Grant {
      rules = List.copyOf(rules);
    }
  }

  /** The subject of a binding: a user by name, or a group. */
  private record Subject(boolean group, String name) {}

  /** The key of cached grants: a user with groups, and a namespace. */
  private record Asked(String user, List<String> groups, String namespace) {}

  private final AggregatedRoles clusterRoles;
  private final Map<String, Map<String, List<PolicyRule>>> roles = new HashMap<>();
  private final Map<Subject, List<Grant>> everywhere = new HashMap<>();
  private final Map<String, Map<Subject, List<Grant>>> inNamespace = new HashMap<>();
  private final BoundedCache<Asked, List<Grant>> asked = new BoundedCache<>(MOST_USERS);
  private int position;

  RoleIndex(RoleSource stored) {
    clusterRoles = new AggregatedRoles(stored.all("clusterroles"));
    for (var role : stored.all("roles")) {
      roles
          .computeIfAbsent(role.text("metadata", "namespace"), _ -> new HashMap<>())
          .put(role.text("metadata", "name"), PolicyRule.ofRole(role));
    }
    stored.all("clusterrolebindings").forEach(it -> index(it, "", everywhere));
    for (var binding : stored.all("rolebindings")) {
      var namespace = binding.text("metadata", "namespace");
      index(binding, namespace, inNamespace.computeIfAbsent(namespace, _ -> new HashMap<>()));
    }
  }

  private void index(Json.Obj binding, String namespace, Map<Subject, List<Grant>> grants) {
    position++;
    var reference = binding.object("roleRef");
    var rules = rules(reference, namespace);
    var problem = exists(reference, namespace) ? "" : missing(reference);
    for (var tree : binding.objects("subjects")) {
      var subject = subject(tree, namespace);
      if (subject.name().isEmpty()) {
        continue;
      }
      var source = describe(binding, namespace, tree);
      grants
          .computeIfAbsent(subject, _ -> new ArrayList<>())
          .add(new Grant(position, source, rules, problem));
    }
  }

  /** Returns the subject of a binding; a service account is the user of its name. */
  private static Subject subject(Json.Obj tree, String bindingNamespace) {
    var name = tree.text("name");
    return switch (tree.text("kind")) {
      case "User" -> new Subject(false, name);
      case "Group" -> new Subject(true, name);
      case "ServiceAccount" -> {
        var namespace =
            tree.text("namespace").isEmpty() ? bindingNamespace : tree.text("namespace");
        yield new Subject(
            false, namespace.isEmpty() ? "" : ServiceAccounts.userName(namespace, name));
      }
      default -> new Subject(false, "");
    };
  }

  private static String describe(Json.Obj binding, String namespace, Json.Obj subject) {
    var name = binding.text("metadata", "name");
    var of =
        "%s %s"
            .formatted(
                binding.text("roleRef", "kind"), GoQuote.quote(binding.text("roleRef", "name")));
    var who = subject.text("name");
    if (subject.text("kind").equals("ServiceAccount")) {
      who += "/" + (subject.text("namespace").isEmpty() ? namespace : subject.text("namespace"));
    }
    var to = "%s %s".formatted(subject.text("kind"), GoQuote.quote(who));
    return namespace.isEmpty()
        ? "ClusterRoleBinding %s of %s to %s".formatted(GoQuote.quote(name), of, to)
        : "RoleBinding %s of %s to %s".formatted(GoQuote.quote(name + "/" + namespace), of, to);
  }

  /** Returns the rules of the role that a binding in this namespace refers to. */
  List<PolicyRule> rules(Json.Obj reference, String namespace) {
    return switch (reference.text("kind")) {
      case "ClusterRole" -> clusterRoles.rules(reference.text("name"));
      case "Role" ->
          roles.getOrDefault(namespace, Map.of()).getOrDefault(reference.text("name"), List.of());
      default -> List.of();
    };
  }

  boolean exists(Json.Obj reference, String namespace) {
    return switch (reference.text("kind")) {
      case "ClusterRole" -> clusterRoles.has(reference.text("name"));
      case "Role" -> roles.getOrDefault(namespace, Map.of()).containsKey(reference.text("name"));
      default -> false;
    };
  }

  /** Returns the message about a role that does not exist, in upstream's words. */
  static String missing(Json.Obj reference) {
    return switch (reference.text("kind")) {
      case "ClusterRole", "Role" ->
          "%s.%s %s not found"
              .formatted(
                  reference.text("kind").equals("Role") ? "role" : "clusterrole",
                  GROUP,
                  GoQuote.quote(reference.text("name")));
      default -> "unsupported role reference kind: " + GoQuote.quote(reference.text("kind"));
    };
  }

  /**
   * Returns the grants of a user in a namespace and cluster-wide; only cluster-wide if it is empty.
   */
  List<Grant> grants(User user, String namespace) {
    var key = new Asked(user.name(), user.groups(), namespace);
    var known = asked.find(key);
    if (known.isPresent()) {
      return known.get();
    }
    var found = new ArrayList<Grant>();
    collect(everywhere, user, found);
    if (!namespace.isEmpty()) {
      collect(inNamespace.getOrDefault(namespace, Map.of()), user, found);
    }
    var grants = List.copyOf(found);
    asked.put(key, grants);
    return grants;
  }

  /**
   * Collects grants; a binding counts once, even if it names the user and several of their groups.
   */
  private static void collect(Map<Subject, List<Grant>> grants, User user, List<Grant> into) {
    if (grants.isEmpty()) {
      return;
    }
    var found = new ArrayList<>(grants.getOrDefault(new Subject(false, user.name()), List.of()));
    for (var group : user.groups()) {
      found.addAll(grants.getOrDefault(new Subject(true, group), List.of()));
    }
    found.sort(Comparator.comparingInt(Grant::position));
    int last = -1;
    for (var grant : found) {
      if (grant.position() != last) {
        into.add(grant);
        last = grant.position();
      }
    }
  }
}
