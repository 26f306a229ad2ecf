package dev.dray.allocation.explain;

import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.request.AlternativeTerms;
import dev.dray.allocation.request.NodeCandidates;
import dev.dray.allocation.request.NodeCandidates.Part;
import dev.dray.allocation.request.NodeProblemBuilder;
import dev.dray.allocation.search.Bits;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.api.gate.Gate;
import dev.dray.api.meta.Quantity;
import dev.dray.inventory.CounterDraw;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.PoolView;
import dev.dray.selector.CombinedMatches;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The checks of a device for an alternative, which find the first one it does not pass.
 *
 * <p>It looks at one device and alternative at a time, and at what is left, without searching. For
 * one thread.
 */
final class CandidateCheck {
  private final AllocationRequest request;
  private final NodeCandidates devices;
  private final RemainingBalance left;
  private final boolean skipsOperations;

  /** For each pool, the selector results by alternative. */
  private final List<Map<Integer, CombinedMatches>> selections = new ArrayList<>();

  CandidateCheck(
      AllocationRequest request, LabeledNode node, NodeCandidates devices, RemainingBalance left) {
    this.request = request;
    this.devices = devices;
    this.left = left;
    this.skipsOperations =
        request.gates().enabled(Gate.DRA_OPTIONAL_NODE_OPERATIONS)
            && node.declaredFeatures().contains(NodeProblemBuilder.SKIPS_OPERATIONS);
    devices.parts().forEach(_ -> selections.add(new HashMap<>()));
  }

  /** One device checked for one alternative. */
  record Case(int alternative, int device, int partNumber, Part part, int row) {
    AlternativeTerms terms() {
      return part.candidates().terms(alternative, row);
    }

    int traits() {
      return part.candidates().generation().traitsNumber(row);
    }

    boolean isShareable() {
      return part.candidates().generation().traits(traits()).shareable();
    }

    CounterDraw draw() {
      return part.candidates().generation().draw(traits());
    }
  }

  Case meet(int alternative, int partNumber, int place) {
    var part = devices.parts().get(partNumber);
    int device = devices.start(partNumber) + place;
    return new Case(alternative, device, partNumber, part, part.view().row(place));
  }

  /** Returns the selector results on the devices of the pool; kept, because evaluating is work. */
  CombinedMatches selection(Case it) {
    var ofPart = selections.get(it.partNumber());
    var known = ofPart.get(it.alternative());
    if (known == null) {
      known = it.part().candidates().selection(it.alternative());
      ofPart.put(it.alternative(), known);
    }
    return known;
  }

  /** Returns the first check that the device does not pass, or {@link DeviceCheck#NONE}. */
  DeviceCheck first(Case it) {
    var terms = it.terms();
    if (!terms.isOffered()) {
      return DeviceCheck.OFFERED;
    }
    var matches = selection(it);
    if (matches.matching().contains(it.row())) {
      return it.part().view().state() == PoolView.State.COMPLETE
          ? ofSelected(it)
          : DeviceCheck.POOL;
    }
    if (!matches.failing().contains(it.row())) {
      int selector = matches.firstNotMatching(it.row()).orElse(0);
      return request.alternative(it.alternative()).isOfClass(selector)
          ? DeviceCheck.CLASS_SELECTORS
          : DeviceCheck.REQUEST_SELECTORS;
    }
    if (it.part().view().state() != PoolView.State.COMPLETE) {
      return DeviceCheck.POOL;
    }
    return isFree(it) ? DeviceCheck.ANSWER : DeviceCheck.FREE;
  }

  private DeviceCheck ofSelected(Case it) {
    if (!isFree(it)) {
      return DeviceCheck.FREE;
    }
    var terms = it.terms();
    if (terms.impossible().isPresent() || !terms.hasCapacity() || lacksCapacity(it)) {
      return DeviceCheck.CAPACITY;
    }
    if (!skipsOperations
        && it.part().candidates().anySkipsNodeOperations
        && Bits.has(it.part().candidates().skippingNodeOperations, it.row())) {
      return DeviceCheck.NODE_OPERATIONS;
    }
    if (terms.obstacles().contains(new AlternativeTerms.Obstacle.PartitionsOff())) {
      return DeviceCheck.PARTITIONS;
    }
    if (!request.alternative(it.alternative()).admin()) {
      if (conflicts(it)) {
        return DeviceCheck.GROUPS;
      }
      if (lacksCounters(it)) {
        return DeviceCheck.COUNTERS;
      }
    }
    return terms.obstacles().isEmpty() ? ofConstraints(it) : DeviceCheck.TAINTS;
  }

  private boolean isFree(Case it) {
    boolean held =
        !request.alternative(it.alternative()).admin()
            && it.part().load().exclusivelyUsed(it.row());
    return !held && left.keeper(it.alternative(), it.device(), it.isShareable()).isEmpty();
  }

  private boolean lacksCapacity(Case it) {
    if (request.alternative(it.alternative()).admin() || !it.isShareable()) {
      return false;
    }
    for (var amount : it.terms().capacity().entrySet()) {
      if (amount.getValue().compareTo(capacityLeft(it, amount.getKey())) > 0) {
        return true;
      }
    }
    return false;
  }

  Quantity capacityLeft(Case it, String name) {
    return capacity(it, name).subtract(left.consumed(it.part(), it.row(), it.device(), name));
  }

  static Quantity capacity(Case it, String name) {
    var generation = it.part().candidates().generation();
    var capacity = generation.traits(it.traits()).capacity().get(name);
    return capacity == null ? Quantity.ZERO : capacity.value();
  }

  private boolean conflicts(Case it) {
    var counterDraw = it.draw();
    if (counterDraw.sets() == 0 || left.isCharged(it.part(), it.row(), it.device())) {
      return false;
    }
    for (int i = 0; i < counterDraw.sets(); i++) {
      if (!left.groups(it.partNumber(), counterDraw.set(i)).admits(counterDraw.groups(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean lacksCounters(Case it) {
    var counterDraw = it.draw();
    if (counterDraw.sets() == 0) {
      return false;
    }
    // A device draws from each counter of a set once, so with one set there is nothing to add up.
    if (counterDraw.sets() == 1 && it.terms().counters().isEmpty()) {
      return !left.isCharged(it.part(), it.row(), it.device()) && lacksFixed(it, counterDraw);
    }
    for (var amount : drawn(it).entrySet()) {
      if (amount.getValue().compareTo(left.rest(it.partNumber(), amount.getKey())) > 0) {
        return true;
      }
    }
    return false;
  }

  private boolean lacksFixed(Case it, CounterDraw counterDraw) {
    for (int i = 0; i < counterDraw.fixed(); i++) {
      var rest = left.rest(it.partNumber(), counterDraw.fixedCounter(i));
      if (counterDraw.fixedAmount(i).compareTo(rest) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the amounts the device would draw from counters, by counter number. */
  Map<Integer, Quantity> drawn(Case it) {
    var drawn = new TreeMap<>(it.terms().counters());
    if (!left.isCharged(it.part(), it.row(), it.device())) {
      var counterDraw = it.draw();
      for (int i = 0; i < counterDraw.fixed(); i++) {
        drawn.merge(counterDraw.fixedCounter(i), counterDraw.fixedAmount(i), Quantity::add);
      }
    }
    return drawn;
  }

  private DeviceCheck ofConstraints(Case it) {
    for (int constraint : request.covering()[it.alternative()]) {
      int value = value(it, constraint);
      if (value == SearchProblem.MISSING || value == SearchProblem.UNTOLD) {
        return DeviceCheck.ATTRIBUTES;
      }
      if (isRejected(constraint, value)) {
        return DeviceCheck.CONSTRAINTS;
      }
    }
    return DeviceCheck.NONE;
  }

  static int value(Case it, int constraint) {
    return it.part().candidates().values[constraint][it.alternative()][it.row()];
  }

  boolean isRejected(int constraint, int set) {
    var before = left.elements(constraint);
    if (before.isEmpty()) {
      return false;
    }
    var values = set < 0 ? new int[] {} : request.values().elements(set);
    boolean meet = RemainingBalance.common(before.get(), values).length > 0;
    // A value that cannot be compared goes with no other.
    return request.constraints().get(constraint).distinct() ? meet || set < 0 : !meet;
  }
}
