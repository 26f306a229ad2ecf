package dev.dray.apiserver;

import dev.dray.kinds.Check;
import dev.dray.kinds.Refusal;
import dev.dray.security.RoleAuthorizer;
import dev.dray.security.RoleWrites;
import java.util.List;

/** Nobody gives more by a role than they have. */
final class RoleCheck implements Check {
  private static final List<String> ROLES =
      List.of("roles", "clusterroles", "rolebindings", "clusterrolebindings");

  private final RoleWrites roleWrites;

  RoleCheck(RoleAuthorizer authorizer) {
    this.roleWrites = new RoleWrites(authorizer);
  }

  @Override
  public Verdict check(Write write, View view) {
    if (write.deed() == Deed.DELETE
        || !write.resource().group().equals("rbac.authorization.k8s.io")
        || !ROLES.contains(write.resource().plural())) {
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
}
