package dev.dray.inventory;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlicePatch;
import java.util.List;
import java.util.Optional;

/** The pools that a patch or a taint rule names; whatever is absent means all. */
record Scope(Optional<String> driver, Optional<String> pool) {
  private static final Scope ALL = new Scope(Optional.empty(), Optional.empty());

  static Scope of(ResourceSlicePatch patch) {
    return patch
        .spec()
        .devices()
        .filter()
        .map(filter -> new Scope(filter.driver(), filter.pool()))
        .orElse(ALL);
  }

  static Scope of(DeviceTaintRule rule) {
    return rule.spec()
        .deviceSelector()
        .map(selector -> new Scope(selector.driver(), selector.pool()))
        .orElse(ALL);
  }

  /** Every scope that has the pool in it. */
  static List<Scope> with(PoolId id) {
    var driver = Optional.of(id.driver());
    var pool = Optional.of(id.pool());
    return List.of(
        ALL,
        new Scope(driver, Optional.empty()),
        new Scope(Optional.empty(), pool),
        new Scope(driver, pool));
  }

  boolean has(PoolId id) {
    return driver.orElse(id.driver()).equals(id.driver())
        && pool.orElse(id.pool()).equals(id.pool());
  }

  /** The one pool that can be meant, if it is one. */
  Optional<PoolId> only() {
    return driver.flatMap(named -> pool.map(it -> new PoolId(named, it)));
  }
}
