package dev.dray.claim;

import dev.dray.allocation.placement.PlacedClaim;
import dev.dray.allocation.placement.PlacedDevice;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.NodeSelectorRequirement;
import dev.dray.api.meta.NodeSelectorTerm;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.NodeSelection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** The nodes from which all devices of a claim can be used. */
sealed interface UsableNodes {

  /** The nodes that match the selector; every node if there is none. */
  record Chosen(Optional<NodeSelector> selector) implements UsableNodes {}

  /**
   * The node selector of a device has several alternative terms, which cannot be combined with
   * another.
   */
  record Unsupported(String message) implements UsableNodes {}

  /** Returns the nodes, given that the claim is placed on this one. */
  static UsableNodes of(PlacedClaim claim, LabeledNode node) {
    var expressions = new ArrayList<NodeSelectorRequirement>();
    var fields = new ArrayList<NodeSelectorRequirement>();
    for (var device : devices(claim)) {
      if (isBoundToNode(device)) {
        return new Chosen(Optional.of(only(node)));
      }
      var terms = terms(device);
      if (terms.size() > 1) {
        return unsupported(claim, terms.size());
      }
      for (var term : terms) {
        addMissing(term.matchExpressions(), expressions);
        addMissing(term.matchFields(), fields);
      }
    }
    return new Chosen(
        expressions.isEmpty() && fields.isEmpty()
            ? Optional.empty()
            : Optional.of(new NodeSelector(List.of(new NodeSelectorTerm(expressions, fields)))));
  }

  private static List<PlacedDevice> devices(PlacedClaim claim) {
    var devices = new ArrayList<PlacedDevice>();
    for (var request : claim.requests()) {
      devices.addAll(request.devices());
    }
    return devices;
  }

  private static boolean isBoundToNode(PlacedDevice device) {
    var generation = device.generation();
    return generation.traits(generation.traitsNumber(device.row())).bindsToNode()
        || selection(device) instanceof NodeSelection.OnNode;
  }

  private static NodeSelection selection(PlacedDevice device) {
    var generation = device.generation();
    var slice = generation.slice(device.row());
    return slice.perDevice()
        ? generation.traits(generation.traitsNumber(device.row())).nodeSelection()
        : slice.selection();
  }

  private static List<NodeSelectorTerm> terms(PlacedDevice device) {
    return selection(device) instanceof NodeSelection.Matching(var selector)
        ? selector.nodeSelectorTerms()
        : List.of();
  }

  private static NodeSelector only(LabeledNode node) {
    var name = new NodeSelectorRequirement("metadata.name", "In", List.of(node.name()));
    return new NodeSelector(List.of(new NodeSelectorTerm(List.of(), List.of(name))));
  }

  private static UsableNodes unsupported(PlacedClaim claim, int terms) {
    return new Unsupported(
        "create NodeSelector for claim %s: unsupported ResourceSlice.NodeSelector with %d terms"
            .formatted(claim.claim().metadata().name(), terms));
  }

  private static void addMissing(
      List<NodeSelectorRequirement> some, List<NodeSelectorRequirement> all) {
    for (var requirement : some) {
      if (all.stream().noneMatch(known -> isSame(known, requirement))) {
        all.add(requirement);
      }
    }
  }

  /** Returns whether both are equal; the order of values and repeated values do not matter. */
  private static boolean isSame(NodeSelectorRequirement one, NodeSelectorRequirement other) {
    return one.key().equals(other.key())
        && one.operator().equals(other.operator())
        && new HashSet<>(one.values()).equals(new HashSet<>(other.values()));
  }
}
