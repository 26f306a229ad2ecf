package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

/**
 * The identity of a pool: its driver, and its name, which is unique among the pools of the driver.
 */
public record PoolId(String driver, String pool) implements Comparable<PoolId> {
  public PoolId {
    requireNonNull(driver, "driver");
    requireNonNull(pool, "pool");
  }

  /** Compares by driver, then by pool, byte by byte: names are ASCII. */
  @Override
  public int compareTo(PoolId other) {
    int byDriver = driver.compareTo(other.driver);
    return byDriver != 0 ? byDriver : pool.compareTo(other.pool);
  }

  @Override
  public String toString() {
    return driver + "/" + pool;
  }
}
