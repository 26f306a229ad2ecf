package dev.dray.lint;

import dev.dray.api.meta.Spelling;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Phrases that several findings share. */
final class LintPhrases {
  private static final int SHOWN = 8;

  private LintPhrases() {}

  static String count(long number, String thing) {
    return "%d %s".formatted(number, number == 1 ? thing : thing + "s");
  }

  /** Returns the name that was probably meant, or else those there are. */
  static Optional<String> didYouMean(String name, Collection<String> known) {
    SortedSet<String> sorted = new TreeSet<>(known);
    return Spelling.nearest(name, sorted)
        .map("did you mean %s?"::formatted)
        .or(() -> sorted.isEmpty() ? Optional.empty() : Optional.of(thereAre(List.copyOf(sorted))));
  }

  private static String thereAre(List<String> names) {
    var shown = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
    return names.size() <= SHOWN
        ? "known names: " + shown
        : "known names: %s and %d more".formatted(shown, names.size() - SHOWN);
  }

  /** Returns the end of a finding that holds for more devices than the one shown. */
  static String andDevices(int others) {
    return others == 0
        ? ""
        : " (and %d more %s)".formatted(others, others == 1 ? "device" : "devices");
  }
}
