package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Device;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.NodeSelectorRules;
import dev.dray.api.validation.meta.RuleChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rules for the nodes from which a slice, or one device of it, can be used. */
final class NodeSelectionRules {
  private static final String SLICE =
      "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
  private static final String DEVICE =
      "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when"
          + " `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
  private static final String TRUE = "must be either unset or set to true";

  private NodeSelectionRules() {}

  static Violations slice(ResourceSliceSpec spec, FieldPath at) {
    var set = new ArrayList<String>(1);
    var found =
        nodeName(
                spec.nodeName(),
                at.child("nodeName"),
                "must be either unset or set to a non-empty string",
                set)
            .and(selector(spec.nodeSelector(), at.child("nodeSelector"), set))
            .and(oneTerm(spec.nodeSelector(), at.child("nodeSelector").child("nodeSelectorTerms")))
            .and(flag(spec.allNodes(), "allNodes", at, set))
            .and(flag(spec.perDeviceNodeSelection(), "perDeviceNodeSelection", at, set));
    if (set.isEmpty()) {
      return countersOnly(spec) ? found : found.and(Violation.required(at, SLICE).by("union"));
    }
    return set.size() == 1
        ? found
        : found.and(several(set, SLICE + ", but multiple fields are set", at));
  }

  /**
   * Returns whether the slice has only counters. These are looked up by pool, so their slice needs
   * no nodes; the KEPs' own examples have none.
   */
  static boolean countersOnly(ResourceSliceSpec spec) {
    return !spec.sharedCounters().isEmpty() && spec.deviceList().isEmpty();
  }

  /** Returns whether the slice says nothing about nodes. */
  static boolean isUnset(ResourceSliceSpec spec) {
    return spec.nodeName().isEmpty()
        && spec.nodeSelector().isEmpty()
        && spec.allNodes().isEmpty()
        && spec.perDeviceNodeSelection().isEmpty();
  }

  private static Violations oneTerm(Optional<NodeSelector> selector, FieldPath at) {
    return selector.isEmpty() || selector.get().nodeSelectorTerms().size() == 1
        ? Violations.NONE
        : Violations.of(
            Violation.invalidShown(
                    at, RuleChecks.OMITTED, "must have exactly one node selector term")
                .by("maxItems"));
  }

  static Violations device(Device device, ResourceSliceSpec spec, FieldPath at) {
    if (!spec.perDeviceNodeSelection().orElse(false)) {
      return device.nodeName().isEmpty()
              && device.nodeSelector().isEmpty()
              && device.allNodes().isEmpty()
          ? Violations.NONE
          : Violations.of(
              Violation.invalidShown(
                      at,
                      "null",
                      "`nodeName`, `nodeSelector` and `allNodes` can only be set if"
                          + " `perDeviceNodeSelection` is set to true in the ResourceSlice spec")
                  .by("dependentRequired"));
    }
    var set = new ArrayList<String>(1);
    var found =
        nodeName(device.nodeName(), at.child("nodeName"), "must not be empty", set)
            .and(selector(device.nodeSelector(), at.child("nodeSelector"), set))
            .and(flag(device.allNodes(), "allNodes", at, set));
    if (set.isEmpty()) {
      return found.and(Violation.required(at, DEVICE).by("union"));
    }
    return set.size() == 1 ? found : found.and(several(set, DEVICE, at));
  }

  private static Violations nodeName(
      Optional<String> name, FieldPath at, String ifEmpty, List<String> set) {
    if (name.isEmpty()) {
      return Violations.NONE;
    }
    if (name.get().isEmpty()) {
      return Violations.of(Violation.invalid(at, "", ifEmpty).by("minLength"));
    }
    set.add("`nodeName`");
    return NameRules.dnsSubdomain(name.get(), at);
  }

  private static Violations selector(
      Optional<NodeSelector> selector, FieldPath at, List<String> set) {
    if (selector.isEmpty()) {
      return Violations.NONE;
    }
    set.add("`nodeSelector`");
    return NodeSelectorRules.selector(selector.get(), at);
  }

  private static Violations flag(
      Optional<Boolean> flag, String name, FieldPath at, List<String> set) {
    if (flag.isEmpty()) {
      return Violations.NONE;
    }
    if (!flag.get()) {
      return Violations.of(Violation.invalid(at.child(name), false, TRUE).by("enum"));
    }
    set.add("`" + name + "`");
    return Violations.NONE;
  }

  private static Violation several(List<String> set, String words, FieldPath at) {
    return Violation.invalid(at, "{" + String.join(", ", set) + "}", words).by("union");
  }
}
