package dev.dray.api.codec.shape;

import dev.dray.api.codec.shape.ApiVersion.Dialect;
import dev.dray.api.codec.text.Output;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;

/** The shapes of all kinds in one dialect. */
public final class KindShapes {
  private static final KindShapes V1 = new KindShapes(Dialect.V1);
  private static final KindShapes V1BETA1 = new KindShapes(Dialect.V1BETA1);

  private final ObjectShape<ResourceSlice> slice;
  private final ObjectShape<ResourceClaim> claim;
  private final ObjectShape<ResourceClaimTemplate> template;

  private KindShapes(Dialect dialect) {
    slice = SliceShapes.slice(dialect);
    claim = ClaimShapes.claim(dialect);
    template = ClaimShapes.template(dialect);
  }

  public static KindShapes of(ApiVersion version) {
    return switch (version.dialect()) {
      case V1 -> V1;
      case V1BETA1 -> V1BETA1;
    };
  }

  public ObjectShape<? extends ApiObject> shape(Kind kind) {
    return switch (kind) {
      case RESOURCE_SLICE -> slice;
      case RESOURCE_CLAIM -> claim;
      case RESOURCE_CLAIM_TEMPLATE -> template;
      case DEVICE_CLASS -> AdminShapes.DEVICE_CLASS;
      case DEVICE_TAINT_RULE -> AdminShapes.DEVICE_TAINT_RULE;
      case RESOURCE_POOL_STATUS_REQUEST -> PoolStatusShapes.REQUEST;
      case RESOURCE_SLICE_PATCH -> AdminShapes.RESOURCE_SLICE_PATCH;
    };
  }

  public void writeFields(ApiObject object, Output out) {
    switch (object) {
      case ResourceSlice it -> slice.writeFields(it, out);
      case ResourceClaim it -> claim.writeFields(it, out);
      case ResourceClaimTemplate it -> template.writeFields(it, out);
      case DeviceClass it -> AdminShapes.DEVICE_CLASS.writeFields(it, out);
      case DeviceTaintRule it -> AdminShapes.DEVICE_TAINT_RULE.writeFields(it, out);
      case ResourcePoolStatusRequest it -> PoolStatusShapes.REQUEST.writeFields(it, out);
      case ResourceSlicePatch it -> AdminShapes.RESOURCE_SLICE_PATCH.writeFields(it, out);
    }
  }
}
