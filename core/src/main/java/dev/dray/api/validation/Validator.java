package dev.dray.api.validation;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.selector.DeviceExpressions;
import java.util.List;

/**
 * The validator of objects that are about to be written, which reports every mistake.
 *
 * <p>It expects objects as admission leaves them: defaults filled in, fields of switched-off
 * features dropped, and the parts that the request may not change taken from the stored object.
 */
public final class Validator {
  private final DeviceExpressions expressions;
  private final SliceRules slices;
  private final ClaimRules claims;
  private final ClassRules classes;
  private final PatchRules patches;
  private final PoolStatusRequestRules poolStatusRequests;
  private final CapacityRules capacities;

  /**
   * Creates a validator of new expressions with {@code expressions}, and of everything else by the
   * gates.
   */
  public Validator(Gates gates, DeviceExpressions expressions) {
    this.expressions = expressions;
    var selectors = new SelectorRules(expressions);
    this.slices = new SliceRules(gates);
    this.claims = new ClaimRules(gates, expressions);
    this.classes = new ClassRules(selectors);
    this.capacities = new CapacityRules(new RequestPolicyRules(gates));
    this.patches = new PatchRules(selectors, capacities);
    this.poolStatusRequests = new PoolStatusRequestRules(gates);
  }

  /** Returns a validator for an API server with these gates. */
  public static Validator with(Gates gates) {
    return new Validator(gates, DeviceExpressions.forNew(gates));
  }

  /** Returns a validator with expressions that may use only what other gates allow. */
  public static Validator with(Gates gates, Gates ofExpressions) {
    return new Validator(gates, DeviceExpressions.forNew(ofExpressions));
  }

  public Violations create(ApiObject object) {
    return switch (object) {
      case ResourceSlice slice -> slices.create(slice);
      case ResourceClaim claim -> claims.create(claim);
      case ResourceClaimTemplate template -> claims.create(template);
      case DeviceClass deviceClass -> classes.create(deviceClass);
      case DeviceTaintRule rule -> TaintRules.create(rule);
      case ResourcePoolStatusRequest request -> poolStatusRequests.create(request);
      case ResourceSlicePatch patch -> patches.create(patch);
    };
  }

  /**
   * Validates an update, comparing it with the stored object: some fields must stay, and some may
   * stay invalid.
   */
  public Violations update(ApiObject object, ApiObject old) {
    return switch (object) {
      case ResourceSlice slice -> slices.update(slice, same(slice, old));
      case ResourceClaim claim -> claims.update(claim, same(claim, old));
      case ResourceClaimTemplate template -> claims.update(template, same(template, old));
      case DeviceClass deviceClass -> classes.update(deviceClass, same(deviceClass, old));
      case DeviceTaintRule rule -> TaintRules.update(rule, same(rule, old));
      case ResourcePoolStatusRequest request ->
          poolStatusRequests.update(request, same(request, old));
      case ResourceSlicePatch patch -> patches.update(patch, same(patch, old));
    };
  }

  /** Validates a write of the status, for those kinds that have one. */
  public Violations updateStatus(ApiObject object, ApiObject old) {
    return switch (object) {
      case ResourceClaim claim -> StatusRules.update(claim, same(claim, old));
      case DeviceTaintRule rule -> TaintRules.updateStatus(rule, same(rule, old));
      case ResourcePoolStatusRequest request ->
          poolStatusRequests.updateStatus(request, same(request, old));
      case ResourceSlice _, ResourceClaimTemplate _, DeviceClass _, ResourceSlicePatch _ ->
          throw new IllegalArgumentException(
              "The kind (%s) has no status.".formatted(object.kind().kindName()));
    };
  }

  /**
   * Returns warnings for what is accepted and still worth telling, as the texts of {@code Warning}
   * headers.
   */
  public List<String> warnings(ApiObject object) {
    return object instanceof ResourceSlice slice
        ? SliceWarnings.of(slice.spec())
        : SelectorWarnings.of(object, expressions);
  }

  @SuppressWarnings("unchecked")
  private static <T extends ApiObject> T same(T object, ApiObject old) {
    if (object.kind() != old.kind()) {
      throw new IllegalArgumentException(
          "The stored object (%s) is not of the kind (%s)."
              .formatted(old.kind().kindName(), object.kind().kindName()));
    }
    return (T) old;
  }
}
