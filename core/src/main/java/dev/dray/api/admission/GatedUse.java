package dev.dray.api.admission;

import static java.util.Objects.requireNonNull;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import java.util.List;
import java.util.stream.Stream;

/**
 * A field that is set and that an API server drops unless these gates are on.
 *
 * @param gates the gates that the field needs, all of them
 */
public record GatedUse(FieldPath path, List<Gate> gates) {
  private static final FieldPath SPEC = FieldPath.of("spec");

  public GatedUse {
    requireNonNull(path, "path");
    gates = List.copyOf(gates);
  }

  /** Returns every use in the object, whatever is enabled. */
  public static List<GatedUse> in(ApiObject object) {
    return switch (object) {
      case ResourceSlice slice -> SliceFields.ALL.uses(slice.spec(), SPEC);
      case ResourceClaim claim ->
          Stream.concat(
                  ClaimSpecFields.ALL.uses(claim.spec(), SPEC).stream(),
                  ClaimStatusFields.ALL.uses(claim, FieldPath.ROOT).stream())
              .toList();
      case ResourceClaimTemplate template ->
          ClaimSpecFields.ALL.uses(template.spec().spec(), SPEC.child("spec"));
      case DeviceClass deviceClass ->
          AdmissionStrategy.ClassStrategy.FIELDS.uses(deviceClass.spec(), SPEC);
      case ResourceSlicePatch patch ->
          PatchFields.ALL.uses(patch.spec().devices(), SPEC.child("devices"));
      case ResourcePoolStatusRequest request ->
          AdmissionStrategy.PoolStatusRequestStrategy.FIELDS.uses(request.spec(), SPEC);
      case DeviceTaintRule _ -> List.of();
    };
  }
}
