package dev.dray.kinds.rbac;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.CommonRules;
import dev.dray.kinds.Edits;
import dev.dray.kinds.FieldMistakes;
import dev.dray.kinds.GroupVersions;
import dev.dray.kinds.Resource;
import dev.dray.kinds.TreeRules;
import java.util.List;

/** The rules of role bindings, namespaced or cluster-wide. */
public record RoleBindingRules(Resource.Scope scope) implements TreeRules {
  private static final FieldPath ROLE = FieldPath.of("roleRef");

  @Override
  public Json.Obj defaulted(Json.Obj object) {
    var binding =
        Edits.in(object, "roleRef", role -> Edits.fill(role, "apiGroup", GroupVersions.RBAC));
    return Edits.each(binding, "subjects", RoleBindingRules::grouped);
  }

  private static Json.Obj grouped(Json.Obj subject) {
    return switch (subject.text("kind")) {
      case "User", "Group" -> Edits.fill(subject, "apiGroup", GroupVersions.RBAC);
      default -> subject;
    };
  }

  @Override
  public Violations mistakes(Json.Obj object) {
    var role = object.object("roleRef");
    var kinds =
        switch (scope) {
          case NAMESPACED -> List.of("Role", "ClusterRole");
          case CLUSTER -> List.of("ClusterRole");
        };
    var found =
        FieldMistakes.oneOf(
                role.text("apiGroup"), List.of(GroupVersions.RBAC), ROLE.child("apiGroup"))
            .and(FieldMistakes.oneOf(role.text("kind"), kinds, ROLE.child("kind")));
    var name = role.text("name");
    found = found.and(FieldMistakes.required(name, ROLE.child("name")));
    for (var mistake : RoleRules.pathSegment(name)) {
      found = found.and(Violation.invalid(ROLE.child("name"), name, mistake));
    }
    return found.and(FieldMistakes.each(object, "subjects", FieldPath.ROOT, this::subject));
  }

  private Violations subject(Json.Obj subject, FieldPath at) {
    var name = subject.text("name");
    var found = FieldMistakes.required(name, at.child("name"));
    var group = subject.text("apiGroup");
    return switch (subject.text("kind")) {
      case "ServiceAccount" -> found.and(account(subject, name, at));
      case "User", "Group" ->
          found.and(FieldMistakes.oneOf(group, List.of(GroupVersions.RBAC), at.child("apiGroup")));
      default ->
          found.and(
              FieldMistakes.oneOf(
                  subject.text("kind"),
                  List.of("ServiceAccount", "User", "Group"),
                  at.child("kind")));
    };
  }

  private Violations account(Json.Obj subject, String name, FieldPath at) {
    var found = name.isEmpty() ? Violations.NONE : CommonRules.dnsSubdomain(name, at.child("name"));
    if (!subject.text("apiGroup").isEmpty()) {
      found =
          found.and(
              FieldMistakes.oneOf(subject.text("apiGroup"), List.of(""), at.child("apiGroup")));
    }
    return scope == Resource.Scope.CLUSTER && subject.text("namespace").isEmpty()
        ? found.and(Violation.required(at.child("namespace"), ""))
        : found;
  }

  @Override
  public Violations changeMistakes(Json.Obj object, Json.Obj stored) {
    var role = object.object("roleRef");
    if (role.equals(stored.object("roleRef"))) {
      return Violations.NONE;
    }
    var shown =
        Json.obj(
            "APIGroup",
            role.text("apiGroup"),
            "Kind",
            role.text("kind"),
            "Name",
            role.text("name"));
    return Violations.of(
        Violation.invalidShown(ROLE, shown.toText(), FieldMistakes.IMMUTABLE).by("immutable"));
  }

  @Override
  public List<String> nameMistakes(String name) {
    return RoleRules.pathSegment(name);
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }
}
