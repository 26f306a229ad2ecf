package dev.dray.controller;

/** The order of resource versions, which are numbers without leading zeros. */
final class Revisions {
  private Revisions() {}

  static boolean atLeast(String one, String other) {
    return one.length() != other.length()
        ? one.length() > other.length()
        : one.compareTo(other) >= 0;
  }
}
