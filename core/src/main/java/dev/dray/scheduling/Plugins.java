package dev.dray.scheduling;

import java.util.Arrays;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which plugin of kube-scheduler says what: operators count pods by them. */
final class Plugins {
  static final String DEVICES = "DynamicResources";

  private Plugins() {}

  static SortedSet<String> of(String... names) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(Arrays.asList(names)));
  }

  /** The plugin that refuses a node for this reason. */
  static String refusing(String reason) {
    if (reason.startsWith(Room.INSUFFICIENT) || reason.equals(Room.FULL)) {
      return "NodeResourcesFit";
    }
    if (reason.startsWith(Where.TAINTED)) {
      return "TaintToleration";
    }
    return switch (reason) {
      case Where.CORDONED -> "NodeUnschedulable";
      case Where.NO_MATCH -> "NodeAffinity";
      case Standing.NOT_NEAR, Standing.NOT_APART, Standing.UNWELCOME -> "InterPodAffinity";
      default -> DEVICES;
    };
  }
}
