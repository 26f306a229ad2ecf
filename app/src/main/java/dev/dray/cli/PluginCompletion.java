package dev.dray.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The completion for kubectl, which asks {@code kubectl_complete-dray} for candidates.
 *
 * <p>The format is that of Cobra's {@code __complete}: a candidate on each line, then a colon and a
 * directive about files for the shell.
 */
record PluginCompletion(CommandSpec spec) {
  /** The directive that lets the shell offer files if there is no candidate. */
  private static final String FILES = ":0";

  private static final String NO_FILES = ":4";

  /** Returns the completion of these words; the last one is being typed and may be empty. */
  String answer(List<String> words) {
    var typed = words.isEmpty() ? List.of("") : words;
    var candidates = candidates(typed);
    var lines = new ArrayList<>(candidates);
    lines.add(candidates.isEmpty() ? FILES : NO_FILES);
    return String.join("\n", lines) + "\n";
  }

  private List<String> candidates(List<String> words) {
    var ends = new ArrayList<CharSequence>();
    int last = words.size() - 1;
    var typed = words.get(last);
    AutoComplete.complete(spec, words.toArray(String[]::new), last, typed.length(), 0, ends);
    return ends.stream()
        .map(end -> typed + end)
        .filter(candidate -> !candidate.isBlank())
        // There are many options: they are offered only after a dash.
        .filter(candidate -> typed.startsWith("-") || !candidate.startsWith("-"))
        .sorted()
        .toList();
  }
}
