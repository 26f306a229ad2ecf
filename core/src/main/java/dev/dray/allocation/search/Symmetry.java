package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The devices, and groups of devices, that differ in nothing that a search can observe.
 *
 * <p><b>The technique</b> is symmetry breaking during search by interchangeable values. If a place
 * of the {@link Search} failed with one device, it need not be tried with another one that is
 * interchangeable with it in the current state. Single devices are not enough: a partition of a GPU
 * charges the counters of its GPU, so it can only be exchanged together with everything that draws
 * on the same counters.
 *
 * <p><b>Parts and kinds.</b> Devices that charge a common budget or join a common scope form a
 * <em>part</em> (a connected component, found by union-find); a device that shares nothing is a
 * part of its own. Two parts are of the same <em>kind</em> if their devices, one by one and in
 * order, agree in everything the search reads: candidates, charges, groups and values. Budgets and
 * scopes are named by the order in which they occur in the part, and so are values that occur in no
 * other part, such as a UUID; the others keep their numbers. So kinds are compared by text, and no
 * graph isomorphism has to be found.
 *
 * <pre>{@code
 * part 0                               part 1                           same kind
 * position 0  gpu-0     memory 80      position 0  gpu-1     memory 80
 * position 1  gpu-0-p0  memory 40      position 1  gpu-1-p0  memory 40
 * position 2  gpu-0-p1  memory 40      position 2  gpu-1-p1  memory 40
 *             left      memory 80                  left      memory 80    same state
 *
 * tried   gpu-0, gpu-0-p0 and gpu-0-p1 (other positions of one part), and all fail
 * skipped gpu-1, gpu-1-p0 and gpu-1-p1 (the same positions of a part like it)
 * }</pre>
 *
 * <p><b>Soundness.</b> Let d be the device that failed and d' its counterpart, with d before d'.
 * Both parts are in the same state, so exchanging them position by position changes nothing in the
 * state of the search. It turns a placement that continues with d' into one that continues with d.
 * Is that one within the branch that failed? Its devices in the same request must come behind d,
 * and they do, because the exchange keeps the order within a part: what was behind d' in either
 * part is mapped to something behind d. So if d' led to a placement, d would have led to one, and
 * earlier. The same goes for an expression that fails, with one exception: the devices of an
 * alternative that takes all are taken in a fixed order, and if a constraint covers them the order
 * decides how the search ends. There the number of the device is part of the description, so that
 * no two parts are alike.
 *
 * <p>The branch of d has been searched in full, so unlike bounds, symmetry need not be careful
 * about expressions that fail.
 *
 * <p><b>The state</b> of a part is what the search has done to its devices, what is left of its
 * budgets, the states of its scopes, and which of its own values constraints have used or still
 * have in common. {@link FailureMemo} uses the same description to recognize a state after any
 * exchange.
 *
 * <p><b>Cost.</b> The description is linear in the size of the problem and written once. Comparing
 * two devices costs as much as reading the state of their parts; it is done for each device that
 * failed at the same place. Equal devices within one part are not recognized.
 */
final class Symmetry {
  private static final int SHARED = -1;

  private final SearchProblem problem;

  /** The part of each device. */
  final int[] partOf;

  /** The position of each device in its part. */
  final int[] positionOf;

  /** The devices of each part, ascending. */
  final int[][] devicesOf;

  /** The budgets of each part, in the order in which its devices mention them. */
  final int[][] budgetsOf;

  /** The scopes of each part, in the order in which its devices mention them. */
  final int[][] scopesOf;

  /** The values that occur in no other part, for each part in the order of their occurrence. */
  final int[][] elementsOf;

  /** The kind of each part. */
  final int[] kindOf;

  /** The only part in which a value occurs, or -1 if it occurs in several. */
  final int[] homeOf;

  final boolean hasAdmin;

  Symmetry(SearchProblem problem) {
    this.problem = problem;
    partOf = parts();
    int parts = Arrays.stream(partOf).max().orElse(-1) + 1;
    devicesOf = devicesByPart(parts);
    positionOf = positions();
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
      for (var alternative : problem.each) {
        join(union, byBudget, alternative[device].budgets, device);
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

  /** Disjoint sets of devices (union-find with path halving). */
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

    /** Returns the set of each device; sets are numbered in the order of their first devices. */
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

  private int[] positions() {
    var positions = new int[problem.devices];
    for (var devices : devicesOf) {
      for (int i = 0; i < devices.length; i++) {
        positions[devices[i]] = i;
      }
    }
    return positions;
  }

  /** Returns for each value the only part in which it occurs, if there is only one. */
  private int[] homes() {
    var homes = new int[problem.elements];
    Arrays.fill(homes, Integer.MAX_VALUE);
    for (var byAlternative : problem.values) {
      for (var values : byAlternative) {
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

  /** A description of a part in which budgets, scopes and own values have local names. */
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
      for (int alternative = 0; alternative < problem.alternatives(); alternative++) {
        writeAlternative(alternative, device);
      }
    }

    private void writeAlternative(int alternative, int device) {
      add(
          (Bits.has(problem.candidates[alternative], device) ? 1 : 0)
              | (Bits.has(problem.failing[alternative], device) ? 2 : 0)
              | (isOfAll(alternative, device) ? 4 : 0));
      if (isOfAll(alternative, device) && problem.covering[alternative].length > 0) {
        // These devices are taken in a fixed order. A constraint ends the search, while a device
        // that is gone only rejects the alternative, so it matters which comes first.
        add(device);
      }
      charge(problem.each[alternative][device]);
      for (int constraint : problem.covering[alternative]) {
        value(problem.values[constraint][alternative][device]);
      }
    }

    private boolean isOfAll(int alternative, int device) {
      return Arrays.binarySearch(problem.all[alternative], device) >= 0;
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
        // A value that occurs only in this part is named by the order of its first occurrence.
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

  /**
   * Returns whether the devices are interchangeable in the current state, each together with its
   * part.
   */
  boolean areAlike(int one, int two, Trail trail, int claim) {
    int first = partOf[one];
    int second = partOf[two];
    return positionOf[one] == positionOf[two]
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

  /** Returns what the search has done to a device, as bits. */
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

  /** Returns whether the constraint has used the value, or still has it in common. */
  boolean concerns(int constraint, int element, Trail trail) {
    return problem.distinct[constraint]
        ? trail.isUsed(constraint, element)
        : trail.match[constraint] >= 0
            && Arrays.binarySearch(problem.valueSets.elements(trail.match[constraint]), element)
                >= 0;
  }
}
