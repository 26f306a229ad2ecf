package dev.dray.store.sqlite;

import static dev.dray.store.Trial.bytes;
import static dev.dray.store.Trial.commit;
import static dev.dray.store.Trial.delete;
import static dev.dray.store.Trial.put;
import static dev.dray.store.Trial.texts;
import static dev.dray.store.Trial.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.store.CompactedException;
import dev.dray.store.Follower;
import dev.dray.store.RangeRequest;
import dev.dray.store.StoreException;
import dev.dray.store.StoreOperation;
import dev.dray.store.Trial;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is special about a file: it stays, it can be full, damaged, taken, or from elsewhere. */
class SqliteFileTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // set before each test
  Path folder;

  private Path file() {
    return folder.resolve("store.db");
  }

  private SqliteStore open() {
    return SqliteStore.open(file(), InstantSource.system());
  }

  @Test
  void what_was_written_is_there_after_reopening_with_its_history() throws InterruptedException {
    long first;
    long last;
    try (var store = open()) {
      first = put(store, "/a", "one");
      put(store, "/b", "one");
      last = put(store, "/a", "two");
    }
    try (var store = open()) {
      assertThat(store.revision()).isEqualTo(last);
      assertThat(texts(store.list(RangeRequest.all("/")))).containsExactly("/a=two", "/b=one");
      assertThat(texts(store.list(new RangeRequest("/", first, "", 0)))).containsExactly("/a=one");
      assertThat(told(Trial.changes(store, "/", first))).containsExactly("+/b=one", "+/a=two");
    }
  }

  @Test
  void revisions_are_never_reused_after_reopening() {
    long tombstone;
    try (var store = open()) {
      put(store, "/a", "one");
      tombstone = delete(store, "/a");
      store.compact(tombstone);
      swept(store, 0);
    }
    try (var store = open()) {
      assertThat(store.revision()).isEqualTo(tombstone);
      assertThat(store.compacted()).isEqualTo(tombstone);
      assertThat(put(store, "/a", "two")).isEqualTo(tombstone + 1);
      assertThatThrownBy(() -> store.watch("/", tombstone - 1))
          .isInstanceOf(CompactedException.class);
    }
  }

  @Test
  void compaction_deletes_the_rows_that_nobody_can_ask_for() {
    try (var store = open()) {
      for (int i = 0; i < 1_000; i++) {
        put(store, "/k" + i % 10, "v" + i);
      }
      long last = delete(store, "/k0");
      assertThat(store.rows()).isEqualTo(1_001);

      store.compact(last);

      swept(store, 9);
      assertThat(store.list(RangeRequest.all("/")).entries()).hasSize(9);
    }
  }

  /** Every question is a group, and every group sweeps a bit: so it comes to an end. */
  private static void swept(SqliteStore store, long rows) {
    for (int i = 0; i < 1_000 && store.rows() > rows; i++) {
      assertThat(store.compacted()).isPositive();
    }
    assertThat(store.rows()).isEqualTo(rows);
  }

  @Test
  void keys_whose_time_came_while_the_store_was_closed_are_deleted() throws InterruptedException {
    var noon = Instant.parse("2026-01-01T12:00:00Z");
    long start;
    try (var store = SqliteStore.open(file(), InstantSource.fixed(noon))) {
      start =
          commit(
              store,
              new StoreOperation.Put("/event", bytes("x"), Optional.of(Duration.ofHours(1))));
    }
    try (var store = SqliteStore.open(file(), InstantSource.fixed(noon.plusSeconds(3_599)));
        var watch = store.watch("/", start)) {
      assertThat(watch.next(Duration.ofSeconds(1)).changes()).isEmpty();
      assertThat(store.get("/event")).isPresent();
    }
    try (var store = SqliteStore.open(file(), InstantSource.fixed(noon.plusSeconds(3_601)));
        var watch = store.watch("/", start)) {
      assertThat(told(new Follower(watch, start).until(start + 1))).containsExactly("-/event");
    }
  }

  @Test
  void a_slow_reader_reads_the_log_when_memory_has_no_room() throws InterruptedException {
    try (var store = SqliteStore.open(file(), InstantSource.system(), 2_000);
        var watch = store.watch("/", 1)) {
      var expected = new ArrayList<String>();
      long last = 1;
      for (int i = 0; i < 5_000; i += 100) {
        var operations = new StoreOperation[100];
        for (int j = 0; j < 100; j++) {
          operations[j] = new StoreOperation.Put("/k" + j, bytes("v" + i));
          expected.add("+/k" + j + "=v" + i);
        }
        last = commit(store, operations);
      }

      assertThat(told(new Follower(watch, 1).until(last))).isEqualTo(expected);
    }
  }

  @Test
  void large_values_are_told_in_several_batches() throws InterruptedException {
    try (var store = SqliteStore.open(file(), InstantSource.system(), 2_000);
        var watch = store.watch("/", 1)) {
      long last = 1;
      for (int i = 0; i < 20; i++) {
        last = commit(store, new StoreOperation.Put("/k" + i, new byte[1 << 20]));
      }

      assertThat(watch.next(Duration.ZERO).revision()).isLessThan(last);
      try (var again = store.watch("/", 1)) {
        assertThat(new Follower(again, 1).until(last)).hasSize(20);
      }
    }
  }

  @Test
  void a_full_disk_is_reported_to_all_who_wait_and_the_store_goes_on_when_there_is_room()
      throws InterruptedException {
    try (var store = open()) {
      long before = put(store, "/a", "kept");
      store.limitPages(20);

      var failures = new ArrayList<String>();
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var writes = new ArrayList<CompletableFuture<Long>>();
        for (int i = 0; i < 8; i++) {
          var put = new StoreOperation.Put("/big" + i, new byte[200_000]);
          writes.add(CompletableFuture.supplyAsync(() -> commit(store, put), threads));
        }
        for (var write : writes) {
          failures.add(String.valueOf(write.handle((_, e) -> e).join()));
        }
      }

      assertThat(failures).allMatch(it -> it.contains("disk is full"));
      assertThat(failures).allMatch(it -> it.contains(file().toString()));
      assertThat(store.revision()).isEqualTo(before);
      assertThat(texts(store.list(RangeRequest.all("/")))).containsExactly("/a=kept");

      store.limitPages(100_000);
      long after = commit(store, new StoreOperation.Put("/big", new byte[200_000]));
      assertThat(after).isGreaterThan(before);
      assertThat(Trial.changes(store, "/", before)).hasSize(1);
    }
  }

  @Test
  void a_file_in_use_is_refused() {
    try (var _ = open()) {
      assertThatThrownBy(this::open)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(file().toString())
          .hasMessageContaining("in use by process (" + ProcessHandle.current().pid() + ")");
    }
    open().close();
  }

  @Test
  void a_file_of_a_newer_version_is_refused_and_left_alone() throws SQLException, IOException {
    open().close();
    sql("PRAGMA user_version = 99");
    var before = Files.readAllBytes(file());

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("format (99)")
        .hasMessageContaining(file().toString());
    assertThat(Files.readAllBytes(file())).isEqualTo(before);
  }

  @Test
  void a_database_of_another_program_is_refused() throws SQLException {
    sql("CREATE TABLE theirs (x)");

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("another program");
  }

  private void sql(String statement) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        var it = connection.createStatement()) {
      it.execute(statement);
    }
  }

  @Test
  void a_file_that_is_no_database_is_refused() throws IOException {
    Files.writeString(file(), "hello, I am a text of some length\n".repeat(300));

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(file().toString())
        .hasMessageContaining("damaged")
        .hasMessageContaining("restore a backup");
  }

  @Test
  void a_file_that_was_cut_off_is_refused() throws IOException {
    filled();
    try (var raw = new RandomAccessFile(file().toFile(), "rw")) {
      raw.setLength(raw.length() / 2);
    }

    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void damage_in_the_middle_is_reported_when_it_is_read() throws IOException {
    filled();
    try (var raw = new RandomAccessFile(file().toFile(), "rw")) {
      var noise = "noise".repeat(800).getBytes(StandardCharsets.UTF_8);
      for (long page = 8; page < raw.length() / 4096 - 8; page++) {
        raw.seek(page * 4096);
        raw.write(noise);
      }
    }

    assertThatThrownBy(
            () -> {
              try (var store = open()) {
                store.list(RangeRequest.all("/"));
              }
            })
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(file().toString())
        .hasMessageContaining("damaged");
  }

  private void filled() {
    try (var store = open()) {
      for (int i = 0; i < 200; i++) {
        put(store, "/key" + i, "value ".repeat(200));
      }
    }
  }

  @Test
  void files_are_for_their_owner_only() throws IOException {
    try (var store = open()) {
      put(store, "/a", "x");
      try (var files = Files.list(folder)) {
        assertThat(files.toList())
            .hasSizeGreaterThanOrEqualTo(3)
            .allSatisfy(
                it ->
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(it)))
                        .isEqualTo("rw-------"));
      }
    }
  }
}
