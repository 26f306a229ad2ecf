package dev.dray.framework;

import dev.dray.framework.node.NodeRequirements;
import dev.dray.framework.node.NodeResources;
import java.util.Arrays;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** The names of kube-scheduler's plugins by the reasons they give: operators count pods by them. */
final class Plugins {
  static final String DEVICES = "DynamicResources";

  private Plugins() {}

  static SortedSet<String> of(String... names) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(Arrays.asList(names)));
  }

  /** Returns the plugin that refuses a node for this reason. */
  static String refusing(String reason) {
    if (reason.startsWith(NodeResources.INSUFFICIENT) || reason.equals(NodeResources.FULL)) {
      return "NodeResourcesFit";
    }
    if (reason.startsWith(NodeRequirements.TAINTED)) {
      return "TaintToleration";
    }
    return switch (reason) {
      case NodeRequirements.CORDONED -> "NodeUnschedulable";
      case NodeRequirements.NO_MATCH -> "NodeAffinity";
      case NodeToStatus.NOT_NEAR, NodeToStatus.NOT_APART, NodeToStatus.UNWELCOME ->
          "InterPodAffinity";
      default -> DEVICES;
    };
  }
}
