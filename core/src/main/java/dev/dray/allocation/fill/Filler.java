package dev.dray.allocation.fill;

import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.request.AlternativeTerms;
import dev.dray.allocation.request.NodeCandidates;
import dev.dray.allocation.request.PoolRemainders;
import dev.dray.allocation.search.Bits;
import dev.dray.allocation.search.Lazy;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.allocation.search.Trail;
import dev.dray.inventory.NodeView;
import dev.dray.inventory.PoolView;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The simulation that fills a node with claims for one device each until nothing fits any more.
 *
 * <p>What is taken is never given back, so a device that does not fit once does not fit later
 * either, and one pass over the devices does what one search per claim would do: {@code
 * AvailabilityPropertyTest} compares both. Only negative amounts, which no new object can have,
 * make that untrue; with them every claim starts from the first device.
 */
public final class Filler {
  /** The number of claims after which counting stops where each has to be tried. */
  private static final int MOST_TRIED = 10_000;

  private final AllocationRequest request;
  private final NodeView view;
  private final DeviceTypeNumbers kinds;
  private final Ledger ledger;
  private final PoolRemainders remainders;
  private final FillSupply fillSupply;
  private final SearchProblem problem;
  private final NodeCandidates devices;

  /**
   * The supply for claims that ask for the least, since a claim that asks for no amount gets the
   * default, which may be too much.
   */
  private final Lazy<FillSupply> sparing;

  private final Map<Integer, long[]> obtainable = new HashMap<>();

  public Filler(
      AllocationRequest request,
      NodeView view,
      Ledger ledger,
      PoolRemainders remainders,
      DeviceTypeNumbers kinds) {
    this.request = request;
    this.view = view;
    this.kinds = kinds;
    this.ledger = ledger;
    this.remainders = remainders;
    fillSupply = new FillSupply(request, view, ledger, remainders, kinds);
    problem = fillSupply.problem;
    devices = fillSupply.devices;
    sparing = new Lazy<>(() -> new FillSupply(request.spared(), view, ledger, remainders, kinds));
  }

  public Filling fill() {
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
      parts.add(tally.with(fits, together(tally, fits), fits == 0 ? byAmount(tally) : 0));
    }
    return new Filling(fillSupply.failure(), parts);
  }

  private static long count(Map<Integer, long[]> counts, Tally tally) {
    var ofKind = counts.get(tally.kind);
    return ofKind == null ? 0 : ofKind[tally.part];
  }

  private long together(Tally tally, long fits) {
    boolean wholeDevices = tally.part >= 0 && tally.shareable == 0 && !problem.negative;
    return wholeDevices && fillSupply.failure().isEmpty()
        ? new JointFilling(request, problem, candidates(tally)).atLeast(fits)
        : fits;
  }

  /**
   * Returns the number of devices that claims can have one after the other if they ask for the
   * least.
   */
  private long byAmount(Tally tally) {
    if (tally.roomy.isEmpty()) {
      return 0;
    }
    var trail = new Trail(sparing.it().problem);
    return tally.roomy.stream().filter(device -> sparing.it().take(device, trail)).count();
  }

  private long[] candidates(Tally tally) {
    var some = Bits.none(devices.size());
    int end = devices.start(tally.part) + devices.parts().get(tally.part).view().size();
    for (int device = devices.start(tally.part); device < end; device++) {
      if (fillSupply.mayTake(device, tally.kind)) {
        Bits.add(some, device);
      }
    }
    return some;
  }

  /** The tally of one device type in one pool. */
  private static final class Tally {
    private final PoolView pool;

    /** The number of the pool among those that can give anything; -1 if it cannot. */
    private final int part;

    private final int kind;
    private int all;
    private int inUse;
    private int shared;
    private int tainted;
    private int shareable;
    private final CapacityTally rooms;

    /** The devices of which something can be requested, as the sparing supply numbers them. */
    private final List<Integer> roomy = new ArrayList<>();

    Tally(PoolView pool, int part, int kind, CapacityTally rooms) {
      this.rooms = rooms;
      this.pool = pool;
      this.part = part;
      this.kind = kind;
    }

    Filling.Part with(long fits, long together, long byAmount) {
      return new Filling.Part(
          pool.id(),
          kind,
          all,
          shareable,
          inUse,
          shared,
          tainted,
          fits,
          together,
          byAmount,
          rooms.rooms());
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
    var candidates = request.candidates(pool.generation());
    var selected = candidates.selection(0).matching();
    var ofRows = kinds.of(pool.generation());
    var load = remainders.of(pool.generation(), ledger).load();
    int part = fillSupply.partOf(pool);
    for (int i = 0; i < pool.size(); i++) {
      int row = pool.row(i);
      int traits = pool.generation().traitsNumber(row);
      var terms = candidates.termsOf(0, traits);
      if (ofRows[row] >= 0 && selected.contains(row) && terms.isOffered()) {
        var tally =
            byKind.computeIfAbsent(
                ofRows[row],
                kind -> new Tally(pool, part, kind, new CapacityTally(load, request.gates())));
        tally.all++;
        tally.shareable += pool.generation().traits(traits).shareable() ? 1 : 0;
        if (load.exclusivelyUsed(row)) {
          tally.inUse++;
        } else {
          tally.shared += load.shared(row) ? 1 : 0;
          if (isTainted(terms)) {
            tally.tainted++;
          } else if (tally.rooms.isRequestable(row)) {
            addRoom(tally, i, row);
          }
        }
      }
    }
    return byKind.values();
  }

  private static boolean isTainted(AlternativeTerms terms) {
    return terms.obstacles().stream().anyMatch(AlternativeTerms.Obstacle.Tainted.class::isInstance);
  }

  private void addRoom(Tally tally, int index, int row) {
    int part = sparing.it().partOf(tally.pool);
    int device = part < 0 ? -1 : sparing.it().devices.start(part) + index;
    boolean canBeHad =
        device >= 0
            && Bits.has(obtainable.computeIfAbsent(tally.kind, sparing.it()::obtainable), device);
    if (tally.rooms.add(row, canBeHad)) {
      tally.roomy.add(device);
    }
  }

  /** Returns for each pool how many devices of the type can be taken one after the other. */
  private long[] fill(int kind) {
    var counts = new long[devices.parts().size()];
    var trail = new Trail(problem);
    if (problem.negative) {
      fillOneByOne(kind, trail, counts);
      return counts;
    }
    for (int device = 0; device < devices.size(); device++) {
      if (fillSupply.endsAt(device, kind)) {
        break;
      }
      if (fillSupply.mayTake(device, kind) && fillSupply.take(device, trail)) {
        long more = Bits.has(problem.shareable, device) ? moreShares(device, trail) : 0;
        int part = devices.partNumber(device);
        boolean bounded = more != Filling.UNLIMITED && counts[part] != Filling.UNLIMITED;
        counts[part] = bounded ? counts[part] + 1 + more : Filling.UNLIMITED;
      }
    }
    return counts;
  }

  private void fillOneByOne(int kind, Trail trail, long[] counts) {
    int device = next(kind, trail);
    for (int claims = 0; device >= 0 && claims < MOST_TRIED; claims++) {
      counts[devices.partNumber(device)]++;
      device = next(kind, trail);
    }
  }

  /** Takes the first device that the next claim gets, and returns it; -1 if there is none. */
  private int next(int kind, Trail trail) {
    for (int device = 0; device < devices.size() && !fillSupply.endsAt(device, kind); device++) {
      if (fillSupply.mayTake(device, kind) && fillSupply.take(device, trail)) {
        return device;
      }
    }
    return -1;
  }

  /** Takes as many more shares of a device as there can be, and returns their number. */
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

  /**
   * Adds positive amounts; a sum too large for a long becomes the largest long, which is more than
   * any budget has.
   */
  static long sum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  private long sharesTried(int device, Trail trail) {
    long shares = 0;
    while (shares < MOST_TRIED && fillSupply.take(device, trail)) {
      shares++;
    }
    return shares;
  }
}
