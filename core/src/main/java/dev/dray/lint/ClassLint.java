package dev.dray.lint;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.DevicePatchFilter;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.cluster.Cluster;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The check for device classes that are named and do not exist; if no class was given, nothing is
 * reported.
 */
final class ClassLint {
  private final Cluster cluster;
  private final Set<String> classes;
  private final List<LintFinding> remarks;

  ClassLint(Cluster cluster, List<LintFinding> remarks) {
    this.cluster = cluster;
    this.remarks = remarks;
    classes =
        cluster.classes().stream().map(it -> it.metadata().name()).collect(Collectors.toSet());
  }

  void look() {
    if (classes.isEmpty()) {
      return;
    }
    ClaimSpec.of(cluster)
        .forEach(
            claim ->
                claim
                    .requests()
                    .forEach(
                        request ->
                            named(
                                claim.name(),
                                request.path().child("deviceClassName"),
                                request.deviceClass(),
                                "the request can never be satisfied")));
    cluster.patches().forEach(this::look);
  }

  private void look(ResourceSlicePatch patch) {
    patch
        .spec()
        .devices()
        .filter()
        .flatMap(DevicePatchFilter::deviceClassName)
        .ifPresent(
            name ->
                named(
                    ObjectName.of(patch),
                    FieldPath.of("spec", "devices", "filter", "deviceClassName"),
                    name,
                    "the patch has no effect until it does"));
  }

  private void named(ObjectName about, FieldPath path, String name, String consequence) {
    if (!classes.contains(name)) {
      remarks.add(
          LintFinding.warning(
                  LintRule.UNKNOWN_CLASS,
                  about,
                  path,
                  "the device class %s does not exist: %s".formatted(name, consequence))
              .hint(LintPhrases.didYouMean(name, classes)));
    }
  }
}
