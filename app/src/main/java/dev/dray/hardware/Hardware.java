package dev.dray.hardware;

import java.util.List;

/** A kind of node, and what drivers publish of it. */
public interface Hardware {

  /** What nodes of it are called, before their number. */
  String nodePrefix();

  /** The manifests that go with it: see {@link Setting}. */
  String setting();

  /** The pools of a node of this name. */
  List<PlannedPool> pools(String node, Serials serials);
}
