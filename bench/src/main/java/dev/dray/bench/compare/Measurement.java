package dev.dray.bench.compare;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Sweeps a world until the compiler has seen enough of it, and then measures. */
final class Measurement {
  private final World world;
  private final Sweeper sweeper;
  private final Bounds bounds;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * How long to sweep.
   *
   * @param warmUp before anything is measured; of the processor's time, for on a busy machine the
   *     clock runs on while the code stays cold
   * @param sweeps no more than this are measured
   * @param spend no new one begins once this is spent
   */
  record Bounds(Duration warmUp, int sweeps, Duration spend) {}

  /** Figures, and the lines of the answers they belong to. */
  record Measured(Figures figures, List<String> lines) {}

  /** What is timed. */
  private interface Once {
    Sweeper.Sweep sweep();
  }

  Measurement(World world, Sweeper sweeper, Bounds bounds) {
    this.world = world;
    this.sweeper = sweeper;
    this.bounds = bounds;
  }

  Measured cold() {
    return measured(
        Figures.COLD,
        () -> {
          var sweep = sweeper.prepare(world);
          sweep.run();
          return sweep;
        });
  }

  Measured warm() {
    var sweep = sweeper.prepare(world);
    return measured(
        Figures.WARM,
        () -> {
          sweep.run();
          return sweep;
        });
  }

  private Measured measured(String mode, Once once) {
    warmUp(once);
    var times = new ArrayList<Long>();
    long cpu = threads.getCurrentThreadCpuTime();
    long bytes = threads.getCurrentThreadAllocatedBytes();
    Sweeper.Sweep last;
    long start = System.nanoTime();
    do {
      long begin = System.nanoTime();
      last = once.sweep();
      times.add(System.nanoTime() - begin);
    } while (times.size() < bounds.sweeps()
        && System.nanoTime() - start < bounds.spend().toNanos());
    cpu = (threads.getCurrentThreadCpuTime() - cpu) / times.size();
    bytes = (threads.getCurrentThreadAllocatedBytes() - bytes) / times.size();
    return measured(mode, times, cpu, bytes, last.answers());
  }

  private void warmUp(Once once) {
    long end = threads.getCurrentThreadCpuTime() + bounds.warmUp().toNanos();
    do {
      once.sweep();
    } while (threads.getCurrentThreadCpuTime() < end);
  }

  private Measured measured(
      String mode, List<Long> times, long cpu, long bytes, List<Answer> answers) {
    if (answers.size() != world.nodes().size()) {
      throw new IllegalStateException(
          "There are %s answers for %s nodes.".formatted(answers.size(), world.nodes().size()));
    }
    Collections.sort(times);
    var lines = answers.stream().map(Answer::line).toList();
    var figures =
        new Figures(
            Figures.DRAY,
            mode,
            world.name(),
            world.name(),
            world.nodes().size(),
            world.devices(),
            world.expectedFits(),
            true,
            (int) answers.stream().filter(Answer.Fits.class::isInstance).count(),
            times.size(),
            times.getFirst(),
            times.get(times.size() / 2),
            cpu,
            bytes,
            0,
            digest(lines));
    return new Measured(figures, lines);
  }

  static String digest(List<String> lines) {
    var text = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
