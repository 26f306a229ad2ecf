package dev.dray.allocation.request;

import dev.dray.allocation.request.NodeCandidates.Part;
import dev.dray.allocation.search.Bits;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.allocation.search.SearchProblem.Charge;
import dev.dray.allocation.search.SetTable;
import dev.dray.inventory.CounterDraw;
import dev.dray.inventory.LabeledNode;
import dev.dray.ledger.GroupState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builder of the search problem of one node: an allocation request, the pools the node sees, and
 * what is left of them, translated into numbers.
 *
 * <p>Three inputs that change at different times meet here. Each is prepared and cached elsewhere,
 * so that building a problem is mostly copying.
 *
 * <pre>{@code
 * AllocationRequest      requests, alternatives, constraints      changes never
 * PoolCandidates         rows that would do, per alternative      changes with the pool
 * PoolRemainder          what claims leave of the pool            changes with claims
 *        \                    |                    /
 *         +------- NodeProblemBuilder ------------+
 *                            |
 * devices   | pool A: rows the node sees | pool B: ... |     numbered 0, 1, 2, ...
 * budgets   | counters of A | counters of B | capacities of shareable devices |
 * scopes    | counter sets of A | counter sets of B |
 * values    | numbered in the order in which they occur on the node |
 *                            |
 *                      SearchProblem
 * }</pre>
 *
 * <p>Device numbers follow the deciding order: pools in the order of the node's view, devices in
 * the order of rows. The search tries lower numbers first, so its first placement is the one
 * upstream would find.
 *
 * <p><b>Soundness.</b> A device becomes a candidate of an alternative if its row is one in {@link
 * PoolCandidates}, no claim uses it exclusively (admin access ignores usage), and the node is able
 * to skip node operations if the device needs that. {@link NodeBudgets} then drops devices that
 * could not be paid for even if nothing else was taken, except for mode All and admin access.
 * Neither loses a placement: taking devices never makes budgets grow, and where a negative amount
 * could do that nothing is dropped. Failing rows stay, unless their device is in use, so that the
 * search ends with an error where upstream does. For an alternative of mode All they were checked
 * before, by {@link NodeAttempt}.
 *
 * <p>Names do not enter the problem. Groups and values get numbers in the order in which they
 * occur, so that nodes which differ only in names have equal problems ({@link
 * dev.dray.allocation.search.ProblemSignature}). {@link NodeSignature} covers everything that the
 * builder reads: if it reads more, the signature must cover that, too.
 *
 * <p><b>Cost.</b> One pass over devices for each alternative, and one for each value column.
 * Budgets and scopes are built only if a pool has shareable devices or counters, and charges that
 * do not depend on the request once per distinct traits. Alternatives under one constraint share a
 * column if their pools do, recognised by identity.
 */
public final class NodeProblemBuilder {
  public static final String SKIPS_OPERATIONS = "DRAOptionalNodeOperations";
  private static final int[] NONE = {};

  private final AllocationRequest request;
  private final NodeCandidates devices;
  private final boolean skipsOperations;
  private final SearchProblem to = new SearchProblem();

  private NodeProblemBuilder(AllocationRequest request, LabeledNode node, NodeCandidates devices) {
    this.request = request;
    this.devices = devices;
    this.skipsOperations = skipsOperations(node);
    to.devices = devices.size();
  }

  /** Returns whether the node can use devices that skip node operations. */
  static boolean skipsOperations(LabeledNode node) {
    return node.declaredFeatures().contains(SKIPS_OPERATIONS);
  }

  public static SearchProblem of(
      AllocationRequest request, LabeledNode node, NodeCandidates devices) {
    return new NodeProblemBuilder(request, node, devices).build();
  }

  private SearchProblem build() {
    shareable();
    alternatives();
    if (anyCharges()) {
      new NodeBudgets(devices, to).fill();
    } else {
      withoutBudgets();
    }
    scopes();
    constraints();
    return to;
  }

  private void shareable() {
    to.shareable = Bits.none(to.devices);
    to.charged = Bits.none(to.devices);
    for (int i = 0; i < devices.parts().size(); i++) {
      var part = devices.parts().get(i);
      if (part.candidates().hasShareable) {
        shareable(part, devices.start(i));
      }
    }
  }

  private void shareable(Part part, int start) {
    var generation = part.candidates().generation();
    for (int i = 0; i < part.view().size(); i++) {
      int row = part.view().row(i);
      if (generation.traits(generation.traitsNumber(row)).shareable()) {
        Bits.add(to.shareable, start + i);
        if (part.load().shared(row)) {
          Bits.add(to.charged, start + i);
        }
      }
    }
  }

  private void alternatives() {
    int alternatives = request.alternatives().size();
    to.claimOf = request.claimOf();
    to.alternativesFrom = request.alternativesFrom();
    to.need = new int[alternatives];
    to.all = new int[alternatives][];
    to.takesAll = new boolean[alternatives];
    to.admin = new boolean[alternatives];
    to.candidates = new long[alternatives][];
    to.failing = new long[alternatives][];
    for (int number = 0; number < alternatives; number++) {
      alternative(number, request.alternative(number));
    }
  }

  private void alternative(int number, Alternative alternative) {
    to.takesAll[number] = alternative.all();
    to.admin[number] = alternative.admin();
    to.candidates[number] = Bits.none(to.devices);
    to.failing[number] = Bits.none(to.devices);
    for (int i = 0; i < devices.parts().size(); i++) {
      sort(number, alternative, devices.parts().get(i), devices.start(i));
    }
    to.all[number] = alternative.all() ? all(number) : NONE;
    to.need[number] = alternative.all() ? to.all[number].length : alternative.count();
  }

  private void sort(int number, Alternative alternative, Part part, int start) {
    var candidates = part.candidates().candidates[number];
    // NodeAttempt has already ruled out failing rows for mode All.
    boolean failures = !alternative.all() && part.candidates().isFailing[number];
    for (int i = 0; i < part.view().size(); i++) {
      int row = part.view().row(i);
      if (!alternative.admin() && part.load().exclusivelyUsed(row)) {
        continue;
      }
      if (Bits.has(candidates, row)) {
        if (skipsOperations
            || !part.candidates().anySkipsNodeOperations
            || !Bits.has(part.candidates().skippingNodeOperations, row)) {
          Bits.add(to.candidates[number], start + i);
        }
      } else if (failures && Bits.has(part.candidates().failing[number], row)) {
        Bits.add(to.failing[number], start + i);
      }
    }
  }

  private int[] all(int number) {
    var all = new int[to.devices];
    int size = 0;
    for (int device = 0; device < to.devices; device++) {
      if (Bits.has(devices.candidates(device).members[number], devices.row(device))) {
        all[size++] = device;
      }
    }
    return Arrays.copyOf(all, size);
  }

  private boolean anyCharges() {
    for (var part : devices.parts()) {
      if (part.candidates().hasShareable || part.candidates().drawsFromCounters) {
        return true;
      }
    }
    return false;
  }

  private void withoutBudgets() {
    to.once = new Charge[to.devices];
    Arrays.fill(to.once, Charge.NOTHING);
    to.each = new Charge[to.need.length][];
    Arrays.fill(to.each, to.once);
  }

  private void scopes() {
    to.scopesOf = new int[to.devices][];
    Arrays.fill(to.scopesOf, NONE);
    to.groupsOf = to.scopesOf.clone();
    if (!anyDraws()) {
      return;
    }
    var names = new HashMap<String, Integer>();
    var states = new ArrayList<Integer>();
    for (int i = 0; i < devices.parts().size(); i++) {
      var part = devices.parts().get(i);
      if (part.candidates().drawsFromCounters) {
        int first = states.size();
        for (int set = 0; set < part.candidates().generation().counters().sets(); set++) {
          states.add(state(part.load().groups(set), names));
        }
        join(part, devices.start(i), first, names);
      }
    }
    to.scopeState = states.stream().mapToInt(Integer::intValue).toArray();
  }

  private boolean anyDraws() {
    for (var part : devices.parts()) {
      if (part.candidates().drawsFromCounters) {
        return true;
      }
    }
    return false;
  }

  private int state(GroupState state, Map<String, Integer> names) {
    return switch (state) {
      case GroupState.None _ -> SearchProblem.NO_MEMBERS;
      case GroupState.Empty _ -> SetTable.EMPTY;
      case GroupState.Of(var groups) -> groups(List.copyOf(groups), names);
      case GroupState.Blocked _ -> SearchProblem.BLOCKED;
    };
  }

  private int groups(List<String> groups, Map<String, Integer> names) {
    if (groups.isEmpty()) {
      return SetTable.EMPTY;
    }
    return to.groups.of(
        groups.stream()
            .mapToInt(group -> names.computeIfAbsent(group, _ -> names.size()))
            .toArray());
  }

  private void join(Part part, int start, int firstScope, Map<String, Integer> names) {
    var generation = part.candidates().generation();
    var scopes = new int[generation.distinctTraits()][];
    var groups = new int[generation.distinctTraits()][];
    for (int i = 0; i < scopes.length; i++) {
      var counterDraw = generation.draw(i);
      scopes[i] = scopes(counterDraw, firstScope);
      groups[i] = groups(counterDraw, names);
    }
    for (int i = 0; i < part.view().size(); i++) {
      int traits = generation.traitsNumber(part.view().row(i));
      to.scopesOf[start + i] = scopes[traits];
      to.groupsOf[start + i] = groups[traits];
    }
  }

  private static int[] scopes(CounterDraw counterDraw, int first) {
    var scopes = new int[counterDraw.sets()];
    Arrays.setAll(scopes, i -> first + counterDraw.set(i));
    return scopes;
  }

  private int[] groups(CounterDraw counterDraw, Map<String, Integer> names) {
    var groups = new int[counterDraw.sets()];
    Arrays.setAll(groups, i -> groups(counterDraw.groups(i), names));
    return groups;
  }

  private void constraints() {
    int constraints = request.constraints().size();
    to.covering = request.covering();
    to.distinct = new boolean[constraints];
    to.values = new int[constraints][to.need.length][];
    var sets = new NodeValues(request.values(), to.valueSets);
    for (int constraint = 0; constraint < constraints; constraint++) {
      var asked = request.constraints().get(constraint);
      to.distinct[constraint] = asked.distinct();
      Arrays.fill(to.values[constraint], NONE);
      for (int alternativeNumber : asked.alternatives()) {
        to.values[constraint][alternativeNumber] =
            column(constraint, alternativeNumber, asked.alternatives(), sets);
      }
    }
    to.elements = sets.elements();
  }

  private int[] column(
      int constraint, int alternativeNumber, List<Integer> alternatives, NodeValues sets) {
    for (int earlier : alternatives) {
      if (earlier == alternativeNumber) {
        break;
      }
      if (haveSameValues(constraint, earlier, alternativeNumber)) {
        return to.values[constraint][earlier];
      }
    }
    var column = new int[to.devices];
    int device = 0;
    for (var part : devices.parts()) {
      var values = part.candidates().values[constraint][alternativeNumber];
      for (int i = 0; i < part.view().size(); i++) {
        column[device++] = sets.local(values[part.view().row(i)]);
      }
    }
    return column;
  }

  // Columns are shared as objects; comparing their content would be the work to be saved.
  @SuppressWarnings("ReferenceEquality")
  private boolean haveSameValues(int constraint, int one, int two) {
    for (var part : devices.parts()) {
      if (part.candidates().values[constraint][one] != part.candidates().values[constraint][two]) {
        return false;
      }
    }
    return true;
  }
}
