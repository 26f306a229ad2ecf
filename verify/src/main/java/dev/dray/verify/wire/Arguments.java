package dev.dray.verify.wire;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Options of a command line, {@code --name value}; a name may come more than once. */
public final class Arguments {
  private final Map<String, List<String>> values = new LinkedHashMap<>();

  private Arguments() {}

  /** Ends the program with the usage where an option is not one of those known. */
  public static Arguments of(String[] words, String usage, String... known) {
    var arguments = new Arguments();
    for (int i = 0; i < words.length; i += 2) {
      var name = words[i].startsWith("--") ? words[i].substring(2) : "";
      if (!List.of(known).contains(name) || i + 1 == words.length) {
        System.err.printf("no such option, or nothing behind it: %s%n%n%s%n", words[i], usage);
        System.exit(2);
      }
      arguments.values.computeIfAbsent(name, _ -> new ArrayList<>()).add(words[i + 1]);
    }
    return arguments;
  }

  public List<String> all(String name) {
    return List.copyOf(values.getOrDefault(name, List.of()));
  }

  public Optional<String> one(String name) {
    return all(name).stream().findFirst();
  }

  public int number(String name, int otherwise) {
    return one(name).map(Integer::parseInt).orElse(otherwise);
  }

  public Path path(String name) {
    return Path.of(
        one(name)
            .orElseThrow(() -> new IllegalArgumentException("--%s is needed".formatted(name))));
  }

  /** The seed asked for, or a new one; printed, so that a run can be had again. */
  public long seed() {
    long seed = one("seed").map(Long::parseLong).orElseGet(() -> System.nanoTime() & 0xffffffL);
    System.out.printf("seed %d%n", seed);
    return seed;
  }
}
