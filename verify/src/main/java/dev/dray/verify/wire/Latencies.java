package dev.dray.verify.wire;

import java.util.Arrays;

/** How long things took, from which percentiles are read. */
public final class Latencies {
  private long[] nanos = new long[1024];
  private int count;

  public synchronized void add(long took) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, count * 2);
    }
    nanos[count++] = took;
  }

  public synchronized int count() {
    return count;
  }

  /** In milliseconds; not a number where nothing was measured. */
  public synchronized double percentile(double percent) {
    if (count == 0) {
      return Double.NaN;
    }
    var sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    int at = (int) Math.ceil(percent / 100 * count) - 1;
    return sorted[Math.max(0, at)] / 1e6;
  }
}
