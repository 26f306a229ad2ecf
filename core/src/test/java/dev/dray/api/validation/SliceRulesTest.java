package dev.dray.api.validation;

import static dev.dray.api.validation.Written.object;
import static dev.dray.api.validation.Written.onCreate;
import static dev.dray.api.validation.Written.onUpdate;
import static dev.dray.api.validation.Written.slice;
import static dev.dray.api.validation.Written.sliceWithoutNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ApiObject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SliceRulesTest {

  private static String devices(int count, String more) {
    return IntStream.range(0, count)
        .mapToObj(i -> "{name: d-%d%s}".formatted(i, more))
        .collect(Collectors.joining(", ", "devices: [", "]"));
  }

  @Nested
  class Identity {
    private static ApiObject slice(String driver, String pool) {
      return object(
          "ResourceSlice", "driver: %s\npool: %s\nnodeName: node\n".formatted(driver, pool));
    }

    @Test
    void an_upper_case_driver_is_accepted_with_a_warning() {
      var slice = slice("GPU.example.com", "{name: p, generation: 0, resourceSliceCount: 1}");

      assertThat(onCreate(slice)).isEmpty();
      assertThat(Validator.with(Gates.defaults()).warnings(slice))
          .containsExactly(
              "spec.driver: driver names should be lowercase; \"GPU.example.com\" contains"
                  + " uppercase characters");
    }

    @Test
    void a_driver_with_a_slash_is_refused_with_advice() {
      var slice = slice("gpu.example.com/x", "{name: p, generation: 0, resourceSliceCount: 1}");

      var found = Validator.with(Gates.defaults()).create(slice).toList();

      assertThat(found)
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.path()).hasToString("spec.driver");
                assertThat(each.hint())
                    .contains("a driver name must not contain a slash: write gpu.example.com");
              });
    }

    @Test
    void driver_and_pool_are_required() {
      assertThat(onCreate(slice("''", "{name: '', generation: -1, resourceSliceCount: 0}")))
          .containsExactly(
              "REQUIRED spec.driver required",
              "REQUIRED spec.pool.name required",
              "INVALID spec.pool.resourceSliceCount minimum",
              "INVALID spec.pool.generation minimum");
    }

    @Test
    void every_part_of_a_pool_name_is_checked() {
      assertThat(onCreate(slice("d", "{name: A/b/-c, generation: 0, resourceSliceCount: 1}")))
          .containsExactly(
              "INVALID spec.pool.name format=k8s-resource-pool-name",
              "INVALID spec.pool.name format=k8s-resource-pool-name");
    }

    @Test
    void driver_pool_and_node_cannot_change() {
      var old = slice("a", "{name: p, generation: 0, resourceSliceCount: 1}");
      var changed =
          object(
              "ResourceSlice",
              """
              driver: b
              pool: {name: q, generation: 0, resourceSliceCount: 1}
              allNodes: true
              """);

      assertThat(onUpdate(changed, old))
          .containsExactly(
              "INVALID spec.pool.name immutable",
              "INVALID spec.driver immutable",
              "INVALID spec.nodeName immutable");
    }
  }

  @Nested
  class NodeSelection {

    @Test
    void exactly_one_way_is_required() {
      assertThat(onCreate(sliceWithoutNode("devices: []"))).containsExactly("REQUIRED spec union");
      assertThat(onCreate(slice("allNodes: true"))).containsExactly("INVALID spec union");
    }

    @Test
    void what_is_set_to_nothing_is_wrong_and_does_not_count() {
      assertThat(onCreate(sliceWithoutNode("nodeName: ''\nallNodes: false")))
          .containsExactly(
              "INVALID spec.nodeName minLength",
              "INVALID spec.allNodes enum",
              "REQUIRED spec union");
    }

    @Test
    void a_selector_has_exactly_one_term() {
      assertThat(onCreate(sliceWithoutNode("nodeSelector: {nodeSelectorTerms: []}")))
          .containsExactly(
              "REQUIRED spec.nodeSelector.nodeSelectorTerms required",
              "INVALID spec.nodeSelector.nodeSelectorTerms maxItems");
    }

    @Test
    void a_slice_of_counters_may_do_without_and_is_warned_about() {
      var slice =
          sliceWithoutNode("sharedCounters: [{name: set, counters: {memory: {value: 1Gi}}}]");

      assertThat(onCreate(slice)).isEmpty();
      assertThat(Validator.with(Gates.defaults()).warnings(slice))
          .singleElement()
          .asString()
          .contains("sharedCounters needs no node selection here");
    }

    @Test
    void a_device_has_its_own_only_if_the_slice_says_so() {
      assertThat(onCreate(slice("devices: [{name: a, allNodes: true}]")))
          .containsExactly("INVALID spec.devices[0] dependentRequired");
      assertThat(
              onCreate(
                  sliceWithoutNode(
                      """
                      perDeviceNodeSelection: true
                      devices: [{name: a}, {name: b, nodeName: '', allNodes: true}]
                      """)))
          .containsExactly(
              "REQUIRED spec.devices[0] union", "INVALID spec.devices[1].nodeName minLength");
    }
  }

  @Nested
  class Limits {

    @Test
    void a_slice_has_128_devices_and_64_if_they_are_advanced() {
      assertThat(onCreate(slice(devices(128, "")))).isEmpty();
      assertThat(onCreate(slice(devices(129, ""))))
          .containsExactly("TOO_MANY spec.devices maxItems");
      var taint = ", taints: [{key: k, effect: NoExecute}]";
      assertThat(onCreate(slice(devices(64, taint)))).isEmpty();
      assertThat(onCreate(slice(devices(65, taint))))
          .containsExactly("TOO_MANY spec.devices maxItems");
      assertThat(onCreate(slice(devices(65, ", attributes: {a: {ints: [1]}}"))))
          .containsExactly("TOO_MANY spec.devices maxItems");
    }

    @Test
    void devices_have_different_names() {
      assertThat(onCreate(slice("devices: [{name: a}, {name: b}, {name: a}]")))
          .containsExactly("DUPLICATE spec.devices[2] unique");
    }

    @Test
    void devices_and_counters_do_not_share_a_slice_even_if_empty() {
      assertThat(onCreate(slice("devices: []\nsharedCounters: []")))
          .containsExactly("INVALID spec union");
    }
  }

  @Nested
  class PartitionType {
    private static final String CONSUMER =
        "{name: a, consumesCounters: [{counterSet: s, counters: {c: {value: 1}}}]%s}";

    private static ApiObject naming(String name, String more) {
      return slice(
          "partitionTypeAttribute: %s\ndevices: [%s]".formatted(name, CONSUMER.formatted(more)));
    }

    @Test
    void every_consumer_has_the_attribute_as_a_string() {
      assertThat(onCreate(naming("gpu.example.com/t", "")))
          .containsExactly(
              "REQUIRED spec.devices[0].attributes[gpu.example.com/t] dependentRequired");
      assertThat(onCreate(naming("gpu.example.com/t", ", attributes: {t: {int: 1}}")))
          .containsExactly("INVALID spec.devices[0].attributes[gpu.example.com/t] partitionType");
      assertThat(onCreate(naming("gpu.example.com/t", ", attributes: {t: {string: x}}"))).isEmpty();
    }

    @Test
    void a_mixin_can_provide_it() {
      var slice =
          slice(
              """
              mixins: {device: [{name: m, attributes: {t: {string: x}}}]}
              partitionTypeAttribute: gpu.example.com/t
              devices: [%s]
              """
                  .formatted(CONSUMER.formatted(", includes: [m]")));

      assertThat(onCreate(slice)).isEmpty();
    }

    @Test
    void it_needs_consumers_a_domain_and_its_gate() {
      assertThat(onCreate(slice("partitionTypeAttribute: t")))
          .containsExactly(
              "INVALID spec.partitionTypeAttribute format=k8s-resource-fully-qualified-name",
              "INVALID spec.partitionTypeAttribute dependentRequired");
      assertThat(
              Written.found(
                  Validator.with(Gates.defaults())
                      .create(naming("gpu.example.com/t", ", attributes: {t: {string: x}}"))))
          .containsExactly("FORBIDDEN spec.partitionTypeAttribute forbidden");
    }
  }

  @Nested
  class SkippedOperations {

    @Test
    void they_are_known_and_different_and_prepare_needs_unprepare() {
      assertThat(onCreate(slice("skipNodeOperations: [NodePrepareResources, x, x]")))
          .containsExactly(
              "DUPLICATE spec.skipNodeOperations[2] unique",
              "NOT_SUPPORTED spec.skipNodeOperations[1] enum",
              "NOT_SUPPORTED spec.skipNodeOperations[2] enum",
              "INVALID spec.skipNodeOperations dependentRequired");
      assertThat(onCreate(slice("skipNodeOperations: [NodePrepareResources, '*']"))).isEmpty();
    }

    @Test
    void unknown_ones_that_are_stored_stay() {
      var old = slice("skipNodeOperations: [Newer]");

      assertThat(onUpdate(slice("skipNodeOperations: [Newer, '*']"), old)).isEmpty();
    }
  }
}
