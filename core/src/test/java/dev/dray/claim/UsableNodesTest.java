package dev.dray.claim;

import static dev.dray.claim.Placing.allocation;
import static dev.dray.claim.Placing.placement;
import static dev.dray.claim.Placing.slice;
import static dev.dray.claim.Placing.whole;
import static dev.dray.claim.Placing.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.NodeSelectorRequirement;
import dev.dray.api.meta.NodeSelectorTerm;
import dev.dray.inventory.PoolGeneration;
import java.util.List;
import org.junit.jupiter.api.Test;

class UsableNodesTest {
  private static final NodeSelector ONLY_NODE =
      selector(List.of(), List.of(in("metadata.name", "node")));

  private static final PoolGeneration EVERYWHERE = slice("allNodes: true\ndevices: [{name: a}]\n");

  private static NodeSelectorRequirement in(String key, String... values) {
    return new NodeSelectorRequirement(key, "In", List.of(values));
  }

  private static NodeSelector selector(
      List<NodeSelectorRequirement> expressions, List<NodeSelectorRequirement> fields) {
    return new NodeSelector(List.of(new NodeSelectorTerm(expressions, fields)));
  }

  private static PoolGeneration selected(String... terms) {
    return slice(
        """
        nodeSelector: {nodeSelectorTerms: [%s]}
        devices: [{name: a}]
        """
            .formatted(String.join(", ", terms)));
  }

  @Test
  void a_device_of_the_node_is_usable_there_only() {
    var local = slice("nodeName: node\ndevices: [{name: a}]\n");

    assertThat(allocation(placement(whole(EVERYWHERE, 0), whole(local, 0))).nodeSelector())
        .contains(ONLY_NODE);
  }

  @Test
  void a_device_that_binds_to_the_node_is_usable_there_only() {
    var binding = slice("allNodes: true\ndevices: [{name: a, bindsToNode: true}]\n");

    assertThat(allocation(placement(whole(binding, 0))).nodeSelector()).contains(ONLY_NODE);
  }

  @Test
  void a_device_for_all_nodes_restricts_nothing() {
    assertThat(allocation(placement(whole(EVERYWHERE, 0))).nodeSelector()).isEmpty();
  }

  @Test
  void a_claim_without_devices_restricts_nothing() {
    assertThat(allocation(placement()).nodeSelector()).isEmpty();
  }

  @Test
  void requirements_of_all_devices_must_hold() {
    var one =
        selected(
            """
            {matchExpressions: [{key: zone, operator: In, values: [a, b]}],
             matchFields: [{key: metadata.name, operator: In, values: [node]}]}\
            """);
    var two = selected("{matchExpressions: [{key: rack, operator: Exists}]}");

    assertThat(allocation(placement(whole(one, 0), whole(two, 0))).nodeSelector())
        .contains(
            selector(
                List.of(
                    in("zone", "a", "b"), new NodeSelectorRequirement("rack", "Exists", List.of())),
                List.of(in("metadata.name", "node"))));
  }

  @Test
  void the_same_requirement_is_written_once_whatever_the_order_of_its_values() {
    var one = selected("{matchExpressions: [{key: zone, operator: In, values: [a, b]}]}");
    var same = selected("{matchExpressions: [{key: zone, operator: In, values: [b, a, b]}]}");
    var more = selected("{matchExpressions: [{key: zone, operator: In, values: [a, b, c]}]}");
    var opposite = selected("{matchExpressions: [{key: zone, operator: NotIn, values: [a, b]}]}");

    var written =
        allocation(placement(whole(one, 0), whole(same, 0), whole(more, 0), whole(opposite, 0)));

    assertThat(written.nodeSelector())
        .contains(
            selector(
                List.of(
                    in("zone", "a", "b"),
                    in("zone", "a", "b", "c"),
                    new NodeSelectorRequirement("zone", "NotIn", List.of("a", "b"))),
                List.of()));
  }

  @Test
  void a_device_may_say_itself_where_it_is_usable() {
    var generation =
        slice(
            """
            perDeviceNodeSelection: true
            devices:
            - {name: a, allNodes: true}
            - name: b
              nodeSelector:
                nodeSelectorTerms:
                - matchExpressions: [{key: zone, operator: In, values: [a]}]
            - {name: c, nodeName: node}
            """);

    assertThat(allocation(placement(whole(generation, 0))).nodeSelector()).isEmpty();
    assertThat(allocation(placement(whole(generation, 1))).nodeSelector())
        .contains(selector(List.of(in("zone", "a")), List.of()));
    assertThat(allocation(placement(whole(generation, 2))).nodeSelector()).contains(ONLY_NODE);
  }

  @Test
  void a_selector_of_several_terms_is_fatal() {
    var several =
        selected(
            "{matchExpressions: [{key: a, operator: Exists}]}",
            "{matchExpressions: [{key: b, operator: Exists}]}");

    assertThat(written(placement(whole(several, 0))))
        .isEqualTo(
            new Written.Fatal(
                "create NodeSelector for claim claim: "
                    + "unsupported ResourceSlice.NodeSelector with 2 terms"));
  }

  @Test
  void a_selector_does_not_matter_behind_a_device_of_the_node() {
    var local = slice("nodeName: node\ndevices: [{name: a}]\n");
    var several =
        selected(
            "{matchExpressions: [{key: a, operator: Exists}]}",
            "{matchExpressions: [{key: b, operator: Exists}]}");

    assertThat(allocation(placement(whole(local, 0), whole(several, 0))).nodeSelector())
        .contains(ONLY_NODE);
  }
}
