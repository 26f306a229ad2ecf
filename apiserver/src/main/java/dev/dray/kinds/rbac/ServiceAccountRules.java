package dev.dray.kinds.rbac;

import dev.dray.kinds.TreeRules;

/** Service accounts: names for programs to act under. */
public final class ServiceAccountRules implements TreeRules {

  @Override
  public boolean deletionReturnsObject() {
    return true;
  }
}
