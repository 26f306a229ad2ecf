package dev.dray.inventory.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.inventory.World;
import dev.dray.selector.CelDevice;
import dev.dray.selector.DeviceTable;
import dev.dray.selector.Schema;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PatchFilterTest {
  private static final int PATCHES = 1000;

  private final Amendments amendments = new Amendments(InventoryFeatures.of(Gates.defaults()));
  private final PatchFilter filter = new PatchFilter(amendments);
  private final DeviceNames deviceNames = new DeviceNames(List.of("d"));
  private final DeviceTable table =
      DeviceTable.of(
          new Schema(16), List.of(new CelDevice(World.DRIVER, Map.of(), Map.of(), false)));

  private void patch(String name, String filter) {
    var manifest =
        """
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: %s}
        spec: {devices: {filter: %s, attributes: {site.example.com/a: {int: 1}}}}
        """
            .formatted(name, filter);
    amendments.patches().put(name, (ResourceSlicePatch) World.read(manifest));
  }

  private void deviceClass(String expression) {
    var manifest =
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: gpu}
        spec: {selectors: [{cel: {expression: '%s'}}]}
        """
            .formatted(expression);
    amendments.classes().put("gpu", (DeviceClass) World.read(manifest));
  }

  private static String selector(String expression) {
    return "{selectors: [{cel: {expression: '%s'}}]}".formatted(expression);
  }

  /** How many patches are for the device. */
  private long chosen() {
    return amendments.patches().all().stream()
        .filter(patch -> filter.choose(patch, deviceNames, () -> table).rows().get(0))
        .count();
  }

  @Test
  void an_expression_is_compiled_once_however_many_patches_there_are() {
    IntStream.range(0, PATCHES)
        .forEach(i -> patch("p" + i, selector("device.driver != \"%d.example.com\"".formatted(i))));

    assertThat(chosen()).isEqualTo(PATCHES);
    assertThat(chosen()).isEqualTo(PATCHES);

    assertThat(filter.compiled()).isEqualTo(PATCHES);
  }

  @Test
  void a_patch_and_the_class_it_names_are_followed_when_they_change() {
    patch("p", "{deviceClassName: gpu}");
    assertThat(chosen()).isZero();

    deviceClass("true");
    assertThat(chosen()).isEqualTo(1);
    deviceClass("false");
    assertThat(chosen()).isZero();

    patch("p", selector("true"));
    assertThat(chosen()).isEqualTo(1);
  }

  @Test
  void patches_that_are_gone_are_forgotten() {
    IntStream.range(0, PATCHES)
        .forEach(
            i -> {
              patch("p" + i, selector("true"));
              chosen();
              amendments.patches().remove("p" + i);
            });

    assertThat(filter.remembered()).isLessThanOrEqualTo(2);
  }
}
