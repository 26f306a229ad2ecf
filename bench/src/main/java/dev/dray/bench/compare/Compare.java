package dev.dray.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Prints the table of what both sides measured; exits with 1 if their answers differ. */
public final class Compare {
  private Compare() {}

  /** Takes the file of figures, the folder of answers, and {@code --markdown} if so wanted. */
  public static void main(String[] arguments) throws IOException {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var figures =
        Files.readAllLines(Path.of(arguments[0])).stream()
            .filter(line -> !line.isBlank())
            .map(Figures::parse)
            .toList();
    var comparison = Comparison.of(figures);
    var table = Table.of(comparison);
    boolean markdown = arguments.length > 2 && arguments[2].equals("--markdown");
    (markdown ? table.markdown() : table.plain()).forEach(out::println);
    var disagreements = comparison.disagreements();
    for (var world : disagreements) {
      out.println(explained(world, Path.of(arguments[1])));
    }
    if (!disagreements.isEmpty()) {
      System.exit(1);
    }
  }

  private static String explained(String world, Path answers) throws IOException {
    var upstream = lines(answers.resolve(world + ".upstream.txt"));
    var dray = lines(answers.resolve(world + ".dray.txt"));
    return firstDifference(upstream, dray)
        .map(
            i ->
                "%s differs first here:%n  upstream: %s%n  Dray:     %s"
                    .formatted(world, upstream.get(i), dray.get(i)))
        .orElse(
            "%s does not come to what it must; the answers are in %s".formatted(world, answers));
  }

  private static Optional<Integer> firstDifference(List<String> one, List<String> other) {
    return IntStream.range(0, Math.min(one.size(), other.size()))
        .filter(i -> !one.get(i).equals(other.get(i)))
        .boxed()
        .findFirst();
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }
}
