package dev.dray.store.sqlite;

import static dev.dray.store.Trial.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.store.RangeRequest;
import dev.dray.store.StoreEntry;
import dev.dray.store.Trial;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that writes, again and again on the same file. */
class SqliteCrashTest {
  private static final int ROUNDS = Integer.getInteger("dray.rounds", 20);

  @TempDir
  @SuppressWarnings("NullAway.Init") // set before each test
  Path folder;

  private record Write(String name, int number, long revision) {}

  @Test
  void every_acknowledged_write_survives_a_kill_and_revisions_never_go_back()
      throws IOException, InterruptedException {
    long seed = Long.getLong("dray.seed", System.nanoTime());
    var random = new Random(seed);
    var file = folder.resolve("store.db");
    var acknowledged = new ArrayList<Write>();
    long newest = 1;
    for (int round = 0; round < ROUNDS; round++) {
      var writes = run(file, "r" + round, 1 + random.nextInt(400));
      for (var write : writes) {
        assertThat(write.revision()).as("seed %d", seed).isGreaterThan(newest);
      }
      acknowledged.addAll(writes);
      try (var store = SqliteStore.open(file, InstantSource.system())) {
        newest = Math.max(newest, check(store, acknowledged, "seed " + seed));
      }
    }
    assertThat(acknowledged).hasSizeGreaterThan(ROUNDS);
  }

  /** Kills the writer after so many acknowledged writes; returns them, and those until it died. */
  private static List<Write> run(Path file, String name, int writes)
      throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                CrashWriter.class.getName(),
                file.toString(),
                name)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var told = new ArrayList<Write>();
    try (var lines = process.inputReader()) {
      for (int i = 0; i < writes; i++) {
        read(lines, told);
      }
      // By its handle: the process itself would also close the stream that is read on.
      assertThat(process.toHandle().destroyForcibly()).isTrue();
      process.waitFor();
      while (read(lines, told)) {
        // What was printed before it died counts, too.
      }
    }
    return told;
  }

  private static boolean read(BufferedReader lines, List<Write> told) throws IOException {
    var line = lines.readLine();
    if (line == null) {
      return false;
    }
    var words = line.split(" ", -1);
    // A last line that is cut off says nothing.
    if (words.length == 4 && words[3].equals(".")) {
      told.add(new Write(words[0], Integer.parseInt(words[1]), Long.parseLong(words[2])));
    }
    return true;
  }

  private static long check(SqliteStore store, List<Write> acknowledged, String seed) {
    var there = new TreeMap<String, StoreEntry>();
    store.list(RangeRequest.all("/")).entries().forEach(it -> there.put(it.key(), it));
    long newest = 0;
    for (var write : acknowledged) {
      var entry = Optional.ofNullable(there.get("/new/" + write.name() + "/" + write.number()));
      assertThat(entry.map(StoreEntry::revision))
          .as("%s: %s", seed, write)
          .contains(write.revision());
      newest = Math.max(newest, write.revision());
    }
    assertThat(store.revision()).as(seed).isGreaterThanOrEqualTo(newest);
    there.forEach((key, entry) -> whole(there, key, entry, seed));
    assertThat(Trial.put(store, "/probe", seed)).isEqualTo(store.revision());
    return store.revision();
  }

  /** The last of a name is as new as the newest of its keys: both were written at once. */
  private static void whole(
      Map<String, StoreEntry> there, String key, StoreEntry entry, String seed) {
    if (key.startsWith("/last/")) {
      var name = key.substring("/last/".length());
      var twin = Optional.ofNullable(there.get("/new/" + name + "/" + text(entry)));
      assertThat(twin.map(StoreEntry::revision)).as("%s: %s", seed, key).contains(entry.revision());
    }
  }
}
