package dev.dray.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourceClaimTemplateSpec;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.testing.RandomObjects;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is written is read again as the same object, in every version that has its kind. */
class RoundTripPropertyTest {

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#thousand")
  void json_of_every_version_is_read_as_it_was_written(long seed) {
    for (var kind : Kind.values()) {
      var object = expressible(new RandomObjects(new SplittableRandom(seed)).of(kind));

      for (var version : ApiVersion.serving(kind)) {
        var json = new ManifestWriter(version).json(object);

        assertThat(onlyObject(json)).as(() -> version + " " + json).isEqualTo(object);
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void yaml_of_every_version_is_read_as_it_was_written(long seed) {
    for (var kind : Kind.values()) {
      var object = expressible(new RandomObjects(new SplittableRandom(seed)).of(kind));

      for (var version : ApiVersion.serving(kind)) {
        var yaml = new ManifestWriter(version).yaml(object);

        assertThat(onlyObject(yaml)).as(() -> version + "\n" + yaml).isEqualTo(object);
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void what_is_printed_twice_is_printed_alike(long seed) {
    for (var kind : Kind.values()) {
      var object = expressible(new RandomObjects(new SplittableRandom(seed)).of(kind));
      var writer = new ManifestWriter(ApiVersion.serving(kind).getFirst());

      var once = writer.indentedJson(object);

      assertThat(writer.indentedJson(onlyObject(once))).isEqualTo(once);
    }
  }

  static ApiObject onlyObject(String source) {
    var documents =
        new Manifests(FieldValidation.STRICT).read(source.getBytes(StandardCharsets.UTF_8));
    assertThat(documents).as(source).hasSize(1);
    assertThat(documents.getFirst()).as(source).isInstanceOf(Document.Read.class);
    var read = (Document.Read) documents.getFirst();
    assertThat(read.problems()).as(source).isEmpty();
    return read.object();
  }

  /**
   * The object without what v1beta1 has no words for, all of it invalid in every version: an empty
   * node name, "all nodes: false", and a request for nothing.
   */
  private static ApiObject expressible(ApiObject object) {
    return switch (object) {
      case ResourceSlice slice -> slice.withSpec(expressible(slice.spec()));
      case ResourceClaim claim -> claim.withSpec(expressible(claim.spec()));
      case ResourceClaimTemplate template ->
          template.withSpec(
              new ResourceClaimTemplateSpec(
                  template.spec().metadata(), expressible(template.spec().spec())));
      default -> object;
    };
  }

  private static ResourceSliceSpec expressible(ResourceSliceSpec spec) {
    return new ResourceSliceSpec(
        spec.driver(),
        spec.pool(),
        spec.nodeName().filter(name -> !name.isEmpty()),
        spec.nodeSelector(),
        spec.allNodes().filter(all -> all),
        spec.deviceList(),
        spec.perDeviceNodeSelection(),
        spec.counterSetList(),
        spec.mixins(),
        spec.partitionTypeAttribute(),
        spec.skipNodeOperations());
  }

  private static ResourceClaimSpec expressible(ResourceClaimSpec spec) {
    var devices = spec.devices();
    var requests =
        devices.requests().stream()
            .map(
                request ->
                    new DeviceRequest(
                        request.name(),
                        request.exactly().filter(exact -> !exact.deviceClassName().isEmpty()),
                        request.firstAvailable()))
            .toList();
    return new ResourceClaimSpec(
        new DeviceClaim(requests, devices.constraints(), devices.config()));
  }
}
