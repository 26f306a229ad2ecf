package dev.dray.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Measures Dray's allocator on one world and prints its figures, a line for each mode. */
public final class Measure {
  private static final Duration WARM_UP = Duration.ofSeconds(2);
  private static final int SWEEPS = 1000;

  private Measure() {}

  /** Takes the file of the world, a folder for the answers, and the seconds to spend on a mode. */
  public static void main(String[] arguments) throws IOException {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var sweeper = Sweepers.dray();
    if (sweeper.isEmpty()) {
      System.err.println("Dray's allocator cannot be measured yet. Maybe use --upstream-only.");
      System.exit(2);
    }
    var world = WorldFile.read(Path.of(arguments[0]));
    var spend = Duration.ofMillis((long) (1000 * Double.parseDouble(arguments[2])));
    var measurement =
        new Measurement(
            world, sweeper.orElseThrow(), new Measurement.Bounds(WARM_UP, SWEEPS, spend));
    var cold = measurement.cold();
    out.println(cold.figures().line());
    var warm = measurement.warm();
    out.println(warm.figures().line());
    leave(Path.of(arguments[1]), world.name(), warm.lines());
  }

  private static void leave(Path folder, String world, List<String> lines) throws IOException {
    Files.write(folder.resolve(world + ".dray.txt"), lines);
  }
}
