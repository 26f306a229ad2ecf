package dev.dray.allocation;

import dev.dray.allocation.Problem.Charge;
import dev.dray.api.meta.DeviceId;
import dev.dray.inventory.Draw;
import dev.dray.inventory.Node;
import dev.dray.inventory.PoolView;
import dev.dray.ledger.GroupState;
import dev.dray.ledger.PoolLoad;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts together the problem of one node: its pools one after the other, with what is left of them.
 *
 * <p>Pools that no option could take a device of are left out.
 */
final class NodeProblem {
  private static final String SKIPS_OPERATIONS = "DRAOptionalNodeOperations";
  private static final int[] NO_DEVICES = {};

  /** A pool of the node with what the ask means for it and who uses it. */
  record Part(PoolView view, PoolPlan plan, PoolLoad load) {}

  private final Ask ask;
  private final List<Part> parts;
  private final boolean skipsOperations;
  private final ProblemBuilder to = new ProblemBuilder();
  private final int[] partOf;
  private final int[] rowOf;

  NodeProblem(Ask ask, Node node, List<Part> parts) {
    this.ask = ask;
    this.parts = parts;
    skipsOperations = node.declaredFeatures().contains(SKIPS_OPERATIONS);
    int devices = 0;
    for (var part : parts) {
      devices += part.view().size();
    }
    to.devices = devices;
    partOf = new int[devices];
    rowOf = new int[devices];
    int device = 0;
    for (int i = 0; i < parts.size(); i++) {
      for (int j = 0; j < parts.get(i).view().size(); j++) {
        partOf[device] = i;
        rowOf[device++] = parts.get(i).view().row(j);
      }
    }
  }

  Part part(int device) {
    return parts.get(partOf[device]);
  }

  int partNumber(int device) {
    return partOf[device];
  }

  int row(int device) {
    return rowOf[device];
  }

  DeviceId name(int device) {
    var generation = part(device).plan().generation();
    return new DeviceId(generation.pool(), generation.name(row(device)));
  }

  int need(int option) {
    return to.need[option];
  }

  /** The first device that the option cannot be told of, in use or not, or -1. */
  int firstFailing(int option) {
    for (int device = 0; device < to.devices; device++) {
      if (Bits.has(part(device).plan().failing[option], row(device))) {
        return device;
      }
    }
    return -1;
  }

  Problem build() {
    devices();
    options();
    if (anyCharges()) {
      budgets();
    } else {
      withoutBudgets();
    }
    scopes();
    constraints();
    return to.build();
  }

  private void devices() {
    to.shareable = Bits.none(to.devices);
    to.charged = Bits.none(to.devices);
    for (int device = 0; device < to.devices; device++) {
      var generation = part(device).plan().generation();
      if (generation.traits(generation.traitsNumber(row(device))).shareable()) {
        Bits.add(to.shareable, device);
        if (part(device).load().shared(row(device))) {
          Bits.add(to.charged, device);
        }
      }
    }
  }

  private void options() {
    int options = ask.options().size();
    to.claimOf = ask.claimOf();
    to.optionsFrom = ask.optionsFrom();
    to.need = new int[options];
    to.all = new int[options][];
    to.takesAll = new boolean[options];
    to.admin = new boolean[options];
    to.candidates = new long[options][];
    to.failing = new long[options][];
    for (int number = 0; number < options; number++) {
      option(number, ask.option(number));
    }
  }

  private void option(int number, Option option) {
    to.takesAll[number] = option.all();
    to.admin[number] = option.admin();
    to.candidates[number] = Bits.none(to.devices);
    to.failing[number] = Bits.none(to.devices);
    for (int device = 0; device < to.devices; device++) {
      sort(number, option, device);
    }
    to.all[number] = option.all() ? all(number) : NO_DEVICES;
    to.need[number] = option.all() ? to.all[number].length : option.count();
  }

  private void sort(int number, Option option, int device) {
    var part = part(device);
    int row = row(device);
    if (!option.admin() && part.load().exclusivelyUsed(row)) {
      return;
    }
    if (Bits.has(part.plan().failing[number], row)) {
      // Whether all devices can be told was asked before.
      if (!option.all()) {
        Bits.add(to.failing[number], device);
      }
    } else if (Bits.has(part.plan().candidates[number], row)
        && (skipsOperations || !Bits.has(part.plan().demanding, row))) {
      Bits.add(to.candidates[number], device);
    }
  }

  private int[] all(int number) {
    var devices = new int[to.devices];
    int size = 0;
    for (int device = 0; device < to.devices; device++) {
      if (Bits.has(part(device).plan().members[number], row(device))) {
        devices[size++] = device;
      }
    }
    return Arrays.copyOf(devices, size);
  }

  private boolean anyCharges() {
    if (!Bits.isEmpty(to.shareable)) {
      return true;
    }
    for (var part : parts) {
      if (part.plan().drawsFromCounters) {
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

  private void budgets() {
    new NodeBudgets(this, ask, parts, to).fill();
  }

  private void scopes() {
    to.scopesOf = new int[to.devices][];
    to.groupsOf = new int[to.devices][];
    Arrays.fill(to.scopesOf, NO_DEVICES);
    Arrays.fill(to.groupsOf, NO_DEVICES);
    var names = new HashMap<String, Integer>();
    var states = new ArrayList<Integer>();
    int[] first = new int[parts.size()];
    for (int i = 0; i < parts.size(); i++) {
      first[i] = states.size();
      if (parts.get(i).plan().drawsFromCounters) {
        int sets = parts.get(i).plan().generation().counters().sets();
        for (int set = 0; set < sets; set++) {
          states.add(state(parts.get(i).load().groups(set), names));
        }
      }
    }
    to.scopeState = states.stream().mapToInt(Integer::intValue).toArray();
    for (int device = 0; device < to.devices; device++) {
      join(device, first[partOf[device]], names);
    }
  }

  private int state(GroupState state, Map<String, Integer> names) {
    return switch (state) {
      case GroupState.None _ -> Problem.NO_MEMBERS;
      case GroupState.Empty _ -> SetTable.EMPTY;
      case GroupState.Of(var groups) -> groups(List.copyOf(groups), names);
      case GroupState.Blocked _ -> Problem.BLOCKED;
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

  private void join(int device, int firstScope, Map<String, Integer> names) {
    var draw = draw(device);
    if (draw.sets() == 0) {
      return;
    }
    var scopes = new int[draw.sets()];
    var groups = new int[draw.sets()];
    for (int i = 0; i < scopes.length; i++) {
      scopes[i] = firstScope + draw.set(i);
      groups[i] = groups(draw.groups(i), names);
    }
    to.scopesOf[device] = scopes;
    to.groupsOf[device] = groups;
  }

  Draw draw(int device) {
    var generation = part(device).plan().generation();
    return generation.draw(generation.traitsNumber(row(device)));
  }

  private void constraints() {
    int constraints = ask.constraints().size();
    to.covering = ask.covering();
    to.distinct = new boolean[constraints];
    to.values = new int[constraints][to.need.length][];
    var sets = new NodeValues(ask.values(), to.valueSets);
    for (int constraint = 0; constraint < constraints; constraint++) {
      var asked = ask.constraints().get(constraint);
      to.distinct[constraint] = asked.distinct();
      Arrays.fill(to.values[constraint], NO_DEVICES);
      for (int option : asked.options()) {
        to.values[constraint][option] = column(constraint, option, asked.options(), sets);
      }
    }
    to.elements = sets.elements();
  }

  private int[] column(int constraint, int option, List<Integer> options, NodeValues sets) {
    for (int earlier : options) {
      if (earlier == option) {
        break;
      }
      if (haveSameValues(constraint, earlier, option)) {
        return to.values[constraint][earlier];
      }
    }
    var column = new int[to.devices];
    for (int device = 0; device < column.length; device++) {
      column[device] = sets.local(part(device).plan().values[constraint][option][row(device)]);
    }
    return column;
  }

  private boolean haveSameValues(int constraint, int one, int two) {
    for (var part : parts) {
      if (part.plan().values[constraint][one] != part.plan().values[constraint][two]) {
        return false;
      }
    }
    return true;
  }
}
