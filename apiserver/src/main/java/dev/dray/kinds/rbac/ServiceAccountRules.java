package dev.dray.kinds.rbac;

import dev.dray.kinds.TreeRules;

/** The rules of service accounts. */
public final class ServiceAccountRules implements TreeRules {

  @Override
  public boolean deletionReturnsObject() {
    return true;
  }
}
