package dev.dray.kinds.device;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.GroupVersions;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.WriteCheck;
import dev.dray.store.Precondition;
import java.util.List;
import java.util.Optional;

/**
 * The check that admin access to devices is requested and granted only in namespaces labelled for
 * it.
 */
public record AdminAccessCheck(Kinds kinds) implements WriteCheck {
  private static final String LABEL = "resource.kubernetes.io/admin-access";

  @Override
  public Verdict check(Write write, View view) {
    var asked = asked(write);
    if (asked.isEmpty()) {
      return Verdict.FINE;
    }
    var at = asked.get();
    var namespace =
        kinds
            .find(GroupVersions.CORE, "namespaces")
            .flatMap(resource -> view.find(resource, "", write.namespace()));
    if (namespace.isEmpty()) {
      return wrong(
          Violation.internal(
              at,
              "could not retrieve namespace to verify admin access: namespaces \"%s\" not found"
                  .formatted(write.namespace())));
    }
    if (!namespace.get().object().text("metadata", "labels", LABEL).equals("true")) {
      return wrong(
          Violation.forbidden(
              at,
              "admin access to devices requires the `%s: true` label on the containing namespace"
                  .formatted(LABEL)));
    }
    return new Verdict(
        Violations.NONE,
        List.of(),
        List.of(new Precondition.At(namespace.get().key(), namespace.get().revision())),
        List.of());
  }

  private static Verdict wrong(Violation violation) {
    return new Verdict(Violations.of(violation), List.of(), List.of(), List.of());
  }

  /** Returns the field that newly requests or grants admin access. */
  private static Optional<FieldPath> asked(Write write) {
    return switch (write.resource().qualifiedName()) {
      case "resourceclaims.resource.k8s.io" ->
          write.subresource().equals("status") ? given(write) : requested(write, "spec");
      case "resourceclaimtemplates.resource.k8s.io" -> requested(write, "spec", "spec");
      default -> Optional.empty();
    };
  }

  /**
   * Returns the first new request with admin access. Specs never change, so only creations matter;
   * like upstream's, the path leaves out some of its parts.
   */
  private static Optional<FieldPath> requested(Write write, String... spec) {
    if (write.verb() != Verb.CREATE) {
      return Optional.empty();
    }
    var requests = write.object().object(spec).objects("devices", "requests");
    for (int i = 0; i < requests.size(); i++) {
      if (requests.get(i).truth("exactly", "adminAccess")) {
        return Optional.of(
            FieldPath.of("spec", "devices", "requests").index(i).child("adminAccess"));
      }
    }
    return Optional.empty();
  }

  private static Optional<FieldPath> given(Write write) {
    var before = write.stored().map(AdminAccessCheck::results).orElse(List.of());
    if (write.verb() != Verb.UPDATE
        || before.stream().anyMatch(result -> result.truth("adminAccess"))) {
      return Optional.empty();
    }
    var results = results(write.object());
    for (int i = 0; i < results.size(); i++) {
      if (results.get(i).truth("adminAccess")) {
        return Optional.of(
            FieldPath.of("status", "allocation", "devices", "results")
                .index(i)
                .child("adminAccess"));
      }
    }
    return Optional.empty();
  }

  private static List<Json.Obj> results(Json.Obj claim) {
    return claim.objects("status", "allocation", "devices", "results");
  }
}
