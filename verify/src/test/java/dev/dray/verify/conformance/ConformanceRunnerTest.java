package dev.dray.verify.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the runner says, and how it ends, on cases of our own. */
class ConformanceRunnerTest {
  private static final String CASE =
      """
      {"case": "%s", "kind": "DeviceClass", "operation": "create",
       "apiVersion": "resource.k8s.io/v1", "featureGates": {},
       "object": {"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass",
                  "metadata": {"name": "%s"}},
       "effective": [%s]}
      """;
  private static final String BAD_NAME =
      "{\"type\": \"FieldValueInvalid\", \"field\": \"metadata.name\", \"detail\": \"\"}";

  @TempDir private Path folder = Path.of("");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int run() throws IOException {
    var print = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new ConformanceRunner(print).run(Cases.below(folder));
  }

  private void write(String suite, String file, String json) throws IOException {
    Files.createDirectories(folder.resolve(suite));
    Files.writeString(folder.resolve(suite).resolve(file), json);
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void it_counts_what_agrees() throws IOException {
    write("validation", "good.json", CASE.formatted("good", "gpu", ""));
    write("validation", "bad.json", CASE.formatted("bad", "GPU", BAD_NAME));

    assertThat(run()).isZero();
    assertThat(printed()).isEqualTo("2 passed, 0 failed, 0 deviations\n");
  }

  @Test
  void it_tells_what_differs_and_fails() throws IOException {
    write("validation", "extra.json", CASE.formatted("extra", "GPU", ""));
    write("validation", "missing.json", CASE.formatted("missing", "gpu", BAD_NAME));

    assertThat(run()).isEqualTo(1);
    assertThat(printed())
        .isEqualTo(
            """
            FAILED validation/extra: not upstream's [FieldValueInvalid metadata.name]
            FAILED validation/missing: missing [FieldValueInvalid metadata.name]
            0 passed, 2 failed, 0 deviations
            """);
  }

  @Test
  void a_case_that_breaks_it_is_a_failed_case() throws IOException {
    write("validation", "broken.json", "{\"case\": \"broken\"}");
    write("validation", "good.json", CASE.formatted("good", "gpu", ""));

    assertThat(run()).isEqualTo(1);
    assertThat(printed())
        .startsWith("FAILED validation/broken: threw ")
        .endsWith("1 passed, 1 failed, 0 deviations\n");
  }

  @Test
  void a_suite_it_does_not_know_is_named_and_nothing_is_not_a_success() throws IOException {
    write("weather", "rain.json", "{}");

    assertThat(run()).isEqualTo(2);
    assertThat(printed())
        .startsWith("suite weather: 1 cases, nothing to run them yet\n")
        .endsWith("0 passed, 0 failed, 0 deviations\n");
  }

  @Test
  void each_line_of_a_jsonl_file_is_a_case() throws IOException {
    var line = CASE.formatted("one", "gpu", "").replace("\n", " ");
    write("validation", "all.jsonl", line + "\n\n" + line + "\n");

    assertThat(run()).isZero();
    assertThat(printed()).isEqualTo("2 passed, 0 failed, 0 deviations\n");
  }
}
