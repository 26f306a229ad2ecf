package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which devices, and which groups of devices, differ in nothing that a search can observe.
 *
 * <p>Devices that draw from a common budget or scope form a part. Two parts are of the same kind if
 * their devices, one by one and in order, have the same options, charges, groups and values; a
 * value that occurs in one part only counts as the same as its counterpart in the other. While both
 * are in the same state, exchanging them turns every placement into another one, so what failed
 * with a device of the first need not be tried with its counterpart in the second: the exchange
 * keeps the order of devices, and so no placement gets lost that would have come first.
 */
final class Symmetry {
  private static final int SHARED = -1;

  private final SearchProblem problem;

  /** Of each device its part and its place there. */
  final int[] partOf;

  final int[] placeOf;

  /** Of each part its devices, budgets, scopes and the elements that occur nowhere else. */
  final int[][] devicesOf;

  final int[][] budgetsOf;
  final int[][] scopesOf;
  final int[][] elementsOf;

  /** Parts of the same kind have the same number. */
  final int[] kindOf;

  /** The part in which alone an element occurs, or -1. */
  final int[] homeOf;

  final boolean hasAdmin;

  Symmetry(SearchProblem problem) {
    this.problem = problem;
    partOf = parts();
    int parts = Arrays.stream(partOf).max().orElse(-1) + 1;
    devicesOf = devicesByPart(parts);
    placeOf = places();
    homeOf = homes();
    budgetsOf = new int[parts][];
    scopesOf = new int[parts][];
    elementsOf = new int[parts][];
    kindOf = new int[parts];
    hasAdmin = hasAdmin();
    describe();
  }

  private boolean hasAdmin() {
    for (boolean admin : problem.admin) {
      if (admin) {
        return true;
      }
    }
    return false;
  }

  private int[] parts() {
    var union = new Union(problem.devices);
    var byBudget = new int[problem.rest.length];
    var byScope = new int[problem.scopeState.length];
    Arrays.fill(byBudget, -1);
    Arrays.fill(byScope, -1);
    for (int device = 0; device < problem.devices; device++) {
      join(union, byBudget, problem.once[device].budgets, device);
      for (var option : problem.each) {
        join(union, byBudget, option[device].budgets, device);
      }
      join(union, byScope, problem.scopesOf[device], device);
    }
    return union.numbers();
  }

  private static void join(Union union, int[] first, int[] keys, int device) {
    for (int key : keys) {
      if (first[key] < 0) {
        first[key] = device;
      } else {
        union.join(first[key], device);
      }
    }
  }

  /** Disjoint sets of devices. */
  private static final class Union {
    private final int[] parent;

    Union(int size) {
      parent = new int[size];
      Arrays.setAll(parent, i -> i);
    }

    private int root(int device) {
      int at = device;
      while (parent[at] != at) {
        parent[at] = parent[parent[at]];
        at = parent[at];
      }
      return at;
    }

    void join(int one, int two) {
      parent[root(two)] = root(one);
    }

    /** Of each device the number of its set, in the order of first devices. */
    int[] numbers() {
      var number = new int[parent.length];
      Arrays.fill(number, -1);
      var result = new int[parent.length];
      int sets = 0;
      for (int device = 0; device < parent.length; device++) {
        int root = root(device);
        if (number[root] < 0) {
          number[root] = sets++;
        }
        result[device] = number[root];
      }
      return result;
    }
  }

  private int[][] devicesByPart(int parts) {
    var sizes = new int[parts];
    for (int part : partOf) {
      sizes[part]++;
    }
    var devices = new int[parts][];
    Arrays.setAll(devices, part -> new int[sizes[part]]);
    for (int device = problem.devices - 1; device >= 0; device--) {
      devices[partOf[device]][--sizes[partOf[device]]] = device;
    }
    return devices;
  }

  private int[] places() {
    var places = new int[problem.devices];
    for (var devices : devicesOf) {
      for (int place = 0; place < devices.length; place++) {
        places[devices[place]] = place;
      }
    }
    return places;
  }

  private int[] homes() {
    var homes = new int[problem.elements];
    Arrays.fill(homes, Integer.MAX_VALUE);
    for (var byOption : problem.values) {
      for (var values : byOption) {
        for (int device = 0; device < values.length; device++) {
          if (values[device] >= 0) {
            settle(homes, values[device], partOf[device]);
          }
        }
      }
    }
    return homes;
  }

  private void settle(int[] homes, int set, int part) {
    for (int element : problem.valueSets.elements(set)) {
      homes[element] =
          homes[element] == Integer.MAX_VALUE || homes[element] == part ? part : SHARED;
    }
  }

  private void describe() {
    var kinds = new HashMap<List<Long>, Integer>();
    for (int part = 0; part < kindOf.length; part++) {
      kindOf[part] = kinds.computeIfAbsent(new Description(part).written(), _ -> kinds.size());
    }
  }

  /** Writes down a part in terms of itself. */
  private final class Description {
    private final int part;
    private final List<Long> text = new ArrayList<>();
    private final Map<Integer, Integer> budgets = new HashMap<>();
    private final Map<Integer, Integer> scopes = new HashMap<>();
    private final Map<Integer, Integer> elements = new HashMap<>();
    private final List<Integer> budgetList = new ArrayList<>();
    private final List<Integer> scopeList = new ArrayList<>();
    private final List<Integer> elementList = new ArrayList<>();

    Description(int part) {
      this.part = part;
    }

    List<Long> written() {
      for (int device : devicesOf[part]) {
        device(device);
      }
      budgetsOf[part] = ints(budgetList);
      scopesOf[part] = ints(scopeList);
      elementsOf[part] = ints(elementList);
      return text;
    }

    private static int[] ints(List<Integer> list) {
      return list.stream().mapToInt(Integer::intValue).toArray();
    }

    private void device(int device) {
      add(
          (Bits.has(problem.shareable, device) ? 1 : 0)
              | (Bits.has(problem.charged, device) ? 2 : 0));
      charge(problem.once[device]);
      add(problem.scopesOf[device].length);
      for (int i = 0; i < problem.scopesOf[device].length; i++) {
        add(local(scopes, scopeList, problem.scopesOf[device][i]));
        add(problem.groupsOf[device][i]);
      }
      for (int option = 0; option < problem.options(); option++) {
        option(option, device);
      }
    }

    private void option(int option, int device) {
      add(
          (Bits.has(problem.candidates[option], device) ? 1 : 0)
              | (Bits.has(problem.failing[option], device) ? 2 : 0)
              | (isOfAll(option, device) ? 4 : 0));
      if (isOfAll(option, device) && problem.covering[option].length > 0) {
        // All devices are taken one after the other, and whether a constraint ends the search or a
        // device that is gone merely fails it depends on which comes first.
        add(device);
      }
      charge(problem.each[option][device]);
      for (int constraint : problem.covering[option]) {
        value(problem.values[constraint][option][device]);
      }
    }

    private boolean isOfAll(int option, int device) {
      return Arrays.binarySearch(problem.all[option], device) >= 0;
    }

    private void charge(Charge charge) {
      add(charge.budgets.length);
      for (int i = 0; i < charge.budgets.length; i++) {
        add(local(budgets, budgetList, charge.budgets[i]));
        add(charge.amounts[i]);
      }
    }

    private void value(int set) {
      if (set < 0) {
        add(set);
        return;
      }
      var all = problem.valueSets.elements(set);
      add(all.length);
      for (int element : all) {
        // What occurs only here is known by the order of its first occurrence.
        add(homeOf[element] == part ? -1 - local(elements, elementList, element) : (long) element);
      }
    }

    private long local(Map<Integer, Integer> known, List<Integer> list, int global) {
      return known.computeIfAbsent(
          global,
          it -> {
            list.add(it);
            return list.size() - 1;
          });
    }

    private void add(long number) {
      text.add(number);
    }
  }

  /** Whether a search in this state could exchange the devices, with all that is tied to them. */
  boolean areAlike(int one, int two, Trail trail, int claim) {
    int first = partOf[one];
    int second = partOf[two];
    return placeOf[one] == placeOf[two]
        && kindOf[first] == kindOf[second]
        && sameDevices(first, second, trail, claim)
        && sameBudgets(first, second, trail)
        && sameElements(first, second, trail);
  }

  private boolean sameDevices(int first, int second, Trail trail, int claim) {
    var devices = devicesOf[first];
    var others = devicesOf[second];
    for (int i = 0; i < devices.length; i++) {
      if (flags(devices[i], trail, claim) != flags(others[i], trail, claim)) {
        return false;
      }
    }
    return true;
  }

  /** What the search has done to a device. */
  int flags(int device, Trail trail, int claim) {
    int flags = Bits.has(trail.taken, device) ? 1 : 0;
    flags |= trail.shares[device] > 0 ? 2 : 0;
    return hasAdmin && trail.isTakenBy(claim, device) ? flags | 4 : flags;
  }

  private boolean sameBudgets(int first, int second, Trail trail) {
    for (int i = 0; i < budgetsOf[first].length; i++) {
      if (trail.rest[budgetsOf[first][i]] != trail.rest[budgetsOf[second][i]]) {
        return false;
      }
    }
    for (int i = 0; i < scopesOf[first].length; i++) {
      if (trail.scopeState[scopesOf[first][i]] != trail.scopeState[scopesOf[second][i]]) {
        return false;
      }
    }
    return true;
  }

  private boolean sameElements(int first, int second, Trail trail) {
    for (int i = 0; i < elementsOf[first].length; i++) {
      for (int constraint = 0; constraint < problem.distinct.length; constraint++) {
        if (concerns(constraint, elementsOf[first][i], trail)
            != concerns(constraint, elementsOf[second][i], trail)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether the element is used, or among those still common. */
  boolean concerns(int constraint, int element, Trail trail) {
    return problem.distinct[constraint]
        ? trail.isUsed(constraint, element)
        : trail.match[constraint] >= 0
            && Arrays.binarySearch(problem.valueSets.elements(trail.match[constraint]), element)
                >= 0;
  }
}
