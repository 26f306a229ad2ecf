package dev.dray.allocation;

import dev.dray.inventory.NodeView;
import dev.dray.inventory.PoolView;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fills a node with claims for one device each until nothing fits any more.
 *
 * <p>What is taken is never given back, so a device that does not fit once does not fit later
 * either, and one pass over the devices does what one search per claim would do: {@code
 * AvailabilityPropertyTest} holds both against each other. Only amounts below zero, which no new
 * object can have, make that untrue; with them every claim looks from the first device on.
 */
final class Filler {
  /** Claims after which nobody counts any further where each has to be tried. */
  private static final int MOST_TRIED = 10_000;

  private final Ask ask;
  private final NodeView view;
  private final NodeDevices devices;
  private final Problem problem;
  private final DeviceKinds kinds;
  private final Ledger ledger;
  private final Loads loads;
  private final int[] kindOf;
  private final long[] mistaken;
  private Optional<String> failure = Optional.empty();

  Filler(Ask ask, NodeView view, Ledger ledger, Loads loads, DeviceKinds kinds) {
    this.ask = ask;
    this.view = view;
    devices = new NodeDevices(Attempt.parts(ask, view, ledger, loads));
    problem = NodeProblem.of(ask, view.node(), devices);
    this.kinds = kinds;
    this.ledger = ledger;
    this.loads = loads;
    kindOf = kindsOfDevices();
    mistaken = mistaken();
  }

  private int[] kindsOfDevices() {
    var all = new int[devices.size()];
    int device = 0;
    for (var part : devices.parts()) {
      var ofRows = kinds.of(part.plan().generation());
      for (int i = 0; i < part.view().size(); i++) {
        all[device++] = ofRows[part.view().row(i)];
      }
    }
    return all;
  }

  /** Devices of which selectors do not tell whether they are selected, whatever their kind. */
  private long[] mistaken() {
    var untold = Bits.none(devices.size());
    for (int device = Bits.next(problem.failing[0], 0);
        device >= 0;
        device = Bits.next(problem.failing[0], device + 1)) {
      if (devices.plan(device).selection(0).failing().contains(devices.row(device))) {
        Bits.add(untold, device);
      }
    }
    return untold;
  }

  Filling fill() {
    if (view.failure().isPresent()) {
      return new Filling(view.failure(), List.of());
    }
    var counts = new LinkedHashMap<Integer, long[]>();
    var tallies = tallies();
    for (var tally : tallies) {
      counts.computeIfAbsent(tally.kind, this::fill);
    }
    var parts = new ArrayList<Filling.Part>();
    for (var tally : tallies) {
      long fits = tally.part < 0 ? 0 : count(counts, tally);
      parts.add(tally.with(fits, together(tally, fits)));
    }
    return new Filling(failure, parts);
  }

  private static long count(Map<Integer, long[]> counts, Tally tally) {
    var ofKind = counts.get(tally.kind);
    return ofKind == null ? 0 : ofKind[tally.part];
  }

  private long together(Tally tally, long fits) {
    boolean wholeDevices = tally.part >= 0 && tally.shareable == 0 && !problem.negative;
    return wholeDevices && failure.isEmpty()
        ? new Together(ask, problem, candidates(tally)).atLeast(fits)
        : fits;
  }

  private long[] candidates(Tally tally) {
    var some = Bits.none(devices.size());
    int end = devices.start(tally.part) + devices.parts().get(tally.part).view().size();
    for (int device = devices.start(tally.part); device < end; device++) {
      if (kindOf[device] == tally.kind && Bits.has(problem.candidates[0], device)) {
        Bits.add(some, device);
      }
    }
    return some;
  }

  /** What there is of a kind in a pool. */
  private static final class Tally {
    private final PoolView pool;

    /** The pool among those that can give anything; -1 if it cannot. */
    private final int part;

    private final int kind;
    private int all;
    private int inUse;
    private int shared;
    private int tainted;
    private int shareable;
    private final RoomTally rooms;

    Tally(PoolView pool, int part, int kind, RoomTally rooms) {
      this.rooms = rooms;
      this.pool = pool;
      this.part = part;
      this.kind = kind;
    }

    Filling.Part with(long fits, long together) {
      return new Filling.Part(
          pool.id(), kind, all, shareable, inUse, shared, tainted, fits, together, rooms.rooms());
    }
  }

  private List<Tally> tallies() {
    var all = new ArrayList<Tally>();
    for (var pool : view.pools()) {
      if (pool.state() == PoolView.State.COMPLETE) {
        all.addAll(tallies(pool));
      }
    }
    return all;
  }

  private Collection<Tally> tallies(PoolView pool) {
    var byKind = new LinkedHashMap<Integer, Tally>();
    var plan = ask.plan(pool.generation());
    var selected = plan.selection(0).matching();
    var ofRows = kinds.of(pool.generation());
    var load = loads.of(pool.generation(), ledger).load();
    int part = partOf(pool);
    for (int i = 0; i < pool.size(); i++) {
      int row = pool.row(i);
      int traits = pool.generation().traitsNumber(row);
      var terms = plan.termsOf(0, traits);
      if (ofRows[row] >= 0 && selected.contains(row) && terms.isOffered()) {
        var tally =
            byKind.computeIfAbsent(
                ofRows[row], kind -> new Tally(pool, part, kind, new RoomTally(load, ask.gates())));
        tally.all++;
        tally.shareable += pool.generation().traits(traits).shareable() ? 1 : 0;
        if (load.exclusivelyUsed(row)) {
          tally.inUse++;
        } else {
          tally.shared += load.shared(row) ? 1 : 0;
          if (isTainted(terms)) {
            tally.tainted++;
          } else {
            tally.rooms.add(row);
          }
        }
      }
    }
    return byKind.values();
  }

  private static boolean isTainted(Terms terms) {
    return terms.obstacles().stream().anyMatch(Terms.Obstacle.Tainted.class::isInstance);
  }

  // Views are kept as objects as long as nothing of them changes.
  @SuppressWarnings("ReferenceEquality")
  private int partOf(PoolView pool) {
    for (int i = 0; i < devices.parts().size(); i++) {
      if (devices.parts().get(i).view() == pool) {
        return i;
      }
    }
    return -1;
  }

  /** By pool how many devices of the kind can be taken one after the other. */
  private long[] fill(int kind) {
    var counts = new long[devices.parts().size()];
    var trail = new Trail(problem);
    if (problem.negative) {
      fillOneByOne(kind, trail, counts);
      return counts;
    }
    for (int device = 0; device < devices.size(); device++) {
      if (endsAt(device, kind)) {
        break;
      }
      if (mayTake(device, kind) && take(device, trail)) {
        long more = Bits.has(problem.shareable, device) ? moreShares(device, trail) : 0;
        int part = devices.partNumber(device);
        boolean bounded = more != Filling.UNLIMITED && counts[part] != Filling.UNLIMITED;
        counts[part] = bounded ? counts[part] + 1 + more : Filling.UNLIMITED;
      }
    }
    return counts;
  }

  private boolean mayTake(int device, int kind) {
    return kindOf[device] == kind && Bits.has(problem.candidates[0], device);
  }

  private boolean take(int device, Trail trail) {
    if (trail.inUse(0, 0, device) || trail.take(0, 0, device) != Trail.Take.TAKEN) {
      return false;
    }
    if (Bits.has(problem.charged, device)) {
      joinAgain(device, trail);
    }
    return true;
  }

  /**
   * A share of a device that others share already is recorded with the groups that the device has
   * now, and the next claim meets these. Those of the others may have been different.
   */
  private void joinAgain(int device, Trail trail) {
    var scopes = problem.scopesOf[device];
    for (int i = 0; i < scopes.length; i++) {
      int groups = problem.groupsOf[device][i];
      int state = trail.scopeState[scopes[i]];
      if (state == Problem.NO_MEMBERS) {
        trail.scopeState[scopes[i]] = groups;
      } else if (state != Problem.BLOCKED && state != groups) {
        int common =
            state == SetTable.EMPTY || groups == SetTable.EMPTY
                ? SetTable.EMPTY
                : problem.groups.intersection(state, groups);
        trail.scopeState[scopes[i]] = common == SetTable.EMPTY ? Problem.BLOCKED : common;
      }
    }
  }

  private boolean endsAt(int device, int kind) {
    boolean ends =
        Bits.has(problem.failing[0], device)
            && (kindOf[device] == kind || Bits.has(mistaken, device));
    if (ends && failure.isEmpty()) {
      failure = Optional.of(Attempt.failure(ask, devices, 0, device).substring(2));
    }
    return ends;
  }

  private void fillOneByOne(int kind, Trail trail, long[] counts) {
    int device = next(kind, trail);
    for (int claims = 0; device >= 0 && claims < MOST_TRIED; claims++) {
      counts[devices.partNumber(device)]++;
      device = next(kind, trail);
    }
  }

  /** The first device that the next claim gets, which then has it; -1 if there is none. */
  private int next(int kind, Trail trail) {
    for (int device = 0; device < devices.size() && !endsAt(device, kind); device++) {
      if (mayTake(device, kind) && take(device, trail)) {
        return device;
      }
    }
    return -1;
  }

  /** How many more shares can be taken of a device of which one was. */
  private long moreShares(int device, Trail trail) {
    var charge = problem.each[0][device];
    var perBudget = new LinkedHashMap<Integer, Long>();
    for (int i = 0; i < charge.budgets.length; i++) {
      if (problem.wide.isWide(charge.budgets[i])) {
        return sharesTried(device, trail);
      }
      if (charge.amounts[i] > 0) {
        perBudget.merge(charge.budgets[i], charge.amounts[i], Filler::sum);
      }
    }
    long most = Filling.UNLIMITED;
    for (var entry : perBudget.entrySet()) {
      most = Math.min(most, trail.rest[entry.getKey()] / entry.getValue());
    }
    if (most != Filling.UNLIMITED) {
      for (var entry : perBudget.entrySet()) {
        trail.rest[entry.getKey()] -= most * entry.getValue();
      }
    }
    return most;
  }

  /** Of amounts above zero; at most what a long can hold, which is more than there is. */
  static long sum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  private long sharesTried(int device, Trail trail) {
    long shares = 0;
    while (shares < MOST_TRIED && take(device, trail)) {
      shares++;
    }
    return shares;
  }
}
