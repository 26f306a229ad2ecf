package dev.dray.kinds;

/** Service accounts: names for programs to act under. */
final class AccountRules implements TreeRules {

  @Override
  public boolean deletionReturnsObject() {
    return true;
  }
}
