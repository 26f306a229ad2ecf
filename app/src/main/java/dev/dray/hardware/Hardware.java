package dev.dray.hardware;

import java.util.List;

/** A kind of node, and what its drivers publish. */
public interface Hardware {

  /** Returns the prefix of node names, before their number. */
  String nodePrefix();

  /** Returns the name of the manifests that go with it: see {@link Setting}. */
  String setting();

  /** Returns the pools of a node. */
  List<PlannedPool> pools(String node, Serials serials);
}
