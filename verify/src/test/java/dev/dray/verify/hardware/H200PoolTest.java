package dev.dray.verify.hardware;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.hardware.SliceLayout;
import dev.dray.verify.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class H200PoolTest {
  private static final Path FOLDER = Repository.root().resolve("examples/h200");

  private final List<ResourceSlice> withMixins = H200Example.slices(SliceLayout.MIXINS);
  private final List<ResourceSlice> flat = H200Example.slices(SliceLayout.FLAT);

  private final CountersOf counters = CountersOf.pool(flat);

  static Stream<String> generatedFiles() {
    return H200Example.files().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("generatedFiles")
  void the_committed_file_is_what_the_generator_prints(String name) throws IOException {
    var generated = H200Example.files().get(name);
    var file = FOLDER.resolve(name);

    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(file, generated);
    }

    assertThat(Files.readString(file))
        .as("rerun with -Dgolden.update=true to accept")
        .isEqualTo(generated);
  }

  @Test
  void what_is_printed_is_read_again_as_the_same_slices() {
    assertThat(read("mixins.yaml")).isEqualTo(withMixins);
    assertThat(read("flat.yaml")).isEqualTo(flat);
  }

  private static List<? extends ApiObject> read(String name) {
    return new Manifests(FieldValidation.STRICT)
        .read(H200Example.files().getOrDefault(name, "").getBytes(UTF_8)).stream()
            .map(document -> ((Document.Read) document).object())
            .toList();
  }

  @Test
  void a_gpu_is_26_devices_and_the_pool_208() {
    assertThat(EffectiveDevices.of(withMixins).devices()).hasSize(8 * 26);
    assertThat(EffectiveDevices.of(withMixins).counterSets()).hasSize(8);
  }

  @Test
  void with_and_without_mixins_the_pool_is_the_same() {
    var one = EffectiveDevices.of(withMixins);
    var other = EffectiveDevices.of(flat);

    assertThat(one.counterSets()).isEqualTo(other.counterSets());
    assertThat(one.devices().keySet()).containsExactlyElementsOf(other.devices().keySet());
    one.devices()
        .forEach(
            (name, device) -> assertThat(device).as(name).isEqualTo(other.devices().get(name)));
  }

  @Test
  void the_slices_of_a_pool_know_their_number() {
    assertThat(withMixins).hasSize(3).allMatch(countOf(3));
    assertThat(flat).hasSize(5).allMatch(countOf(5));
  }

  private static Predicate<ResourceSlice> countOf(long count) {
    return slice -> slice.spec().pool().resourceSliceCount() == count;
  }

  @Test
  void the_sizes_are_as_the_readme_says() throws IOException {
    var readme = Files.readString(FOLDER.resolve("README.md"));

    assertThat(bytes(withMixins)).isEqualTo(69_765);
    assertThat(bytes(flat)).isEqualTo(249_648);
    assertThat(readme)
        .contains(String.format(Locale.ROOT, "| `mixins.yaml` | 3 | %,d |", bytes(withMixins)))
        .contains(String.format(Locale.ROOT, "| `flat.yaml` | 5 | %,d |", bytes(flat)));
  }

  /** As a server stores and sends them: JSON without blanks. */
  private static int bytes(List<ResourceSlice> slices) {
    var writer = new ManifestWriter(ApiVersion.V1);
    return slices.stream().mapToInt(slice -> writer.json(slice).getBytes(UTF_8).length).sum();
  }

  @Test
  void a_device_belongs_to_the_group_of_its_use() {
    EffectiveDevices.of(withMixins)
        .devices()
        .forEach(
            (name, device) ->
                assertThat(device.consumes().getFirst().compatibilityGroups())
                    .as(name)
                    .containsExactly(name.contains("mig") ? "mig" : "gpu"));
  }

  @Test
  void a_gpu_takes_seven_small_partitions_and_no_eighth() {
    var small = IntStream.range(0, 7).mapToObj(start -> "gpu-0-mig-1g-18gb-" + start).toList();

    assertThat(counters.most(small, "gpu-0")).isEqualTo(7);
    for (var device : EffectiveDevices.of(flat).devices().keySet()) {
      if (device.startsWith("gpu-0") && !small.contains(device)) {
        var eight = Stream.concat(small.stream(), Stream.of(device)).toList();
        assertThat(counters.most(eight, "gpu-0")).as(device).isEqualTo(7);
      }
    }
  }

  @Test
  void a_large_and_a_middle_partition_share_a_gpu() {
    assertThat(counters.most(List.of("gpu-0-mig-4g-71gb-0", "gpu-0-mig-3g-71gb-4"), "gpu-0"))
        .isEqualTo(2);
  }
}
