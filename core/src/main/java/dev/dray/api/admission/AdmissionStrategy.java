package dev.dray.api.admission;

import static dev.dray.api.admission.GatedUses.ofOptional;
import static java.util.function.Predicate.not;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceClassSpec;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.DeviceTaintRuleSpec;
import dev.dray.api.resource.DeviceTaintRuleStatus;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourcePoolStatusRequestSpec;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.ResourceSlicePatchSpec;
import dev.dray.api.resource.ResourceSliceSpec;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The part of admission that is particular to one kind: a record for each of them.
 *
 * <p>Objects arrive with their defaults, and with metadata already limited to what the writer may
 * change; in particular the generation is the stored one.
 */
interface AdmissionStrategy<T extends ApiObject> {
  FieldPath SPEC = FieldPath.of("spec");

  Admitted<T> create(T written);

  Admitted<T> update(T written, T stored, Instant now);

  default Admitted<T> updateStatus(T written, T stored) {
    throw new IllegalArgumentException(
        "Objects of kind (%s) have no status of their own.".formatted(written.kind()));
  }

  private static ObjectMeta nextGeneration(ObjectMeta metadata) {
    return metadata.withGeneration(metadata.generation() + 1);
  }

  /** The admission of slices, which count generations of their spec. */
  record SliceStrategy(Gates gates) implements AdmissionStrategy<ResourceSlice> {

    @Override
    public Admitted<ResourceSlice> create(ResourceSlice written) {
      var first = written.withMetadata(written.metadata().withGeneration(1));
      return SliceFields.ALL.onCreate(written.spec(), SPEC, gates).map(first::withSpec);
    }

    // The specs are compared before anything is dropped, so a slice that is sent again and again
    // with a field that is dropped gets a new generation each time. Upstream does so, for slices
    // only; the test has_a_new_generation_even_if_what_is_new_is_dropped asserts it.
    @Override
    public Admitted<ResourceSlice> update(
        ResourceSlice written, ResourceSlice stored, Instant now) {
      var next =
          meansTheSame(written.spec(), stored.spec())
              ? written
              : written.withMetadata(nextGeneration(written.metadata()));
      return SliceFields.ALL
          .onUpdate(written.spec(), stored.spec(), SPEC, gates)
          .map(next::withSpec);
    }

    // Nearly always this is their own equals: absent lists and maps are empty ones, and quantities
    // compare by number. Only the two lists of a slice distinguish absent from empty, for
    // validation.
    private static boolean meansTheSame(ResourceSliceSpec one, ResourceSliceSpec other) {
      return one.equals(other) || withoutEmptyLists(one).equals(withoutEmptyLists(other));
    }

    private static ResourceSliceSpec withoutEmptyLists(ResourceSliceSpec spec) {
      return spec.withDeviceList(spec.deviceList().filter(not(List::isEmpty)))
          .withCounterSetList(spec.counterSetList().filter(not(List::isEmpty)));
    }
  }

  /**
   * The admission of claims. The spec of a claim never changes, so claims do without a generation.
   */
  record ClaimStrategy(Gates gates) implements AdmissionStrategy<ResourceClaim> {

    @Override
    public Admitted<ResourceClaim> create(ResourceClaim written) {
      return ClaimSpecFields.ALL
          .onCreate(written.spec(), SPEC, gates)
          .map(written.withStatus(ResourceClaimStatus.EMPTY)::withSpec);
    }

    @Override
    public Admitted<ResourceClaim> update(
        ResourceClaim written, ResourceClaim stored, Instant now) {
      return ClaimSpecFields.ALL
          .onUpdate(written.spec(), stored.spec(), SPEC, gates)
          .map(written.withStatus(stored.status())::withSpec);
    }

    @Override
    public Admitted<ResourceClaim> updateStatus(ResourceClaim written, ResourceClaim stored) {
      return ClaimStatusFields.ALL
          .onUpdate(written.withSpec(stored.spec()), stored, FieldPath.ROOT, gates)
          .map(claim -> StaleDevices.pruned(claim, stored));
    }
  }

  /** The admission of claim templates, which do without a generation. */
  record TemplateStrategy(Gates gates) implements AdmissionStrategy<ResourceClaimTemplate> {
    private static final FieldPath CLAIM_SPEC = SPEC.child("spec");

    @Override
    public Admitted<ResourceClaimTemplate> create(ResourceClaimTemplate written) {
      return ClaimSpecFields.ALL
          .onCreate(written.spec().spec(), CLAIM_SPEC, gates)
          .map(spec -> withClaimSpec(written, spec));
    }

    @Override
    public Admitted<ResourceClaimTemplate> update(
        ResourceClaimTemplate written, ResourceClaimTemplate stored, Instant now) {
      return ClaimSpecFields.ALL
          .onUpdate(written.spec().spec(), stored.spec().spec(), CLAIM_SPEC, gates)
          .map(spec -> withClaimSpec(written, spec));
    }

    private static ResourceClaimTemplate withClaimSpec(
        ResourceClaimTemplate template, ResourceClaimSpec spec) {
      return template.withSpec(template.spec().withSpec(spec));
    }
  }

  /** The admission of device classes, which count generations of their spec. */
  record ClassStrategy(Gates gates) implements AdmissionStrategy<DeviceClass> {
    static final GatedFields<DeviceClassSpec> FIELDS =
        new GatedFields<>(
            List.of(
                new GatedField<>(
                    Gate.DRA_EXTENDED_RESOURCE,
                    ofOptional("extendedResourceName", DeviceClassSpec::extendedResourceName),
                    DeviceClassSpec::withoutExtendedResourceName)));

    @Override
    public Admitted<DeviceClass> create(DeviceClass written) {
      var first = written.withMetadata(written.metadata().withGeneration(1));
      return FIELDS.onCreate(written.spec(), SPEC, gates).map(first::withSpec);
    }

    @Override
    public Admitted<DeviceClass> update(DeviceClass written, DeviceClass stored, Instant now) {
      return FIELDS
          .onUpdate(written.spec(), stored.spec(), SPEC, gates)
          .map(written::withSpec)
          .map(
              left ->
                  left.spec().equals(stored.spec())
                      ? left
                      : left.withMetadata(nextGeneration(left.metadata())));
    }
  }

  /**
   * The admission of taint rules. No field of a rule is gated: the gate decides whether rules have
   * any effect.
   */
  record TaintRuleStrategy() implements AdmissionStrategy<DeviceTaintRule> {

    @Override
    public Admitted<DeviceTaintRule> create(DeviceTaintRule written) {
      return Admitted.silently(
          written
              .withStatus(DeviceTaintRuleStatus.EMPTY)
              .withMetadata(written.metadata().withGeneration(1)));
    }

    @Override
    public Admitted<DeviceTaintRule> update(
        DeviceTaintRule written, DeviceTaintRule stored, Instant now) {
      var rule =
          written.withStatus(stored.status()).withSpec(timed(written.spec(), stored.spec(), now));
      return Admitted.silently(
          rule.spec().equals(stored.spec())
              ? rule
              : rule.withMetadata(nextGeneration(rule.metadata())));
    }

    /**
     * Sets the time since which the effect holds, because tolerations are counted from it: a new
     * effect gets a new time, unless the writer gives one.
     */
    private static DeviceTaintRuleSpec timed(
        DeviceTaintRuleSpec written, DeviceTaintRuleSpec stored, Instant now) {
      var taint = written.taint();
      boolean newEffect = !taint.effect().equals(stored.taint().effect());
      boolean sameTime = taint.timeAdded().equals(stored.taint().timeAdded());
      return newEffect && sameTime
          ? written.withTaint(taint.withTimeAdded(ResourceDefaults.wholeSeconds(now)))
          : written;
    }

    @Override
    public Admitted<DeviceTaintRule> updateStatus(DeviceTaintRule written, DeviceTaintRule stored) {
      return Admitted.silently(written.withSpec(stored.spec()));
    }
  }

  /**
   * The admission of pool status requests. Their spec never changes, so they do without a
   * generation.
   */
  record PoolStatusRequestStrategy(Gates gates)
      implements AdmissionStrategy<ResourcePoolStatusRequest> {
    static final GatedFields<ResourcePoolStatusRequestSpec> FIELDS =
        new GatedFields<>(
            List.of(
                new GatedField<>(
                    Gate.DRA_PARTITIONABLE_DEVICES_TYPE,
                    ofOptional(
                        "defaultPartitionTypeAttribute",
                        ResourcePoolStatusRequestSpec::defaultPartitionTypeAttribute),
                    ResourcePoolStatusRequestSpec::withoutDefaultPartitionTypeAttribute)));

    @Override
    public Admitted<ResourcePoolStatusRequest> create(ResourcePoolStatusRequest written) {
      return FIELDS
          .onCreate(written.spec(), SPEC, gates)
          .map(written.withStatus(Optional.empty())::withSpec);
    }

    @Override
    public Admitted<ResourcePoolStatusRequest> update(
        ResourcePoolStatusRequest written, ResourcePoolStatusRequest stored, Instant now) {
      return FIELDS
          .onUpdate(written.spec(), stored.spec(), SPEC, gates)
          .map(written.withStatus(stored.status())::withSpec);
    }

    @Override
    public Admitted<ResourcePoolStatusRequest> updateStatus(
        ResourcePoolStatusRequest written, ResourcePoolStatusRequest stored) {
      return Admitted.silently(written.withSpec(stored.spec()));
    }
  }

  /** The admission of patches, which count generations of their spec. */
  record PatchStrategy(Gates gates) implements AdmissionStrategy<ResourceSlicePatch> {
    private static final FieldPath DEVICES = SPEC.child("devices");

    @Override
    public Admitted<ResourceSlicePatch> create(ResourceSlicePatch written) {
      var first = written.withMetadata(written.metadata().withGeneration(1));
      return PatchFields.ALL
          .onCreate(written.spec().devices(), DEVICES, gates)
          .map(ResourceSlicePatchSpec::new)
          .map(first::withSpec);
    }

    @Override
    public Admitted<ResourceSlicePatch> update(
        ResourceSlicePatch written, ResourceSlicePatch stored, Instant now) {
      return PatchFields.ALL
          .onUpdate(written.spec().devices(), stored.spec().devices(), DEVICES, gates)
          .map(ResourceSlicePatchSpec::new)
          .map(written::withSpec)
          .map(
              left ->
                  left.spec().equals(stored.spec())
                      ? left
                      : left.withMetadata(nextGeneration(left.metadata())));
    }
  }
}
