package dev.dray.kinds;

import java.util.List;

/** Nodes: their status is the kubelet's, their spec the administrator's. */
final class NodeRules implements TreeRules {

  @Override
  public List<String> parts() {
    return List.of("status");
  }
}
