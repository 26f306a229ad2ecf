package dev.dray.verify.simulation;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;

/**
 * Runs seeds: {@code verify/simulate --seeds 1000 --from 0}, or tells the story of one: {@code
 * verify/simulate --seed 17 --trace}.
 */
public final class Simulate {
  private static final int LAST_LINES = 60;
  private static final Logger LOGGERS = Logger.getLogger("dev.dray");

  private final PrintStream out;

  Simulate(PrintStream out) {
    this.out = out;
  }

  /** Ends with 1 if something is wrong. */
  public static void main(String[] arguments) {
    silence();
    System.exit(new Simulate(System.out).run(List.of(arguments)));
  }

  /** Components have a lot to say about all that goes wrong, and here it is meant to. */
  static void silence() {
    LOGGERS.setLevel(Level.OFF);
  }

  int run(List<String> arguments) {
    long from = number(arguments, "--from", 0);
    long seeds = number(arguments, "--seeds", 100);
    if (arguments.contains("--seed")) {
      from = number(arguments, "--seed", 0);
      seeds = 1;
    }
    if (arguments.contains("--trace")) {
      ClusterSimulation.tell(from).lines().forEach(out::println);
    }
    return run(from, seeds);
  }

  private static long number(List<String> arguments, String name, long otherwise) {
    int at = arguments.indexOf(name);
    return at < 0 || at + 1 == arguments.size() ? otherwise : Long.parseLong(arguments.get(at + 1));
  }

  private int run(long from, long seeds) {
    long start = System.nanoTime();
    var wrong = new AtomicLong();
    LongStream.range(from, from + seeds)
        .parallel()
        .forEach(
            seed -> {
              if (!report(seed)) {
                wrong.incrementAndGet();
              }
            });
    out.printf(
        "%d seeds from %d on, each run twice, in %.1f s: %d went wrong%n",
        seeds, from, (System.nanoTime() - start) / 1e9, wrong.get());
    return wrong.get() == 0 ? 0 : 1;
  }

  private boolean report(long seed) {
    var trouble = trouble(seed);
    if (!trouble.isEmpty()) {
      synchronized (out) {
        out.println(trouble);
      }
    }
    return trouble.isEmpty();
  }

  /** Where two histories of a seed part. */
  private static String parting(long seed) {
    var one = ClusterSimulation.tell(seed).lines();
    var other = ClusterSimulation.tell(seed).lines();
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      if (!one.get(i).equals(other.get(i))) {
        return one.get(i) + System.lineSeparator() + other.get(i);
      }
    }
    return "they are the same in words: what is stored differs, or how far they come";
  }

  /** What is wrong with a seed, with the end of its story; empty if nothing is. */
  static String trouble(long seed) {
    var one = ClusterSimulation.run(seed);
    var other = ClusterSimulation.run(seed);
    if (one.digest() != other.digest()) {
      return "-Ddray.seed=%d: two runs, two histories: %s; %s%n%s"
          .formatted(seed, one.tally(), other.tally(), parting(seed));
    }
    if (one.findings().isEmpty()) {
      return "";
    }
    var lines = ClusterSimulation.tell(seed).lines();
    var last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    return "-Ddray.seed=%d: %s%n%s%n-Ddray.seed=%d: %s"
        .formatted(
            seed,
            String.join(System.lineSeparator(), one.findings()),
            String.join(System.lineSeparator(), last),
            seed,
            one.findings().getFirst());
  }
}
