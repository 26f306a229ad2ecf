package dev.dray.verify.conformance;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code verify/conformance DIR}: runs every case below a folder.
 *
 * <p>Prints each case that fails, what each decision accounts for, and at the end {@code N passed,
 * M failed, K deviations}. Exits with 1 if a case failed, with 2 if there was nothing to run.
 */
public final class ConformanceRunner {
  private final PrintStream out;
  private final Map<String, Integer> byDecision = new TreeMap<>();
  private final Map<String, Integer> notes = new TreeMap<>();
  private final Map<String, Integer> notRun = new TreeMap<>();
  private int passed;
  private int failed;
  private int deviations;

  ConformanceRunner(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws IOException {
    if (args.length != 1 || !Files.isDirectory(Path.of(args[0]))) {
      System.err.println("usage: verify/conformance DIR   (DIR: a folder of conformance suites)");
      System.exit(2);
    }
    System.exit(new ConformanceRunner(System.out).run(Cases.below(Path.of(args[0]))));
  }

  int run(List<Case> cases) {
    cases.forEach(this::run);
    byDecision.forEach((decision, count) -> out.printf("deviation by %s: %d%n", decision, count));
    notes.forEach((note, count) -> out.printf("passed with %s: %d%n", note, count));
    notRun.forEach(
        (suite, count) ->
            out.printf("suite %s: %d cases, nothing to run them yet%n", suite, count));
    out.printf("%d passed, %d failed, %d deviations%n", passed, failed, deviations);
    return failed > 0 ? 1 : passed + deviations == 0 ? 2 : 0;
  }

  private void run(Case it) {
    var suite = Suite.named(it.suite());
    if (suite.isEmpty()) {
      notRun.merge(it.suite(), 1, Integer::sum);
      return;
    }
    switch (outcome(suite.get(), it)) {
      case Outcome.Passed() -> passed++;
      case Outcome.Noted(var note) -> {
        passed++;
        notes.merge(note, 1, Integer::sum);
      }
      case Outcome.Deviates(var decision) -> {
        deviations++;
        byDecision.merge(decision, 1, Integer::sum);
      }
      case Outcome.Failed(var difference) -> {
        failed++;
        out.printf("FAILED %s: %s%n", it, difference);
      }
    }
  }

  private static Outcome outcome(Suite suite, Case it) {
    try {
      return suite.run(it);
    } catch (RuntimeException | StackOverflowError e) {
      // A case that breaks the program is a failed case, and the others still run.
      return new Outcome.Failed("threw " + e);
    }
  }
}
