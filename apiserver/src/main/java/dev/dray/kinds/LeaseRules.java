package dev.dray.kinds;

/** Leases: who holds what, and until when. */
final class LeaseRules implements TreeRules {

  @Override
  public boolean createsOnUpdate() {
    return true;
  }

  @Override
  public boolean updatesUnconditionally() {
    return false;
  }
}
