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

/** Every check of writes that is about kinds, in the order in which they are asked. */
public final class WriteChecks {
  private WriteChecks() {}

  /** Of a server with these kinds and gates; the authorizer decides about parts of a status. */
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
