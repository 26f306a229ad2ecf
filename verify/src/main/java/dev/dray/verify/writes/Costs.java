package dev.dray.verify.writes;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/** What sorts of work took: of the thread that did it, of the clock, and of all threads. */
final class Costs {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Sums over one sort of work. */
  private static final class Sum {
    private long count;
    private long thread;
    private long clock;
  }

  private final Map<String, Sum> sums = new LinkedHashMap<>();
  private final long process = ofProcess();
  private long rounds;

  static long ofProcess() {
    return PROCESS.getProcessCpuTime();
  }

  void measure(String what, Runnable work) {
    var threads = ManagementFactory.getThreadMXBean();
    long clock = System.nanoTime();
    long thread = threads.getCurrentThreadCpuTime();
    work.run();
    var sum = sums.computeIfAbsent(what, _ -> new Sum());
    sum.thread += threads.getCurrentThreadCpuTime() - thread;
    sum.clock += System.nanoTime() - clock;
    sum.count++;
  }

  void round() {
    rounds++;
  }

  String table() {
    var text =
        new StringBuilder("| | µs of the processor, its thread | µs | each |\n")
            .append("| --- | ---: | ---: | ---: |\n");
    long writes = 0;
    double mean = 0;
    for (var entry : sums.entrySet()) {
      var sum = entry.getValue();
      writes += sum.count;
      mean += sum.thread;
      text.append(
          "| %s | %.0f | %.0f | %d |%n"
              .formatted(
                  entry.getKey(),
                  sum.thread / 1e3 / sum.count,
                  sum.clock / 1e3 / sum.count,
                  sum.count));
    }
    return text.append(
            "mean of a write: %.0f µs of its thread, %.0f µs of all threads; %d rounds%n"
                .formatted(mean / 1e3 / writes, (ofProcess() - process) / 1e3 / writes, rounds))
        .toString();
  }
}
