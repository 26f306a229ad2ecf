package dev.dray.kinds.catalog;

import dev.dray.api.gate.Gates;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.WriteCheck;
import dev.dray.kinds.core.NamespaceCheck;
import dev.dray.kinds.device.AdminAccessCheck;
import dev.dray.kinds.device.ClaimStatusCheck;
import dev.dray.kinds.pod.PodClaimsCheck;
import dev.dray.kinds.pod.PriorityCheck;
import dev.dray.kinds.quota.QuotaCheck;
import dev.dray.security.authorization.Authorizer;
import java.util.List;

/** All write checks that concern kinds, in the order in which they run. */
public final class WriteChecks {
  private WriteChecks() {}

  /**
   * Returns the checks of a server with these kinds and gates; the authorizer decides about parts
   * of a claim's status.
   */
  public static List<WriteCheck> of(Kinds kinds, Gates gates, Authorizer authorizer) {
    return List.of(
        new NamespaceCheck(kinds),
        new PriorityCheck(kinds),
        new AdminAccessCheck(kinds),
        new ClaimStatusCheck(gates, authorizer),
        new PodClaimsCheck(kinds),
        new QuotaCheck(kinds));
  }
}
