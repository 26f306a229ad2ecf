package dev.dray.api.codec.shape;

import dev.dray.api.resource.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A version of {@code resource.k8s.io}, most preferred first, and the kinds it has. */
public enum ApiVersion {
  V1("v1", Dialect.V1, stable(Kind.DEVICE_TAINT_RULE)),
  V1BETA2("v1beta2", Dialect.V1, stable(Kind.DEVICE_TAINT_RULE)),
  V1BETA1("v1beta1", Dialect.V1BETA1, stable()),
  V1ALPHA3(
      "v1alpha3",
      Dialect.V1,
      EnumSet.of(
          Kind.DEVICE_TAINT_RULE, Kind.RESOURCE_POOL_STATUS_REQUEST, Kind.RESOURCE_SLICE_PATCH));

  /** The form of a version's objects: only v1beta1 differs from the hub. */
  enum Dialect {
    V1,
    V1BETA1
  }

  public static final String GROUP = "resource.k8s.io";

  private final String versionName;
  private final Dialect dialect;
  private final Set<Kind> kinds;

  ApiVersion(String versionName, Dialect dialect, Set<Kind> kinds) {
    this.versionName = versionName;
    this.dialect = dialect;
    this.kinds = kinds;
  }

  private static Set<Kind> stable(Kind... more) {
    var kinds =
        EnumSet.of(
            Kind.RESOURCE_SLICE,
            Kind.RESOURCE_CLAIM,
            Kind.RESOURCE_CLAIM_TEMPLATE,
            Kind.DEVICE_CLASS);
    kinds.addAll(List.of(more));
    return kinds;
  }

  /** Returns the version as in a URL, such as {@code v1beta1}. */
  public String versionName() {
    return versionName;
  }

  /** Returns the group and version as in {@code apiVersion:} of a manifest. */
  public String apiVersion() {
    return GROUP + "/" + versionName;
  }

  Dialect dialect() {
    return dialect;
  }

  public boolean serves(Kind kind) {
    return kinds.contains(kind);
  }

  /** Returns the version of this {@code apiVersion:}, if it is one of this group. */
  public static Optional<ApiVersion> of(String apiVersion) {
    for (var version : values()) {
      if (version.apiVersion().equals(apiVersion)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  /** Returns the versions that have this kind, most preferred first. */
  public static List<ApiVersion> serving(Kind kind) {
    return List.of(values()).stream().filter(version -> version.serves(kind)).toList();
  }
}
