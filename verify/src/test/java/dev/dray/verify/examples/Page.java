package dev.dray.verify.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** A page of Markdown, with the commands that its fenced blocks tell a reader to run. */
record Page(Path file, List<String> lines) {
  private static final Set<String> COMMANDS_IN = Set.of("", "sh", "bash", "console");
  private static final Pattern EXIT = Pattern.compile("\\s# exit (\\d)$");

  /** What runs until it is stopped, unless the page says with which code it ends. */
  private static final Pattern SERVICE =
      Pattern.compile("\\./dray (up|apiserver|scheduler|controllers)\\b.*");

  /**
   * A command on a page.
   *
   * @param line where it begins, from 0
   * @param text what to run, without {@code $} and comment
   * @param output what the page shows of it, if it does
   */
  record Command(int line, String text, int exit, Optional<Output> output) {}

  /** Lines of a page that show what a command prints. */
  record Output(int from, int to, String text) {}

  Page {
    lines = List.copyOf(lines);
  }

  static Page read(Path file) throws IOException {
    return new Page(file, Files.readAllLines(file));
  }

  /**
   * All that can be run here. Where a page starts a server in a plain block, that and what it says
   * to kubectl is left to {@code verify/e2e/readme}, which follows such a page from the beginning.
   */
  List<Command> commands() {
    var all = allCommands();
    boolean served = all.stream().anyMatch(Page::isService);
    return all.stream()
        .filter(it -> !isService(it))
        .filter(it -> !(served && it.output().isEmpty() && it.text().startsWith("kubectl ")))
        .toList();
  }

  private static boolean isService(Command command) {
    return command.output().isEmpty()
        && command.exit() == 0
        && SERVICE.matcher(command.text()).matches();
  }

  private List<Command> allCommands() {
    var commands = new ArrayList<Command>();
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).startsWith("```")) {
        int end = endOfFence(at + 1);
        var language = lines.get(at).substring(3).strip();
        if (COMMANDS_IN.contains(language)) {
          addCommands(at + 1, end, language.equals("console"), commands);
        }
        at = end;
      }
    }
    return commands;
  }

  private int endOfFence(int from) {
    int end = from;
    while (end < lines.size() && !lines.get(end).equals("```")) {
      end++;
    }
    return end;
  }

  private void addCommands(int from, int to, boolean withOutput, List<Command> commands) {
    int at = from;
    while (at < to) {
      int end = endOfCommand(at);
      if (!isCommand(lines.get(at), withOutput)) {
        at++;
        continue;
      }
      int next = end;
      while (next < to && !lines.get(next).startsWith("$ ")) {
        next++;
      }
      var shown = new Output(end, next, String.join("\n", lines.subList(end, next)));
      var text = String.join(" ", lines.subList(at, end)).replaceAll(" \\\\\\s+", " ");
      var output = withOutput ? Optional.of(shown) : Optional.<Output>empty();
      if (!text.endsWith("# needs a cluster")) {
        commands.add(command(at, text, output));
      }
      at = withOutput ? next : end;
    }
  }

  /** In a block with outputs every line with a dollar is a command, elsewhere only dray's are. */
  private static boolean isCommand(String line, boolean withOutput) {
    return line.startsWith("$ ") || (!withOutput && line.matches("(\\./dray|kubectl) .*"));
  }

  /** A backslash at its end carries a command on to the next line. */
  private int endOfCommand(int from) {
    int end = from + 1;
    while (end < lines.size() && lines.get(end - 1).endsWith(" \\")) {
      end++;
    }
    return end;
  }

  private static Command command(int line, String text, Optional<Output> output) {
    var exit = EXIT.matcher(text);
    return new Command(
        line,
        text.replaceFirst("^\\$ ", "").replaceFirst("\\s+#.*$", ""),
        exit.find() ? Integer.parseInt(exit.group(1)) : 0,
        output);
  }

  /** The page with what commands print in the place of what it shows. */
  Page showing(Function<Command, String> printed) {
    var rewritten = new ArrayList<>(lines);
    for (var command : commands().reversed()) {
      command
          .output()
          .ifPresent(
              shown -> {
                var range = rewritten.subList(shown.from(), shown.to());
                range.clear();
                range.addAll(printed.apply(command).lines().toList());
              });
    }
    return new Page(file, rewritten);
  }

  void write() throws IOException {
    Files.writeString(file, String.join("\n", lines) + "\n");
  }
}
