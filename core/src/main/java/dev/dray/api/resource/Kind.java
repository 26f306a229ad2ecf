package dev.dray.api.resource;

/** A kind of {@code resource.k8s.io}: its names and its scope. */
public enum Kind {
  RESOURCE_SLICE("ResourceSlice", "resourceslices", Scope.CLUSTER),
  RESOURCE_CLAIM("ResourceClaim", "resourceclaims", Scope.NAMESPACED),
  RESOURCE_CLAIM_TEMPLATE("ResourceClaimTemplate", "resourceclaimtemplates", Scope.NAMESPACED),
  DEVICE_CLASS("DeviceClass", "deviceclasses", Scope.CLUSTER),
  DEVICE_TAINT_RULE("DeviceTaintRule", "devicetaintrules", Scope.CLUSTER),
  RESOURCE_POOL_STATUS_REQUEST(
      "ResourcePoolStatusRequest", "resourcepoolstatusrequests", Scope.CLUSTER),
  RESOURCE_SLICE_PATCH("ResourceSlicePatch", "resourceslicepatches", Scope.CLUSTER);

  /** The scope of objects of a kind: in a namespace, or in the cluster. */
  public enum Scope {
    CLUSTER,
    NAMESPACED
  }

  private final String kindName;
  private final String plural;
  private final Scope scope;

  Kind(String kindName, String plural, Scope scope) {
    this.kindName = kindName;
    this.plural = plural;
    this.scope = scope;
  }

  /** Returns the name as in {@code kind:} of a manifest. */
  public String kindName() {
    return kindName;
  }

  /** Returns the name as in a URL. */
  public String plural() {
    return plural;
  }

  public Scope scope() {
    return scope;
  }
}
