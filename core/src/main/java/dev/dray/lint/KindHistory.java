package dev.dray.lint;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.resource.Kind;
import java.util.Arrays;
import java.util.Optional;

/** The releases of Kubernetes that brought each kind in each version. */
final class KindHistory {
  /** The release of kinds and versions that no release has. */
  static final int NEVER = Integer.MAX_VALUE;

  private KindHistory() {}

  static int since(Kind kind, ApiVersion version) {
    return switch (kind) {
      case RESOURCE_SLICE, RESOURCE_CLAIM, RESOURCE_CLAIM_TEMPLATE, DEVICE_CLASS ->
          switch (version) {
            case V1 -> 34;
            case V1BETA2 -> 33;
            case V1BETA1 -> 32;
            case V1ALPHA3 -> NEVER;
          };
      case DEVICE_TAINT_RULE ->
          switch (version) {
            case V1 -> 37;
            case V1BETA2 -> 36;
            case V1BETA1 -> NEVER;
            case V1ALPHA3 -> 33;
          };
      case RESOURCE_POOL_STATUS_REQUEST -> version == ApiVersion.V1ALPHA3 ? 36 : NEVER;
      case RESOURCE_SLICE_PATCH -> NEVER;
    };
  }

  /** Returns the first release that has the kind in any version. */
  static Optional<Integer> first(Kind kind) {
    return Arrays.stream(ApiVersion.values())
        .map(version -> since(kind, version))
        .filter(minor -> minor != NEVER)
        .min(Integer::compare);
  }

  /** Returns the most preferred version of the kind that a release has. */
  static Optional<String> inRelease(Kind kind, int minor) {
    return Arrays.stream(ApiVersion.values())
        .filter(version -> since(kind, version) <= minor)
        .map(ApiVersion::versionName)
        .findFirst();
  }
}
