package dev.dray.http;

import dev.dray.kinds.Resource;
import java.util.Optional;

/** The API versions for which Kubernetes has announced a removal. */
final class Deprecations {
  private static final String DEVICES = "resource.k8s.io";

  /** The Kubernetes minor release whose API this is. */
  private static final int CURRENT = 37;

  /** The number of releases between the deprecation of a beta or alpha version and its removal. */
  private static final int NOTICE = 3;

  private Deprecations() {}

  /** Returns the warning for users of a version, if the version is deprecated. */
  static Optional<String> of(Resource resource, String version) {
    return removal(resource, version)
        .filter(removed -> removed - NOTICE <= CURRENT)
        .map(
            removed ->
                "%s %s is deprecated in v1.%d+, unavailable in v1.%d+"
                    .formatted(
                        resource.apiVersion(version), resource.kind(), removed - NOTICE, removed));
  }

  private static Optional<Integer> removal(Resource resource, String version) {
    if (!resource.group().equals(DEVICES)) {
      return Optional.empty();
    }
    boolean taintRule = resource.plural().equals("devicetaintrules");
    return switch (version) {
      case "v1beta1" -> Optional.of(38);
      case "v1beta2" -> Optional.of(taintRule ? 42 : 39);
      case "v1alpha3" ->
          taintRule
              ? Optional.of(39)
              : resource.plural().equals("resourcepoolstatusrequests")
                  ? Optional.of(42)
                  : Optional.empty();
      default -> Optional.empty();
    };
  }
}
