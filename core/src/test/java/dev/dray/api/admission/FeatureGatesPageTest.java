package dev.dray.api.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Keeps the table in docs/feature-gates.md true. */
class FeatureGatesPageTest {
  private static final Path PAGE = Path.of("..", "docs", "feature-gates.md");

  private static final List<GatedFields<?>> ALL_ROWS =
      List.of(
          SliceFields.ALL,
          ClaimSpecFields.ALL,
          ClaimStatusFields.ALL,
          AdmissionStrategy.ClassStrategy.FIELDS,
          AdmissionStrategy.PoolStatusRequestStrategy.FIELDS,
          PatchFields.ALL);

  @ParameterizedTest
  @EnumSource
  void every_gate_is_listed_as_it_is(Gate gate) throws IOException {
    assertThat(row(gate).subList(1, 4))
        .containsExactly(
            "%s (%s)".formatted(gate.stage(), gate.since()),
            (gate.onByDefault() ? "on" : "off") + (gate.locked() ? ", locked" : ""),
            gate.dependencies().isEmpty()
                ? "–"
                : gate.dependencies().stream()
                    .map(Gate::gateName)
                    .collect(Collectors.joining(", ")));
  }

  @ParameterizedTest
  @EnumSource
  void fields_are_listed_for_gates_that_guard_some_and_for_no_others(Gate gate) throws IOException {
    assertThat(!row(gate).getLast().startsWith("–")).isEqualTo(guarding().contains(gate));
  }

  @ParameterizedTest
  @MethodSource("caseFields")
  void every_field_that_can_be_dropped_is_named(String gate, String field) throws IOException {
    assertThat(row(Gate.named(gate).orElseThrow()).getLast()).contains(field + "`");
  }

  @Test
  void nothing_is_listed_that_is_no_gate() throws IOException {
    assertThat(rows().map(List::getFirst)).hasSameSizeAs(Gate.values());
  }

  static Stream<Arguments> caseFields() {
    return Stream.<GateContract<?>>of(
            new SliceFieldsTest(),
            new ClaimSpecFieldsTest(),
            new ClaimStatusFieldsTest(),
            new ClassFieldsTest(),
            new PoolStatusRequestFieldsTest(),
            new PatchFieldsTest())
        .flatMap(contract -> contract.cases().stream())
        .filter(each -> each.gate() != Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS)
        .flatMap(
            each ->
                each.fields().stream()
                    .map(
                        field ->
                            Arguments.of(
                                each.gate().gateName(),
                                field.substring(field.lastIndexOf('.') + 1))));
  }

  private static List<Gate> guarding() {
    return ALL_ROWS.stream()
        .flatMap(fields -> fields.rows().stream())
        .flatMap(row -> row.gates().stream())
        .toList();
  }

  private static List<String> row(Gate gate) throws IOException {
    return rows().filter(row -> row.getFirst().equals(gate.gateName())).findFirst().orElseThrow();
  }

  private static Stream<List<String>> rows() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .dropWhile(line -> !line.equals("## The gates"))
        .filter(line -> line.startsWith("| "))
        .skip(2)
        .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)));
  }
}
