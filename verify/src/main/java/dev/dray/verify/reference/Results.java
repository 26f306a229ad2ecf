package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.NodeSelectorRequirement;
import dev.dray.api.meta.NodeSelectorTerm;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceAllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes down what the search has found. */
final class Results {
  private final World world;
  private final Rules rules;
  private final Search search;
  private int shares;

  Results(World world, Rules rules, Search search) {
    this.world = world;
    this.rules = rules;
    this.search = search;
  }

  List<AllocationResult> all() {
    var results = new ArrayList<AllocationResult>();
    for (int i = 0; i < world.claimsToAllocate().size(); i++) {
      int claim = i;
      var taken = search.taken().stream().filter(it -> it.wanted().claim() == claim).toList();
      var config = new Configs(world.claimsToAllocate().get(i), search.chosen(i)).all();
      results.add(
          new AllocationResult(
              new DeviceAllocationResult(taken.stream().map(this::result).toList(), config),
              nodeSelector(taken),
              Optional.empty()));
    }
    return results;
  }

  private DeviceRequestAllocationResult result(Taken taken) {
    var device = taken.offer().device();
    var published = device.published();
    var binding = rules.bindingConditions();
    return new DeviceRequestAllocationResult(
        taken.wanted().reference(),
        device.driver(),
        taken.pool().pool(),
        device.name().device(),
        taken.wanted().adminAccess() ? Optional.of(true) : Optional.empty(),
        taken.wanted().tolerations(),
        binding ? published.bindingConditions() : List.of(),
        binding ? published.bindingFailureConditions() : List.of(),
        taken.share() ? Optional.of(String.valueOf(++shares)) : Optional.empty(),
        taken.consumedCapacity(),
        device.slice().spec().skipNodeOperations(),
        groups(taken),
        consumedCounters(taken));
  }

  /**
   * Once a device declares a group, all sets it consumes from are written down; but an
   * administrator joins nobody.
   */
  private Map<String, List<String>> groups(Taken taken) {
    var groups = new TreeMap<String, List<String>>();
    if (taken.charged()
        && rules.on(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS)
        && taken.offer().device().declaresGroups()) {
      taken.offer().device().consumptions().forEach(it -> groups.put(it.set(), it.groups()));
    }
    return groups;
  }

  private static Map<String, Map<String, Quantity>> consumedCounters(Taken taken) {
    var consumed = new TreeMap<String, Map<String, Quantity>>();
    for (var drawn : taken.drawn()) {
      consumed
          .computeIfAbsent(drawn.set(), _ -> new TreeMap<>())
          .merge(drawn.counter(), drawn.amount(), Quantity::add);
    }
    return consumed;
  }

  private Optional<NodeSelector> nodeSelector(List<Taken> taken) {
    var fields = new ArrayList<NodeSelectorRequirement>();
    var expressions = new ArrayList<NodeSelectorRequirement>();
    for (var one : taken) {
      var device = one.offer().device();
      if (isLocal(device)) {
        return Optional.of(onlyThisNode());
      }
      selector(device)
          .ifPresent(
              selector -> {
                for (var term : onlyTerm(selector)) {
                  addNew(term.matchFields(), fields);
                  addNew(term.matchExpressions(), expressions);
                }
              });
    }
    return fields.isEmpty() && expressions.isEmpty()
        ? Optional.empty()
        : Optional.of(new NodeSelector(List.of(new NodeSelectorTerm(expressions, fields))));
  }

  private static boolean isLocal(EffectiveDevice device) {
    var nodeName =
        device.perDeviceNodeSelection()
            ? device.published().nodeName()
            : device.slice().spec().nodeName();
    return nodeName.isPresent() || device.published().bindsToNode().orElse(false);
  }

  private static Optional<NodeSelector> selector(EffectiveDevice device) {
    return device.perDeviceNodeSelection()
        ? device.published().nodeSelector()
        : device.slice().spec().nodeSelector();
  }

  private static List<NodeSelectorTerm> onlyTerm(NodeSelector selector) {
    var terms = selector.nodeSelectorTerms();
    if (terms.size() > 1) {
      throw new FatalProblem(
          "unsupported ResourceSlice.NodeSelector with %d terms".formatted(terms.size()));
    }
    return terms;
  }

  private NodeSelector onlyThisNode() {
    var name = new NodeSelectorRequirement("metadata.name", "In", List.of(world.node().name()));
    return new NodeSelector(List.of(new NodeSelectorTerm(List.of(), List.of(name))));
  }

  private static void addNew(
      List<NodeSelectorRequirement> requirements, List<NodeSelectorRequirement> all) {
    for (var requirement : requirements) {
      if (all.stream().noneMatch(known -> isSame(known, requirement))) {
        all.add(requirement);
      }
    }
  }

  private static boolean isSame(NodeSelectorRequirement one, NodeSelectorRequirement other) {
    return one.key().equals(other.key())
        && one.operator().equals(other.operator())
        && new HashSet<>(one.values()).equals(new HashSet<>(other.values()));
  }
}
