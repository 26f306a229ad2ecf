package dev.dray.kinds;

import dev.dray.api.gate.Gates;
import dev.dray.security.Authorizer;
import java.util.List;

/** Every check of writes that is about kinds, in the order in which they are asked. */
public final class Checks {
  private Checks() {}

  /** Of a server with these kinds and gates; the authorizer decides about parts of a status. */
  public static List<Check> of(Kinds kinds, Gates gates, Authorizer authorizer) {
    return List.of(
        new NamespaceCheck(kinds),
        new PriorityCheck(kinds),
        new AdminAccessCheck(kinds),
        new ClaimStatusCheck(gates, authorizer),
        new PodClaimsCheck(kinds),
        new QuotaCheck(kinds));
  }
}
