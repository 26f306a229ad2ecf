package dev.dray.kinds.rbac;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.FieldMistakes;
import dev.dray.kinds.Resource;
import dev.dray.kinds.TreeRules;
import java.util.ArrayList;
import java.util.List;

/** The rules of roles, namespaced or cluster-wide. */
public record RoleRules(Resource.Scope scope) implements TreeRules {

  @Override
  public Violations mistakes(Json.Obj object) {
    var found = FieldMistakes.each(object, "rules", FieldPath.ROOT, this::rule);
    boolean selectsNothing =
        object.has("aggregationRule")
            && object.items("aggregationRule", "clusterRoleSelectors").isEmpty();
    return selectsNothing
        ? found.and(
            Violation.required(
                FieldPath.of("aggregationRule", "clusterRoleSelectors"),
                "at least one clusterRoleSelector required if aggregationRule is non-nil"))
        : found;
  }

  private Violations rule(Json.Obj rule, FieldPath at) {
    var found = Violations.NONE;
    if (rule.items("verbs").isEmpty()) {
      found = Violations.of(Violation.required(at.child("verbs"), ""));
    }
    var urls = rule.texts("nonResourceURLs");
    if (!urls.isEmpty()) {
      return found.and(urls(rule, urls, at.child("nonResourceURLs")));
    }
    if (rule.items("apiGroups").isEmpty()) {
      found =
          found.and(
              Violation.required(
                  at.child("apiGroups"), "resource rules must supply at least one api group"));
    }
    return rule.items("resources").isEmpty()
        ? found.and(
            Violation.required(
                at.child("resources"), "resource rules must supply at least one resource"))
        : found;
  }

  private Violations urls(Json.Obj rule, List<String> urls, FieldPath at) {
    if (scope == Resource.Scope.NAMESPACED) {
      return Violations.of(
          Violation.invalid(at, urls, "namespaced rules cannot apply to non-resource URLs"));
    }
    boolean both =
        !rule.items("apiGroups").isEmpty()
            || !rule.items("resources").isEmpty()
            || !rule.items("resourceNames").isEmpty();
    return both
        ? Violations.of(
            Violation.invalid(
                at, urls, "rules cannot apply to both regular resources and non-resource URLs"))
        : Violations.NONE;
  }

  @Override
  public List<String> nameMistakes(String name) {
    return pathSegment(name);
  }

  /** Returns the violations of a role name, which may be anything that fits into a path segment. */
  static List<String> pathSegment(String name) {
    var mistakes = new ArrayList<String>();
    if (name.equals(".") || name.equals("..")) {
      mistakes.add("may not be '%s'".formatted(name));
    }
    for (var part : List.of("/", "%")) {
      if (name.contains(part)) {
        mistakes.add("may not contain '%s'".formatted(part));
      }
    }
    return mistakes;
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }
}
