package dev.dray.verify.skew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.dray.verify.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every cell of the tables of gates and versions, each with a real server and scheduler: a
 * folder of skew/ is a KEP, an entry of its cells.yaml a cell.
 */
class SkewTest {
  private static final Path SKEW = Repository.root().resolve("verify/skew");
  private static final String PAGE = "docs/feature-gates.md";

  @TempDir private static Path scratch;

  static List<Path> folders() throws IOException {
    try (var folders = Files.list(SKEW)) {
      return folders.filter(Files::isDirectory).sorted().toList();
    }
  }

  @TestFactory
  Stream<DynamicContainer> every_cell_comes_to_what_it_says() throws IOException {
    return folders().stream()
        .map(
            folder -> {
              var table = Table.read(folder);
              var runs = new CellRuns(table, scratch.resolve(folder.getFileName()));
              return dynamicContainer(
                  folder.getFileName().toString(),
                  table.cells().stream()
                      .map(cell -> dynamicTest(cell.toString(), () -> runs.run(cell))));
            });
  }

  @TestFactory
  Stream<DynamicTest> tables_have_every_combination_once_and_are_on_the_page() throws IOException {
    var page = Repository.read(PAGE);
    return folders().stream()
        .map(
            folder ->
                dynamicTest(
                    folder.getFileName().toString(),
                    () -> {
                      var cells = Table.read(folder).cells();
                      assertThat(cells).extracting(Cell::toString).doesNotHaveDuplicates();
                      assertThat(cells).hasSize(4 * Cell.Data.values().length);
                      assertThat(cells).allMatch(cell -> page.contains(cell.row()), PAGE);
                    }));
  }
}
