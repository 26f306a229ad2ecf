package dev.dray.inventory;

/**
 * The reason why a published device is not offered: no request selects it, and it does not count as
 * one of {@code All}.
 *
 * <p>If it was allocated before, its consumption still counts.
 */
public enum Hidden {
  MIXINS_OFF(
      "it uses mixins, or a counter set with mixins, but DRAResourceSliceMixins is disabled"),
  DANGLING_INCLUDE(
      "it includes a mixin that does not exist, or consumes from a counter set that includes one"),
  BINDING_CONDITIONS_OFF("it has binding conditions, but DRADeviceBindingConditions is disabled"),
  COMPATIBILITY_GROUPS_OFF(
      "it declares compatibility groups, but DRADeviceCompatibilityGroups is disabled"),
  SHARED_CAPACITY_OFF(
      "it consumes counters by request, but DRASharedConsumableCapacity is disabled");

  private final String explanation;

  Hidden(String explanation) {
    this.explanation = explanation;
  }

  /** Returns the end of the sentence "The device is not offered because …". */
  public String explanation() {
    return explanation;
  }
}
