package dev.dray.api.resource;

import dev.dray.api.meta.ObjectMeta;

/** An object of {@code resource.k8s.io}, version-free and possibly invalid: validation tells. */
public sealed interface ApiObject
    permits DeviceClass,
        DeviceTaintRule,
        ResourceClaim,
        ResourceClaimTemplate,
        ResourcePoolStatusRequest,
        ResourceSlice,
        ResourceSlicePatch {

  Kind kind();

  ObjectMeta metadata();

  ApiObject withMetadata(ObjectMeta metadata);
}
