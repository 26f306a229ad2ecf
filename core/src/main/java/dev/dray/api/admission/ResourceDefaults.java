package dev.dray.api.admission;

import static dev.dray.api.admission.GatedFields.each;

import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceTaint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The defaults of fields that were left out. */
final class ResourceDefaults {
  private static final String EXACT_COUNT = "ExactCount";
  private static final int POOLS = 100;

  private final Instant now;

  ResourceDefaults(Instant now) {
    this.now = wholeSeconds(now);
  }

  /** Truncates to whole seconds, as on the wire: anything finer would not survive being stored. */
  static Instant wholeSeconds(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS);
  }

  ApiObject in(ApiObject object) {
    return switch (object) {
      case ResourceSlice slice -> in(slice);
      case ResourceClaim claim ->
          ClaimStatusFields.results(
              claim.withSpec(in(claim.spec())),
              result -> result.withTolerations(in(result.tolerations())));
      case ResourceClaimTemplate template ->
          template.withSpec(template.spec().withSpec(in(template.spec().spec())));
      case DeviceTaintRule rule -> rule.withSpec(rule.spec().withTaint(in(rule.spec().taint())));
      case ResourcePoolStatusRequest request -> in(request);
      case DeviceClass deviceClass -> deviceClass;
      case ResourceSlicePatch patch -> patch;
    };
  }

  private ResourceSlice in(ResourceSlice slice) {
    var tainted = slice.spec().devices().stream().anyMatch(this::lacksTime);
    return tainted ? slice.withSpec(SliceFields.devices(slice.spec(), this::in)) : slice;
  }

  private boolean lacksTime(Device device) {
    return device.taints().stream().anyMatch(taint -> taint.timeAdded().isEmpty());
  }

  private Device in(Device device) {
    return lacksTime(device) ? device.withTaints(each(device.taints(), this::in)) : device;
  }

  private DeviceTaint in(DeviceTaint taint) {
    return taint.timeAdded().isPresent() ? taint : taint.withTimeAdded(now);
  }

  private static ResourceClaimSpec in(ResourceClaimSpec spec) {
    return ClaimSpecFields.either(spec, ResourceDefaults::in, ResourceDefaults::in);
  }

  private static ExactDeviceRequest in(ExactDeviceRequest request) {
    var mode = mode(request.allocationMode());
    return request
        .withAllocationMode(mode)
        .withCount(count(mode, request.count()))
        .withTolerations(in(request.tolerations()));
  }

  private static DeviceSubRequest in(DeviceSubRequest request) {
    var mode = mode(request.allocationMode());
    return request
        .withAllocationMode(mode)
        .withCount(count(mode, request.count()))
        .withTolerations(in(request.tolerations()));
  }

  private static String mode(String mode) {
    return mode.isEmpty() ? EXACT_COUNT : mode;
  }

  private static long count(String mode, long count) {
    return mode.equals(EXACT_COUNT) && count == 0 ? 1 : count;
  }

  private static List<DeviceToleration> in(List<DeviceToleration> tolerations) {
    return each(
        tolerations,
        toleration ->
            toleration.operator().isEmpty() ? toleration.withOperator("Equal") : toleration);
  }

  private static ResourcePoolStatusRequest in(ResourcePoolStatusRequest request) {
    return request.spec().limit().isPresent()
        ? request
        : request.withSpec(request.spec().withLimit(POOLS));
  }
}
