package dev.dray.http;

import dev.dray.kinds.Resource;
import java.util.Optional;

/** Versions of which Kubernetes has said when they go. */
final class Deprecations {
  private static final String DEVICES = "resource.k8s.io";

  /** The release whose API this is. */
  private static final int CURRENT = 37;

  /** A beta or alpha version is deprecated this many releases before it goes. */
  private static final int NOTICE = 3;

  private Deprecations() {}

  /** What to tell those who still use a version, if it is on its way out. */
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
