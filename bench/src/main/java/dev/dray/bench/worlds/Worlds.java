package dev.dray.bench.worlds;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Every world, by name, in the order in which they are compared. */
public final class Worlds {
  private static final Map<String, Supplier<WorldText>> ALL = all();

  /** What upstream reads in the place of another world, and of no interest by itself. */
  private static final Set<String> EQUIVALENTS =
      Set.of(
          "patches-1-flat", "patches-500-flat", "shared-capacity-fixed", "shared-capacity-u-fixed");

  private Worlds() {}

  private static Map<String, Supplier<WorldText>> all() {
    var all = new LinkedHashMap<String, Supplier<WorldText>>();
    all.put("w1", GpuWorlds::one);
    all.put("w2a", GpuWorlds::four);
    all.put("w2b", GpuWorlds::fourWithTheFirstTaken);
    all.put("w3", PartitionWorlds::some);
    all.put("w3u", PartitionWorlds::tooMany);
    all.put("w4-16-groups_8_8", () -> GpuWorlds.groups(8, 8));
    all.put("w4-20-groups_10_10", () -> GpuWorlds.groups(10, 10));
    all.put("w4-22-groups_11_11", () -> GpuWorlds.groups(11, 11));
    all.put("w4-24-groups_12_12", () -> GpuWorlds.groups(12, 12));
    all.put("w4-16-groups_14_2", () -> GpuWorlds.groups(14, 2));
    all.put("w4-24-groups_14_10", () -> GpuWorlds.groups(14, 10));
    all.put("w4-26-groups_13_13", () -> GpuWorlds.groups(13, 13));
    all.put("w4-32-groups_14_14_4", () -> GpuWorlds.groups(14, 14, 4));
    all.put("w5", GpuWorlds::lastOfEightAlternatives);
    all.put("w6", ShareWorlds::withBandwidth);
    all.put("w6b", ShareWorlds::withoutCapacity);
    all.put("perf-selector", PerfWorlds::selector);
    all.put("perf-half", PerfWorlds::halfTaken);
    all.put("perf-match", PerfWorlds::match);
    all.put("perf-alternatives", PerfWorlds::alternatives);
    all.put("perf-backtracking", PerfWorlds::backtracking);
    all.put("perf-groups", PerfWorlds::groups);
    all.put("groups", PerfWorlds::mixedGroups);
    all.put("perf-shares", PerfWorlds::shares);
    all.put("perf-lists", PerfWorlds::lists);
    all.put("shortage-21-of-20", PerfWorlds::shortage);
    all.put("mixins", PartitionWorlds::mixins);
    all.put("mixins-u", PartitionWorlds::tooManyWithMixins);
    all.put("patches-1", PatchWorlds::one);
    all.put("patches-1-flat", PatchWorlds::oneFlat);
    all.put("patches-500", PatchWorlds::many);
    all.put("patches-500-flat", PatchWorlds::manyFlat);
    all.put("shared-capacity", FunctionWorlds::fit);
    all.put("shared-capacity-fixed", FunctionWorlds::fitFixed);
    all.put("shared-capacity-u", FunctionWorlds::shortage);
    all.put("shared-capacity-u-fixed", FunctionWorlds::shortageFixed);
    return all;
  }

  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /** Writes {@code NAME.json.gz} into the folder. */
  public static void write(String name, Path folder) throws IOException {
    requireNonNull(ALL.get(name), () -> "There is no world (%s).".formatted(name))
        .get()
        .write(folder);
  }

  /** Takes a folder, writes every world there, and prints the names of those to be compared. */
  public static void main(String[] arguments) throws IOException {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (var name : names()) {
      write(name, Path.of(arguments[0]));
      if (!EQUIVALENTS.contains(name)) {
        out.println(name);
      }
    }
  }
}
