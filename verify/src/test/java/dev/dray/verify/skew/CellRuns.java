package dev.dray.verify.skew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.verify.wire.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the cells of one table; what they have in common is made once and copied. */
final class CellRuns {

  private final Table table;
  private final Path scratch;

  CellRuns(Table table, Path scratch) {
    this.table = table;
    this.scratch = scratch;
  }

  void run(Cell cell) throws IOException, InterruptedException {
    var folder = scratch.resolve(cell.toString().replace(' ', '-'));
    copy(prepared(cell.data()), folder);
    try (var plane = Plane.start(folder, cell.serverGates(), cell.schedulerGates())) {
      if (cell.write().isPresent()) {
        write(plane, cell);
      }
      for (var pod : cell.pods().entrySet()) {
        plane.create(Table.pod(pod.getKey())).good();
        plane.await(pod.getKey(), pod.getValue());
      }
      plane.audit();
    }
  }

  /** Nothing may be lost unless its writer is told so, with the name of the gate. */
  private void write(Plane plane, Cell cell) throws IOException, InterruptedException {
    var answers = new ArrayList<Answer>();
    for (var object : table.uses()) {
      answers.add(plane.create(object));
    }
    var gate = cell.gate().gateName();
    boolean dropped = answers.stream().anyMatch(it -> warns(it, gate));
    boolean refused = answers.stream().anyMatch(it -> it.code() == 422);
    assertThat(answers).as("answers").allMatch(it -> it.isGood() || it.code() == 422);
    switch (cell.write().orElseThrow()) {
      case STORED -> {
        assertThat(refused).as("refused: %s", answers).isFalse();
        assertThat(dropped).as("dropped: %s", answers).isFalse();
      }
      case DROPPED -> {
        assertThat(refused).as("refused: %s", answers).isFalse();
        assertThat(dropped).as("dropped: %s", answers).isTrue();
      }
      case REFUSED ->
          assertThat(answers)
              .filteredOn(it -> it.code() == 422)
              .isNotEmpty()
              .allMatch(it -> warns(it, gate) || it.body().contains(gate));
    }
  }

  private static boolean warns(Answer answer, String gate) {
    return answer.warnings().stream().anyMatch(it -> it.contains("dropped") && it.contains(gate));
  }

  /** A folder with the data as they are before the components differ. */
  private synchronized Path prepared(Cell.Data data) throws IOException, InterruptedException {
    var folder = scratch.resolve(data.words().replace(' ', '-'));
    if (!Files.exists(folder)) {
      var unfinished = Files.createTempDirectory(Files.createDirectories(scratch), "unfinished");
      try (var plane = Plane.start(unfinished, Gates.defaults(), Gates.defaults())) {
        prepare(plane, data);
      }
      Files.move(unfinished, folder);
    }
    return folder;
  }

  private void prepare(Plane plane, Cell.Data data) throws IOException, InterruptedException {
    create(plane, table.given());
    if (data != Cell.Data.WRITTEN_NOW) {
      create(plane, table.uses());
    }
    if (data == Cell.Data.IN_USE_BEFORE) {
      for (var pod : table.before()) {
        plane.create(Table.pod(pod)).good();
        plane.awaitPlaced(pod);
      }
    }
  }

  private static void create(Plane plane, List<Json.Obj> objects)
      throws IOException, InterruptedException {
    for (var object : objects) {
      plane.create(object).good();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : files.sorted().toList()) {
        Files.copy(file, to.resolve(from.relativize(file)));
      }
    }
  }
}
