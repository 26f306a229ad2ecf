package dev.dray.kinds;

/** Events: what happened to an object. */
final class EventRules implements TreeRules {

  @Override
  public boolean createsOnUpdate() {
    return true;
  }
}
