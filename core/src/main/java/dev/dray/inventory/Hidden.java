package dev.dray.inventory;

/**
 * The reason why a published device is not offered: no request selects it, and it does not count as
 * one of {@code All}.
 *
 * <p>If it was allocated before, its consumption still counts.
 */
public enum Hidden {
  MIXINS_OFF("it uses mixins, or a counter set that does, and DRAResourceSliceMixins is off"),
  DANGLING_INCLUDE("it includes a mixin that does not exist, or consumes from a set that does"),
  BINDING_CONDITIONS_OFF("it has binding conditions and DRADeviceBindingConditions is off"),
  COMPATIBILITY_GROUPS_OFF(
      "it declares compatibility groups and DRADeviceCompatibilityGroups is off"),
  SHARED_CAPACITY_OFF("it consumes what claims request and DRASharedConsumableCapacity is off");

  private final String explanation;

  Hidden(String explanation) {
    this.explanation = explanation;
  }

  /** Returns the end of the sentence "The device is not offered because …". */
  public String explanation() {
    return explanation;
  }
}
