package dev.dray.lint;

import static dev.dray.lint.LintRule.Knows.ALL;
import static dev.dray.lint.LintRule.Knows.PART;

/** The rules of lint; users and programs know a rule by its id. */
public enum LintRule {
  GIVEN_TWICE("given-twice", PART, "An object is defined more than once."),
  POOL_INCOMPLETE("pool-incomplete", ALL, "A pool does not have as many slices as it should have."),
  POOL_COUNTS_DISAGREE(
      "pool-counts-disagree",
      PART,
      "Slices of one pool and generation disagree on the number of slices."),
  OLD_GENERATION(
      "old-generation", PART, "A slice has an older generation than others of its pool."),
  DUPLICATE_DEVICE(
      "duplicate-device", PART, "Two slices of a pool have a device with the same name."),
  DUPLICATE_COUNTER_SET(
      "duplicate-counter-set", PART, "Two slices of a pool have a counter set with the same name."),
  DANGLING_COUNTER_SET(
      "dangling-counter-set", ALL, "A device consumes from a counter set that its pool lacks."),
  DANGLING_COUNTER(
      "dangling-counter", ALL, "A device consumes a counter that the counter set lacks."),
  UNUSED_COUNTER_SET(
      "unused-counter-set", ALL, "No device of the pool consumes from a counter set."),
  UNUSED_MIXIN("unused-mixin", PART, "Nothing in the slice includes a mixin."),
  NEVER_ALLOCATABLE(
      "device-never-allocatable", ALL, "A device consumes more of a counter than there is."),
  UNKNOWN_CLASS("unknown-class", ALL, "A named device class does not exist."),
  UNPUBLISHED_NAME(
      "unpublished-name", ALL, "A selector reads an attribute or capacity that no device has."),
  SELECTOR_FAILS("selector-fails", PART, "A selector fails on some devices."),
  MATCHES_NOTHING("selector-matches-nothing", ALL, "Selectors match no published device."),
  TOO_MANY_DEVICES(
      "too-many-devices", ALL, "A request asks for more devices than any node could offer."),
  CAPACITY_NEVER_MET(
      "capacity-never-met", ALL, "A request asks for more of a capacity than any device has."),
  PATCH_TOUCHES_NOTHING("patch-touches-nothing", ALL, "A patch changes no device."),
  PATCH_FAILS("patch-fails", PART, "A patch is not applied to devices that it selects."),
  PATCH_OVERRIDDEN("patch-overridden", PART, "A patch is overridden by another patch."),
  TAINT_RULE_TOUCHES_NOTHING("taint-rule-touches-nothing", ALL, "A taint rule taints no device."),
  UNKNOWN_CLAIM("unknown-claim", ALL, "A pod names a claim or template that does not exist."),
  UNKNOWN_POD_CLAIM(
      "unknown-pod-claim", PART, "A container names a claim that its pod does not list."),
  SLICE_SIZE("slice-size", PART, "A slice is close to the size that etcd rejects.");

  /** The knowledge of the cluster that a rule needs. */
  public enum Knows {
    /** The rule is about something missing: all objects must have been read. */
    ALL,
    /** The rule is about objects that exist. */
    PART
  }

  private final String id;
  private final Knows knows;
  private final String description;

  LintRule(String id, Knows knows, String description) {
    this.id = id;
    this.knows = knows;
    this.description = description;
  }

  /** Returns the id, such as {@code lint/pool-incomplete}. */
  public String id() {
    return "lint/" + id;
  }

  public Knows knows() {
    return knows;
  }

  /** Returns the description, one sentence. */
  public String description() {
    return description;
  }
}
