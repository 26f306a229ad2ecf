package dev.dray.verify.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A command line as a shell reads it: stages with pipes between them. */
record ShellLine(List<Stage> stages) {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*(?:([|<>])|((?:'[^']*'|\"[^\"]*\"|[^\\s|<>'\"])+))");

  /** A program with its arguments, the files that its input and output are, and what follows. */
  record Stage(List<String> words, Optional<String> input, Optional<String> output, boolean piped) {
    boolean shown() {
      return output.isEmpty() && !piped;
    }
  }

  ShellLine {
    stages = List.copyOf(stages);
  }

  static ShellLine parse(String line) {
    var stages = new ArrayList<Stage>();
    var words = new ArrayList<String>();
    var input = Optional.<String>empty();
    var output = Optional.<String>empty();
    var tokens = TOKEN.matcher(line.strip());
    while (tokens.find()) {
      var operator = Optional.ofNullable(tokens.group(1)).orElse("");
      switch (operator) {
        case "<" -> input = Optional.of(next(line, tokens));
        case ">" -> output = Optional.of(next(line, tokens));
        case "|" -> {
          stages.add(new Stage(List.copyOf(words), input, output, true));
          words.clear();
          input = Optional.empty();
        }
        default -> words.add(unquoted(tokens.group(2)));
      }
    }
    stages.add(new Stage(List.copyOf(words), input, output, false));
    return new ShellLine(stages);
  }

  private static String next(String line, Matcher tokens) {
    if (!tokens.find() || tokens.group(2) == null) {
      throw new IllegalArgumentException("A file name is missing (" + line + ").");
    }
    return unquoted(tokens.group(2));
  }

  private static String unquoted(String word) {
    return word.replaceAll("'([^']*)'|\"([^\"]*)\"", "$1$2");
  }
}
