package dev.dray.verify.simulation;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** What is wrong in a history; the first is what matters, the others often follow from it. */
final class Findings {
  private static final int MOST = 20;
  private static final int FRAMES = 12;

  private final Chronicle chronicle;
  private final List<String> all = new ArrayList<>();

  Findings(Chronicle chronicle) {
    this.chronicle = chronicle;
  }

  void add(String finding) {
    if (all.size() < MOST && !all.contains(finding)) {
      chronicle.note("WRONG", finding);
      all.add("%s %s".formatted(chronicle.time(), finding));
    }
  }

  boolean any() {
    return !all.isEmpty();
  }

  List<String> all() {
    return List.copyOf(all);
  }

  /** An exception with where it came from, as far as that is of interest. */
  static String trace(Throwable e) {
    var text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    return String.join(System.lineSeparator(), text.toString().lines().limit(FRAMES).toList());
  }
}
