package dev.dray.store.sqlite;

import dev.dray.store.Outcome;
import dev.dray.store.StoreOperation;
import dev.dray.store.Transaction;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** Writes until it is killed, and prints every write that was acknowledged. */
final class CrashWriter {
  private static final int THREADS = 4;

  private CrashWriter() {}

  /** The file, and what to call this run. */
  public static void main(String[] arguments) {
    var store = SqliteStore.open(Path.of(arguments[0]), InstantSource.system());
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (int i = 0; i < THREADS; i++) {
      var name = arguments[1] + "-" + i;
      Thread.ofPlatform().start(() -> write(store, name, out));
    }
  }

  private static void write(SqliteStore store, String name, PrintStream out) {
    for (int i = 0; true; i++) {
      // Two keys at once, so that half a transaction would show.
      var value = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
      var outcome =
          store.commit(
              new Transaction(
                  List.of(),
                  List.of(
                      new StoreOperation.Put("/new/" + name + "/" + i, value),
                      new StoreOperation.Put("/last/" + name, value))));
      if (outcome instanceof Outcome.Committed(long revision)) {
        out.println(name + " " + i + " " + revision + " .");
      }
      if (i % 100 == 99) {
        store.compact(store.revision() - 50);
      }
    }
  }
}
