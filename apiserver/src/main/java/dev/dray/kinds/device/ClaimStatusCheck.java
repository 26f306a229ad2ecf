package dev.dray.kinds.device;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.kinds.WriteCheck;
import dev.dray.security.authorization.Authorizer;
import dev.dray.security.authorization.ClaimStatusAccess;
import java.util.List;

/**
 * The check that a user who may write the status of claims may also write the part being written.
 */
public record ClaimStatusCheck(Gates gates, Authorizer authorizer) implements WriteCheck {

  @Override
  public Verdict check(Write write, View view) {
    boolean concerned =
        gates.enabled(Gate.DRA_RESOURCE_CLAIM_GRANULAR_STATUS_AUTHORIZATION)
            && write.subresource().equals("status")
            && write.stored().isPresent()
            && write.resource().qualifiedName().equals("resourceclaims.resource.k8s.io");
    if (!concerned) {
      return Verdict.FINE;
    }
    var context = write.context();
    var found =
        ClaimStatusAccess.check(
            context.user(), context.verb(), write.stored().get(), write.object(), authorizer);
    return new Verdict(found, List.of(), List.of(), List.of());
  }
}
