package dev.dray.lint;

import dev.dray.api.gate.Gates;
import dev.dray.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;

/** The checks across the objects of a cluster; thread-safe. */
public final class Lint {
  private final Gates gates;

  public Lint(Gates gates) {
    this.gates = gates;
  }

  /** Returns all findings, rule by rule, in an order that depends on the objects alone. */
  public List<LintFinding> of(Cluster cluster) {
    return of(cluster, LintRule.Knows.ALL);
  }

  /**
   * Returns all findings.
   *
   * @param knows {@code PART} if there are more objects than these, so that nothing can be said
   *     about missing ones
   */
  public List<LintFinding> of(Cluster cluster, LintRule.Knows knows) {
    var remarks = new ArrayList<LintFinding>();
    var pools = SlicePool.of(cluster.slices());
    new PoolLint(remarks).look(pools);
    new CounterLint(remarks).look(pools);
    cluster.slices().forEach(slice -> MixinLint.look(slice, remarks));
    cluster.slices().forEach(slice -> SizeLint.look(slice, remarks));
    new ClassLint(cluster, remarks).look();
    new PodLint(cluster, remarks).look();
    if (!cluster.slices().isEmpty()) {
      var inventory = cluster.inventory(gates);
      var publishedDevices = new PublishedDevices(inventory.snapshot(), cluster.classes());
      new SelectorLint(cluster, publishedDevices, remarks).look();
      new AmendmentLint(cluster, gates, remarks).look(inventory);
    }
    return remarks.stream()
        .filter(it -> knows == LintRule.Knows.ALL || it.rule().knows() == LintRule.Knows.PART)
        .toList();
  }
}
