package dev.dray.layout;

import static dev.dray.layout.LayoutManifests.GATES;
import static dev.dray.layout.LayoutManifests.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.resource.ResourceSlice;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two layouts are the same only if nobody can tell them apart. */
class EquivalenceTest {
  private static final String DEVICES =
      """
      devices:
      - {name: gpu-0, attributes: {model: {string: a}}, capacity: {memory: {value: 1Gi}}}
      - {name: gpu-1, attributes: {model: {string: a}}}
      """;

  private static List<ResourceSlice> slices(String yaml) {
    return LayoutManifests.of(ResourceSlice.class, yaml);
  }

  private static void assertDifferent(String before, String after, String difference) {
    assertThat(Equivalence.difference(slices(before), slices(after), GATES))
        .hasValueSatisfying(it -> assertThat(it).contains(difference));
  }

  @Test
  void mixins_and_the_number_of_slices_make_no_difference() {
    var mixed =
        slice(
                "a",
                2,
                """
                mixins: {device: [{name: m, attributes: {gpu.example.com/model: {string: a}}}]}
                devices:
                - {name: gpu-0, includes: [m], capacity: {memory: {value: 1Gi}}}
                """)
            + slice("b", 2, "devices: [{name: gpu-1, attributes: {model: {string: a}}}]\n");

    assertThat(Equivalence.difference(slices(slice("x", 1, DEVICES)), slices(mixed), GATES))
        .isEmpty();
  }

  @Test
  void another_value_is_a_difference_and_so_is_another_notation() {
    var before = slice("x", 1, DEVICES);

    assertDifferent(before, before.replaceFirst("string: a", "string: b"), "it has device gpu-0");
    assertDifferent(before, before.replace("1Gi", "1073741824"), "1073741824");
  }

  @Test
  void another_order_is_a_difference() {
    var before = slice("x", 1, DEVICES);
    var swapped =
        before.replace("gpu-0", "gpu-x").replace("gpu-1", "gpu-0").replace("gpu-x", "gpu-1");

    assertDifferent(before, swapped, "it has device gpu-1");
  }

  @Test
  void other_nodes_are_a_difference() {
    var before = slice("x", 1, DEVICES);

    assertDifferent(before, before.replace("nodeName: node-1", "nodeName: node-2"), "node-2");
  }

  @Test
  void a_missing_slice_is_a_difference() {
    assertDifferent(slice("x", 1, DEVICES), slice("x", 2, DEVICES), "1 slices missing");
  }

  @Test
  void a_capacity_keeps_its_spelling_for_the_driver_looks_for_it() {
    var before = slice("x", 1, DEVICES);

    assertDifferent(before, before.replace("{memory:", "{gpu.example.com/memory:"), "gpu-0");
  }
}
