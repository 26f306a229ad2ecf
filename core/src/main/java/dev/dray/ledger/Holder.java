package dev.dray.ledger;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ResourceClaim;
import java.util.Comparator;

/**
 * A request of a claim that holds devices, named as in the status: {@code main} or {@code
 * main/sub}.
 */
public record Holder(String namespace, String claim, String uid, String request)
    implements Comparable<Holder> {
  private static final Comparator<Holder> ORDER =
      Comparator.comparing(Holder::namespace)
          .thenComparing(Holder::claim)
          .thenComparing(Holder::uid)
          .thenComparing(Holder::request);

  /** The order of claims by namespace, name and UID. */
  static final Comparator<ResourceClaim> CLAIMS =
      Comparator.comparing(claim -> of(claim.metadata(), ""));

  static Holder of(ObjectMeta claim, String request) {
    return new Holder(claim.namespace(), claim.name(), claim.uid(), request);
  }

  boolean isOfSameClaim(Holder other) {
    return uid.equals(other.uid) && claim.equals(other.claim) && namespace.equals(other.namespace);
  }

  @Override
  public int compareTo(Holder other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return namespace + "/" + claim + ", request " + request;
  }
}
