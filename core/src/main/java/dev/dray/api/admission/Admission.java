package dev.dray.api.admission;

import static java.util.Objects.requireNonNull;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ApiObject;
import java.time.Instant;

/**
 * The preparation of written objects for validation and storage: it fills in defaults, resets what
 * a write may not touch, and drops the fields of features that are off.
 *
 * <p>The server's own metadata of a new object (uid, creation time, a generated name) is not set
 * here: it takes randomness, and does not depend on the kind.
 */
public final class Admission {
  private final Gates gates;

  public Admission(Gates gates) {
    this.gates = requireNonNull(gates, "gates");
  }

  /** Returns the object with defaults filled in, as after every decoding, of stored objects too. */
  @SuppressWarnings("unchecked") // Defaults keep the type.
  public <T extends ApiObject> T defaulted(T object, Instant now) {
    return (T) new ResourceDefaults(now).in(object);
  }

  /** Admits a new object. */
  public <T extends ApiObject> Admitted<T> create(T object, Instant now) {
    return strategyOf(object).create(defaulted(object, now));
  }

  /** Admits an update of a stored object itself. */
  public <T extends ApiObject> Admitted<T> update(T object, T stored, Instant now) {
    requireSameKind(object, stored);
    var written =
        withMetadata(object, MetadataUpdates.forUpdate(object.metadata(), stored.metadata()));
    return strategyOf(object).update(defaulted(written, now), stored, now);
  }

  /**
   * Admits an update of the status of a stored object.
   *
   * @throws IllegalArgumentException if objects of this kind have no status of their own
   */
  public <T extends ApiObject> Admitted<T> updateStatus(T object, T stored, Instant now) {
    requireSameKind(object, stored);
    var written =
        withMetadata(object, MetadataUpdates.forStatus(object.metadata(), stored.metadata()));
    return strategyOf(object).updateStatus(defaulted(written, now), stored);
  }

  private static void requireSameKind(ApiObject object, ApiObject stored) {
    if (object.kind() != stored.kind()) {
      throw new IllegalArgumentException(
          "A write of kind [%s] cannot replace a stored object of kind [%s]."
              .formatted(object.kind(), stored.kind()));
    }
  }

  @SuppressWarnings("unchecked") // Every kind has one type.
  private <T extends ApiObject> AdmissionStrategy<T> strategyOf(T object) {
    return (AdmissionStrategy<T>)
        switch (object.kind()) {
          case RESOURCE_SLICE -> new AdmissionStrategy.SliceStrategy(gates);
          case RESOURCE_CLAIM -> new AdmissionStrategy.ClaimStrategy(gates);
          case RESOURCE_CLAIM_TEMPLATE -> new AdmissionStrategy.TemplateStrategy(gates);
          case DEVICE_CLASS -> new AdmissionStrategy.ClassStrategy(gates);
          case DEVICE_TAINT_RULE -> new AdmissionStrategy.TaintRuleStrategy();
          case RESOURCE_POOL_STATUS_REQUEST ->
              new AdmissionStrategy.PoolStatusRequestStrategy(gates);
          case RESOURCE_SLICE_PATCH -> new AdmissionStrategy.PatchStrategy(gates);
        };
  }

  @SuppressWarnings("unchecked") // A record with other metadata is of the same type.
  private static <T extends ApiObject> T withMetadata(T object, ObjectMeta metadata) {
    return (T) object.withMetadata(metadata);
  }
}
