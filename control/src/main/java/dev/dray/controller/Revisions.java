package dev.dray.controller;

/** Which of two resource versions is the later one. They are numbers without leading zeros. */
final class Revisions {
  private Revisions() {}

  static boolean atLeast(String one, String other) {
    return one.length() != other.length()
        ? one.length() > other.length()
        : one.compareTo(other) >= 0;
  }
}
