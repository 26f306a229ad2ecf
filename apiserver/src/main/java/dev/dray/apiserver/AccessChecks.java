package dev.dray.apiserver;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.Check;
import dev.dray.kinds.Refusal;
import dev.dray.security.ClaimStatusAccess;
import dev.dray.security.RoleAuthorizer;
import dev.dray.security.RoleWrites;
import java.util.List;

/** Checks of a write that ask who writes. */
final class AccessChecks implements Check {
  private static final List<String> ROLES =
      List.of("roles", "clusterroles", "rolebindings", "clusterrolebindings");

  private final RoleAuthorizer authorizer;
  private final RoleWrites roleWrites;
  private final boolean granular;

  AccessChecks(RoleAuthorizer authorizer, Gates gates) {
    this.authorizer = authorizer;
    this.roleWrites = new RoleWrites(authorizer);
    this.granular = gates.enabled(Gate.DRA_RESOURCE_CLAIM_GRANULAR_STATUS_AUTHORIZATION);
  }

  @Override
  public Verdict check(Write write, View view) {
    return switch (write.resource().group()) {
      case "rbac.authorization.k8s.io" -> roles(write);
      case "resource.k8s.io" -> claims(write);
      default -> Verdict.FINE;
    };
  }

  private Verdict roles(Write write) {
    if (write.deed() == Deed.DELETE || !ROLES.contains(write.resource().plural())) {
      return Verdict.FINE;
    }
    var user = write.circumstances().user();
    var verdict =
        roleWrites.check(
            user, write.resource().plural(), write.namespace(), write.object(), write.stored());
    return switch (verdict) {
      case RoleWrites.Verdict.Fine() -> Verdict.FINE;
      case RoleWrites.Verdict.Forbidden(var why) ->
          throw Refusal.forbidden(write.resource(), write.name(), why);
      case RoleWrites.Verdict.Missing(var plural, var name) ->
          throw Refusal.about(
              Refusal.Reason.NOT_FOUND,
              write.resource().group(),
              plural,
              name,
              "%s.%s \"%s\" not found".formatted(plural, write.resource().group(), name));
    };
  }

  private Verdict claims(Write write) {
    boolean status =
        granular
            && write.deed() == Deed.UPDATE
            && write.resource().plural().equals("resourceclaims")
            && write.subresource().equals("status");
    if (!status || write.stored().isEmpty()) {
      return Verdict.FINE;
    }
    var circumstances = write.circumstances();
    Violations found =
        ClaimStatusAccess.check(
            circumstances.user(),
            circumstances.verb(),
            write.stored().get(),
            write.object(),
            authorizer);
    return new Verdict(found, List.of(), List.of(), List.of());
  }
}
