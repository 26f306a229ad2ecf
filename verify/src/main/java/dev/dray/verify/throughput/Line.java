package dev.dray.verify.throughput;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** A line of the table of results. */
final class Line {
  static final String HEAD =
      "%-22s %6s %6s %6s %8s %8s %8s %10s"
          .formatted(
              "shape", "nodes", "before", "pods", "pods/s", "p50 ms", "p99 ms", "CPU ms/pod");

  private Line() {}

  static String of(String shape, int nodes, int before, Workload.Result result, long cpuNanos) {
    return "%-22s %6d %6d %6d %8.0f %8.0f %8.0f %10.2f"
        .formatted(
            shape,
            nodes,
            before,
            result.pods(),
            result.podsPerSecond(),
            result.latencies().percentile(50),
            result.latencies().percentile(99),
            cpuNanos / 1e6 / result.pods());
  }

  /** What this process has used of all cores. */
  static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
