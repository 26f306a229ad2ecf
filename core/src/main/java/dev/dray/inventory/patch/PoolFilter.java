package dev.dray.inventory.patch;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlicePatch;
import java.util.List;
import java.util.Optional;

/** The pools that a patch or a taint rule names; an absent field admits all. */
public record PoolFilter(Optional<String> driver, Optional<String> pool) {
  private static final PoolFilter ALL = new PoolFilter(Optional.empty(), Optional.empty());

  public static PoolFilter of(ResourceSlicePatch patch) {
    return patch
        .spec()
        .devices()
        .filter()
        .map(filter -> new PoolFilter(filter.driver(), filter.pool()))
        .orElse(ALL);
  }

  public static PoolFilter of(DeviceTaintRule rule) {
    return rule.spec()
        .deviceSelector()
        .map(selector -> new PoolFilter(selector.driver(), selector.pool()))
        .orElse(ALL);
  }

  /** Returns every filter that admits the pool. */
  static List<PoolFilter> with(PoolId id) {
    var driver = Optional.of(id.driver());
    var pool = Optional.of(id.pool());
    return List.of(
        ALL,
        new PoolFilter(driver, Optional.empty()),
        new PoolFilter(Optional.empty(), pool),
        new PoolFilter(driver, pool));
  }

  public boolean has(PoolId id) {
    return driver.orElse(id.driver()).equals(id.driver())
        && pool.orElse(id.pool()).equals(id.pool());
  }

  /** Returns the only pool that the filter admits, if it names both driver and pool. */
  public Optional<PoolId> only() {
    return driver.flatMap(named -> pool.map(it -> new PoolId(named, it)));
  }
}
