package dev.dray.verify.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.admission.Admission;
import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.validation.Validator;
import dev.dray.verify.Repository;
import dev.dray.verify.hardware.EffectiveDevices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesTest {

  static List<Path> manifests() throws IOException {
    return Repository.files("examples", ".yaml");
  }

  static List<Path> folders() throws IOException {
    return Repository.files("examples", "README.md").stream()
        .map(readme -> readme.resolveSibling(""))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void an_example_is_valid_and_gives_no_warning_but_that_other_files_belong_to_it(Path file) {
    var run =
        new Shell(Repository.root())
            .run("./dray validate -f " + Repository.root().relativize(file));

    assertThat(run.exit()).as(run.output()).isZero();
    assertThat(run.output().lines())
        .filteredOn(line -> line.contains("warning: "))
        .allMatch(line -> line.endsWith("[lint/pool-incomplete]"));
  }

  /** Creating a claim resets its status, so that {@code dray validate} says nothing about it. */
  @ParameterizedTest
  @MethodSource("manifests")
  void a_status_in_an_example_is_one_that_could_be_written(Path file) throws IOException {
    var gates = Gates.defaults();
    for (var object : objects(file)) {
      if (object instanceof ResourceClaim claim) {
        var before = claim.withStatus(ResourceClaimStatus.EMPTY);
        var written = new Admission(gates).updateStatus(claim, before, Instant.EPOCH);

        assertThat(written.warnings()).isEmpty();
        assertThat(Validator.with(gates).updateStatus(written.object(), before).stream())
            .as(claim.metadata().name())
            .noneMatch(violation -> violation.path().toString().startsWith("status"));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("folders")
  void the_slices_of_a_folder_are_whole_pools(Path folder) throws IOException {
    for (var pool : pools(folder).entrySet()) {
      var slices = pool.getValue();

      assertThat(slices)
          .as(pool.getKey())
          .allMatch(slice -> slice.spec().pool().resourceSliceCount() == slices.size());
      assertThat(EffectiveDevices.of(slices).devices())
          .as(pool.getKey())
          .hasSize(slices.stream().mapToInt(slice -> slice.spec().devices().size()).sum());
    }
  }

  @ParameterizedTest
  @MethodSource("folders")
  void what_devices_consume_is_there_to_be_consumed(Path folder) throws IOException {
    for (var slices : pools(folder).values()) {
      var pool = EffectiveDevices.of(slices);
      pool.devices()
          .forEach(
              (name, device) -> {
                for (var consumption : device.consumes()) {
                  assertThat(pool.available(consumption.counterSet()).keySet())
                      .as(name)
                      .containsAll(consumption.counters().keySet());
                }
              });
    }
  }

  private static Map<String, List<ResourceSlice>> pools(Path folder) throws IOException {
    var pools = new TreeMap<String, List<ResourceSlice>>();
    for (var file : manifests()) {
      // The same pool as mixins.yaml once more, to be used instead of it.
      boolean other = file.endsWith("flat.yaml") || !file.startsWith(folder);
      for (var object : other ? List.<ApiObject>of() : objects(file)) {
        if (object instanceof ResourceSlice slice) {
          var name = slice.spec().driver() + "/" + slice.spec().pool().name();
          pools.computeIfAbsent(name, _ -> new ArrayList<>()).add(slice);
        }
      }
    }
    return pools;
  }

  private static List<ApiObject> objects(Path file) throws IOException {
    var objects = new ArrayList<ApiObject>();
    for (var document : new Manifests(FieldValidation.STRICT).read(Files.readAllBytes(file))) {
      switch (document) {
        case Document.Read read -> objects.add(read.object());
        case Document.Core _, Document.Foreign _ -> {}
        case Document.Unreadable(var problems, _) -> assertThat(problems).isEmpty();
      }
    }
    return objects;
  }
}
