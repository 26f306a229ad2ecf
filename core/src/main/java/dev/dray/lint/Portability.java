package dev.dray.lint;

import dev.dray.api.admission.GatedUse;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.FieldPath.Step;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.DeviceTaint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The parts of an object that a release of Kubernetes would drop or does not have. */
public final class Portability {
  /** The id of the rule for everything that the release does not have. */
  public static final String RULE = "target/unsupported";

  /** The id of the rule for APIs that the release has and that are off by default. */
  public static final String API_OFF = "target/api-off";

  private static final FieldPath SPEC = FieldPath.of("spec");

  private final Release release;
  private final Gates gates;

  /**
   * Creates the check for a release.
   *
   * @param gates the feature gates of that cluster
   */
  public Portability(Release release, Gates gates) {
    this.release = release;
    this.gates = gates;
  }

  /** Something that a release does not accept. */
  public record Gap(
      LintFinding.Severity severity,
      String rule,
      FieldPath path,
      String message,
      Optional<String> hint) {}

  /** Returns everything in the object that the release does not accept. */
  public List<Gap> of(ApiObject object, ApiVersion version) {
    var gaps = new ArrayList<Gap>();
    kind(object, version, gaps);
    if (gaps.stream().noneMatch(it -> it.severity() == LintFinding.Severity.ERROR)) {
      alike(GatedUse.in(object)).forEach(uses -> field(uses).ifPresent(gaps::add));
      effects(object, gaps);
      nodes(object, gaps);
    }
    return gaps;
  }

  private void kind(ApiObject object, ApiVersion version, List<Gap> gaps) {
    int since = KindHistory.since(object.kind(), version);
    var name = object.kind().kindName();
    if (KindHistory.first(object.kind()).isEmpty()) {
      gaps.add(
          error(
              FieldPath.of("kind"),
              "no Kubernetes release has the kind %s: it belongs to KEP-%d, which only Dray implements"
                  .formatted(name, Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES.kep()),
              Optional.empty()));
    } else if (since > release.minor()) {
      gaps.add(
          error(
              FieldPath.of("apiVersion"),
              "Kubernetes %s does not have %s in %s, which was added in 1.%d"
                  .formatted(release, name, version.apiVersion(), since),
              KindHistory.inRelease(object.kind(), release.minor())
                  .map(it -> "%s has it in %s: dray convert --to %2$s".formatted(release, it))));
    } else if (version != ApiVersion.V1) {
      gaps.add(
          new Gap(
              LintFinding.Severity.WARNING,
              API_OFF,
              FieldPath.of("apiVersion"),
              "%s is disabled by default in Kubernetes %s".formatted(version.apiVersion(), release),
              Optional.of(
                  KindHistory.since(object.kind(), ApiVersion.V1) <= release.minor()
                      ? "dray convert --to v1"
                      : "kube-apiserver --runtime-config=%s=true"
                          .formatted(version.apiVersion()))));
    }
    if (object.kind() == Kind.DEVICE_TAINT_RULE && !gates.enabled(Gate.DRA_DEVICE_TAINT_RULES)) {
      gaps.add(
          error(
              FieldPath.of("kind"),
              "Kubernetes %s ignores %s: %s"
                  .formatted(release, name, off(Gate.DRA_DEVICE_TAINT_RULES)),
              Optional.of(switchOn(List.of(Gate.DRA_DEVICE_TAINT_RULES)))));
    }
    if (object.kind() == Kind.RESOURCE_POOL_STATUS_REQUEST
        && since <= release.minor()
        && !gates.enabled(Gate.DRA_RESOURCE_POOL_STATUS)) {
      gaps.add(
          error(
              FieldPath.of("kind"),
              "Kubernetes %s does not answer a %s: %s"
                  .formatted(release, name, off(Gate.DRA_RESOURCE_POOL_STATUS)),
              Optional.of(switchOn(List.of(Gate.DRA_RESOURCE_POOL_STATUS)))));
    }
  }

  /** Groups the uses of one field, by many devices for example. */
  private static List<List<GatedUse>> alike(List<GatedUse> uses) {
    var alike = new LinkedHashMap<String, List<GatedUse>>();
    uses.forEach(use -> alike.computeIfAbsent(shape(use), _ -> new ArrayList<>()).add(use));
    return List.copyOf(alike.values());
  }

  private static String shape(GatedUse use) {
    return use.path().steps().stream()
            .map(
                step ->
                    switch (step) {
                      case Step.Child(var name) -> "." + name;
                      case Step.Index _, Step.Key _ -> "[]";
                    })
            .collect(Collectors.joining())
        + use.gates();
  }

  private Optional<Gap> field(List<GatedUse> uses) {
    var use = uses.getFirst();
    var more = uses.size() == 1 ? "" : " (and %d more)".formatted(uses.size() - 1);
    return why(use)
        .map(
            why ->
                error(
                    use.path(), "%s%s: %s".formatted(use.path(), more, why.words()), why.advice()));
  }

  private record Why(String words, Optional<String> advice) {}

  private Optional<Why> why(GatedUse use) {
    var nowhere = use.gates().stream().filter(it -> GateHistory.of(it).isEmpty()).findFirst();
    if (nowhere.isPresent() || isOnlyDrays(use)) {
      var gate = nowhere.orElse(use.gates().getFirst());
      return Optional.of(
          new Why(
              "no Kubernetes release has the field: it belongs to KEP-%d, which only Dray implements in full"
                  .formatted(gate.kep()),
              gate == Gate.DRA_RESOURCE_SLICE_MIXINS
                  ? Optional.of("dray flatten -o yaml writes the same devices without mixins")
                  : Optional.empty()));
    }
    int since = since(use);
    if (since > release.minor()) {
      return Optional.of(
          new Why(
              "Kubernetes %s does not have the field, which was added in 1.%d (%s)"
                  .formatted(release, since, stageIn(use, since)),
              Optional.empty()));
    }
    var off = use.gates().stream().filter(it -> !gates.enabled(it)).toList();
    return off.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Why(
                "Kubernetes %s drops the field: %s".formatted(release, off(off.getFirst())),
                Optional.of(switchOn(off))));
  }

  /**
   * Returns whether only Dray has the field: upstream has compatibility groups in slices, not in
   * allocation results.
   */
  private static boolean isOnlyDrays(GatedUse use) {
    return use.gates().contains(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS)
        && use.path().isWithin(FieldPath.of("status"));
  }

  /** Returns the release that has the field in its present form. */
  private static int since(GatedUse use) {
    int ofGates =
        use.gates().stream().mapToInt(it -> GateHistory.of(it).getFirst().minor()).max().orElse(0);
    return use.path().steps().getLast() instanceof Step.Child(var name)
        ? switch (name) {
          // In 1.34 the counter sets had to be in the slice of the devices.
          case "sharedCounters", "consumesCounters" -> 35;
          // In 1.36 it was nodeAllocatableResourceMappings, with other fields.
          case "nodeAllocatableResources" -> 37;
          case "defaultPartitionTypeAttribute" -> 37;
          default -> ofGates;
        }
        : ofGates;
  }

  private static String stageIn(GatedUse use, int minor) {
    var gate = use.gates().getFirst();
    return GateHistory.in(gate, minor)
        .map(it -> "%s, gate %s".formatted(it.words(), gate.gateName()))
        .orElse(gate.gateName());
  }

  private String off(Gate gate) {
    var now =
        GateHistory.in(gate, release.minor())
            .map(it -> "%s and disabled%s".formatted(it.words(), it.on() ? "" : " by default"))
            .orElse("unknown there");
    var later =
        GateHistory.switchedOn(gate)
            .filter(it -> it.minor() > release.minor())
            .map(it -> ", and enabled from 1.%d on".formatted(it.minor()))
            .orElse("");
    return "the feature gate %s is %s%s".formatted(gate.gateName(), now, later);
  }

  private static String switchOn(List<Gate> gates) {
    return "if your cluster enables it, add --feature-gates="
        + gates.stream().map(it -> it.gateName() + "=true").collect(Collectors.joining(","));
  }

  /** Reports the taint effect None, which came later than taints. */
  private void effects(ApiObject object, List<Gap> gaps) {
    if (release.minor() >= 35) {
      return;
    }
    if (object instanceof DeviceTaintRule rule && isNone(rule.spec().taint())) {
      gaps.add(effect(SPEC.child("taint").child("effect")));
    }
    if (object instanceof ResourceSlice slice) {
      for (int i = 0; i < slice.spec().devices().size(); i++) {
        var taints = slice.spec().devices().get(i).taints();
        for (int j = 0; j < taints.size(); j++) {
          if (isNone(taints.get(j))) {
            var at = SPEC.child("devices").index(i).child("taints").index(j).child("effect");
            gaps.add(effect(at));
          }
        }
      }
    }
  }

  private static boolean isNone(DeviceTaint taint) {
    return taint.effect().equals("None");
  }

  private Gap effect(FieldPath at) {
    return error(
        at,
        "%s: Kubernetes %s does not have the effect None, which was added in 1.35"
            .formatted(at, release),
        Optional.empty());
  }

  /** Reports a slice of counter sets without nodes, which only Dray accepts. */
  private void nodes(ApiObject object, List<Gap> gaps) {
    if (object instanceof ResourceSlice slice
        && !slice.spec().sharedCounters().isEmpty()
        && slice.spec().devices().isEmpty()
        && slice.spec().nodeName().isEmpty()
        && slice.spec().nodeSelector().isEmpty()
        && slice.spec().allNodes().isEmpty()
        && slice.spec().perDeviceNodeSelection().isEmpty()) {
      gaps.add(
          error(
              SPEC,
              "spec: Kubernetes %s rejects a slice without node selection, even if it has only counters"
                  .formatted(release),
              Optional.of("set nodeName, nodeSelector or allNodes as the slices of devices do")));
    }
  }

  private static Gap error(FieldPath path, String message, Optional<String> hint) {
    return new Gap(LintFinding.Severity.ERROR, RULE, path, message, hint);
  }
}
