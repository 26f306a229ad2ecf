package dev.dray.security.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.security.Cluster;
import dev.dray.security.User;
import dev.dray.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random roles, bindings and questions, answered by the index and by reading everything. */
class RoleAuthorizerPropertyTest {
  private static final List<String> VERBS = List.of("get", "list", "update", "*");
  private static final List<String> GROUPS = List.of("", "apps", "*");
  private static final List<String> RESOURCES =
      List.of("pods", "pods/status", "nodes", "nodes/status", "*/status", "*");
  private static final List<String> NAMES = List.of("a", "b");
  private static final List<String> URLS = List.of("/x", "/x/*", "/y*", "*");
  private static final List<String> NAMESPACES = List.of("n1", "n2");
  private static final List<String> ROLES = List.of("r1", "r2", "r3", "lost");

  static LongStream seeds() {
    return Seeds.thousand();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void the_index_says_what_reading_everything_says(long seed) {
    var random = new Random(seed);
    var cluster = new Cluster();
    ROLES.stream()
        .filter(it -> !it.equals("lost"))
        .forEach(it -> cluster.addRoles(roles(it, random)));
    for (int i = 0; i < 6; i++) {
      cluster.addRoles(List.of(binding("b" + i, random)));
    }
    var authorizer = new RoleAuthorizer(cluster, cluster);

    for (int i = 0; i < 60; i++) {
      var user = user(random);
      var action = action(random);
      assertThat(authorizer.decide(user, action) instanceof Decision.Allowed)
          .as("%s %s in %s", user, action, cluster.all("rolebindings"))
          .isEqualTo(naive(cluster, user, action));
      if (i % 20 == 19) {
        cluster.addRoles(List.of(binding("late" + i, random)));
      }
    }
  }

  private static List<Json.Obj> roles(String name, Random random) {
    var all = new ArrayList<Json.Obj>();
    all.add(
        Json.obj(
            "kind", "ClusterRole", "metadata", Json.obj("name", name), "rules", rules(random)));
    for (var namespace : NAMESPACES) {
      all.add(
          Json.obj(
              "kind",
              "Role",
              "metadata",
              Json.obj("name", name, "namespace", namespace),
              "rules",
              rules(random)));
    }
    return all;
  }

  private static Json.Arr rules(Random random) {
    var rules = new ArrayList<Json>();
    for (int i = random.nextInt(3); i > 0; i--) {
      rules.add(
          random.nextInt(4) == 0
              ? Json.obj("verbs", some(VERBS, random), "nonResourceURLs", some(URLS, random))
              : Json.obj(
                  "verbs",
                  some(VERBS, random),
                  "apiGroups",
                  some(GROUPS, random),
                  "resources",
                  some(RESOURCES, random),
                  "resourceNames",
                  random.nextInt(3) == 0 ? some(NAMES, random) : Json.of(List.of())));
    }
    return Json.of(rules);
  }

  private static Json.Arr some(List<String> from, Random random) {
    var chosen = new ArrayList<String>();
    from.forEach(
        it -> {
          if (random.nextInt(from.size()) == 0) {
            chosen.add(it);
          }
        });
    return Json.strings(chosen.isEmpty() ? List.of(one(from, random)) : chosen);
  }

  private static String one(List<String> from, Random random) {
    return from.get(random.nextInt(from.size()));
  }

  private static Json.Obj binding(String name, Random random) {
    boolean clusterWide = random.nextBoolean();
    var roleKind = clusterWide || random.nextBoolean() ? "ClusterRole" : "Role";
    var metadata = Json.obj("name", name);
    return Json.obj(
        "kind",
        clusterWide ? "ClusterRoleBinding" : "RoleBinding",
        "metadata",
        clusterWide ? metadata : metadata.with("namespace", Json.of(one(NAMESPACES, random))),
        "roleRef",
        Json.obj("kind", roleKind, "name", one(ROLES, random)),
        "subjects",
        Json.of(List.of(subject(random), subject(random))));
  }

  private static Json.Obj subject(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> Json.obj("kind", "User", "name", one(NAMES, random));
      case 1 -> Json.obj("kind", "Group", "name", one(NAMES, random));
      default -> {
        var account = Json.obj("kind", "ServiceAccount", "name", one(NAMES, random));
        yield random.nextBoolean()
            ? account
            : account.with("namespace", Json.of(one(NAMESPACES, random)));
      }
    };
  }

  private static User user(Random random) {
    var name =
        random.nextBoolean()
            ? one(NAMES, random)
            : "system:serviceaccount:" + one(NAMESPACES, random) + ":" + one(NAMES, random);
    List<String> groups = random.nextBoolean() ? List.of() : List.of(one(NAMES, random), "c");
    return new User(name, "", groups, Map.of());
  }

  private static Action action(Random random) {
    var verb = one(List.of("get", "list", "update", "create"), random);
    if (random.nextInt(5) == 0) {
      return new Action.OnPath(verb, one(List.of("/x", "/x/z", "/yes", "/"), random));
    }
    return new Action.OnResource(
        verb,
        one(List.of("", "apps", "batch"), random),
        "v1",
        one(List.of("pods", "nodes"), random),
        one(List.of("", "status", "log"), random),
        one(List.of("", "n1", "n2"), random),
        one(List.of("", "a", "b"), random),
        "");
  }

  private static boolean naive(Cluster cluster, User user, Action action) {
    for (var binding : cluster.all("clusterrolebindings")) {
      if (names(binding, "", user) && allows(cluster, binding, "", action)) {
        return true;
      }
    }
    var namespace = action instanceof Action.OnResource on ? on.namespace() : "";
    for (var binding : cluster.all("rolebindings")) {
      if (!namespace.isEmpty()
          && binding.text("metadata", "namespace").equals(namespace)
          && names(binding, namespace, user)
          && allows(cluster, binding, namespace, action)) {
        return true;
      }
    }
    return false;
  }

  private static boolean names(Json.Obj binding, String namespace, User user) {
    return binding.objects("subjects").stream()
        .anyMatch(
            it ->
                switch (it.text("kind")) {
                  case "User" -> it.text("name").equals(user.name());
                  case "Group" -> user.groups().contains(it.text("name"));
                  default -> {
                    var of = it.text("namespace").isEmpty() ? namespace : it.text("namespace");
                    yield !of.isEmpty()
                        && user.name()
                            .equals("system:serviceaccount:" + of + ":" + it.text("name"));
                  }
                });
  }

  private static boolean allows(
      Cluster cluster, Json.Obj binding, String namespace, Action action) {
    boolean role = binding.text("roleRef", "kind").equals("Role");
    return cluster.all(role ? "roles" : "clusterroles").stream()
        .filter(it -> it.text("metadata", "name").equals(binding.text("roleRef", "name")))
        .filter(it -> !role || it.text("metadata", "namespace").equals(namespace))
        .flatMap(it -> it.objects("rules").stream())
        .anyMatch(it -> allows(it, action));
  }

  private static boolean allows(Json.Obj rule, Action action) {
    if (!matches(rule.texts("verbs"), action.verb())) {
      return false;
    }
    return switch (action) {
      case Action.OnPath(_, var path) ->
          rule.texts("nonResourceURLs").stream()
              .anyMatch(it -> path.matches(it.replace("*", ".*")));
      case Action.OnResource on -> {
        var full =
            on.subresource().isEmpty() ? on.resource() : on.resource() + "/" + on.subresource();
        var resources = rule.texts("resources");
        yield matches(rule.texts("apiGroups"), on.group())
            && (matches(resources, full)
                || (!on.subresource().isEmpty() && resources.contains("*/" + on.subresource())))
            && (rule.texts("resourceNames").isEmpty()
                || rule.texts("resourceNames").contains(on.name()));
      }
    };
  }

  private static boolean matches(List<String> values, String wanted) {
    return values.contains("*") || values.contains(wanted);
  }
}
