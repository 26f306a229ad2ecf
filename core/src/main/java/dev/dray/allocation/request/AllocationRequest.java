package dev.dray.allocation.request;

import dev.dray.allocation.search.ProblemSignature;
import dev.dray.allocation.search.Pruning;
import dev.dray.allocation.search.Search;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.inventory.DeviceTraits;
import dev.dray.inventory.NodeView;
import dev.dray.inventory.PoolGeneration;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the claims of a pod ask for, without their names, with what is known about pools
 * and nodes for it.
 *
 * <p>Claims with equal specs share one request and thereby its caches. Any number of threads may
 * use it.
 */
public final class AllocationRequest {
  /** A constraint between devices of one claim. */
  public record Constraint(
      int claim, String attribute, boolean distinct, List<Integer> alternatives) {}

  private static final int MOST_SHAPES = 10_000;
  private static final int MOST_MADE = 10_000;
  private static final int MOST_TURNS = 8;

  private final Gates gates;
  private final Pruning.Skills skills;
  private final SelectorCache selectorCache;
  private final List<Alternative> alternatives;
  private final boolean takesAll;
  private final boolean isPlain;
  private final int[] alternativesFrom;
  private final int[] claimOf;
  private final List<Constraint> constraints;
  private final int[][] covering;
  private final ValueSets values = new ValueSets();
  private final Map<PoolId, PoolCandidates> generations;
  private final AtomicInteger made = new AtomicInteger();
  private final Map<String, Known> verdicts;
  private final Map<Trait, AlternativeTerms> terms = new ConcurrentHashMap<>();
  private final Map<ProblemSignature, Search.Result> shapes = new ConcurrentHashMap<>();
  private final Map<NodeSignature, Search.Result> alike = new ConcurrentHashMap<>();
  private volatile @Nullable AllocationRequest spared;

  AllocationRequest(
      Gates gates,
      SelectorCache selectorCache,
      Pruning.Skills skills,
      List<List<Alternative>> requests,
      List<Constraint> constraints,
      int pools) {
    this.gates = gates;
    this.skills = skills;
    generations = new ConcurrentHashMap<>(pools);
    verdicts = new ConcurrentHashMap<>(pools);
    this.selectorCache = selectorCache;
    this.constraints = List.copyOf(constraints);
    var all = new ArrayList<Alternative>();
    alternativesFrom = new int[requests.size() + 1];
    claimOf = new int[requests.size()];
    for (int i = 0; i < requests.size(); i++) {
      claimOf[i] = requests.get(i).getFirst().claim();
      all.addAll(requests.get(i));
      alternativesFrom[i + 1] = all.size();
    }
    alternatives = List.copyOf(all);
    takesAll = alternatives.stream().anyMatch(Alternative::all);
    isPlain =
        !takesAll && constraints.isEmpty() && alternatives.stream().noneMatch(Alternative::admin);
    covering = findCovering();
  }

  private int[][] findCovering() {
    var covering = new int[alternatives.size()][];
    for (int alternativeNumber = 0; alternativeNumber < covering.length; alternativeNumber++) {
      var found = new ArrayList<Integer>();
      for (int i = 0; i < constraints.size(); i++) {
        if (constraints.get(i).alternatives().contains(alternativeNumber)) {
          found.add(i);
        }
      }
      covering[alternativeNumber] = found.stream().mapToInt(Integer::intValue).toArray();
    }
    return covering;
  }

  /**
   * Returns the request without constraints, and with the least of every amount that it does not
   * request.
   */
  public AllocationRequest spared() {
    var known = spared;
    if (known == null) {
      var requests = new ArrayList<List<Alternative>>();
      for (int i = 0; i < claimOf.length; i++) {
        var some = alternatives.subList(alternativesFrom[i], alternativesFrom[i + 1]);
        requests.add(some.stream().map(Alternative::spared).toList());
      }
      known =
          new AllocationRequest(
              gates, selectorCache, skills, requests, List.of(), generations.size());
      spared = known;
    }
    return known;
  }

  public Gates gates() {
    return gates;
  }

  /** Returns the pruning that searches for this request may use. */
  public Pruning.Skills skills() {
    return skills;
  }

  SelectorCache selectors() {
    return selectorCache;
  }

  public List<Alternative> alternatives() {
    return alternatives;
  }

  public Alternative alternative(int number) {
    return alternatives.get(number);
  }

  /**
   * Returns whether every alternative wants a number of devices, without constraints or admin
   * access.
   */
  boolean isPlain() {
    return isPlain;
  }

  /** Returns whether any alternative has mode All. */
  boolean takesAll() {
    return takesAll;
  }

  public int[] alternativesFrom() {
    return alternativesFrom;
  }

  int[] claimOf() {
    return claimOf;
  }

  public List<Constraint> constraints() {
    return constraints;
  }

  /** Returns for each alternative the constraints that cover it, in order. */
  public int[][] covering() {
    return covering;
  }

  public ValueSets values() {
    return values;
  }

  /** Returns the candidates of a pool, computed once for each generation. */
  public PoolCandidates candidates(PoolGeneration generation) {
    var known = generations.get(generation.pool());
    if (known == null || known.generation() != generation) {
      known = new PoolCandidates(this, generation);
      made.incrementAndGet();
      generations.put(generation.pool(), known);
    }
    return known;
  }

  /** Returns the terms of an alternative for devices with these traits. */
  AlternativeTerms terms(int alternativeNumber, PoolGeneration generation, int traitsNumber) {
    // Request-driven counter draws depend on the counters of the pool.
    if (generation.draw(traitsNumber).requested() > 0) {
      return AlternativeTerms.of(
          alternatives.get(alternativeNumber), generation, traitsNumber, gates);
    }
    return terms.computeIfAbsent(
        new Trait(alternativeNumber, generation.traits(traitsNumber), generation.pool().driver()),
        _ ->
            AlternativeTerms.of(
                alternatives.get(alternativeNumber), generation, traitsNumber, gates));
  }

  /** A cache key with traits that the inventory shares between pools, compared by identity. */
  private record Trait(int alternativeNumber, DeviceTraits traits, String driver) {
    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(@Nullable Object other) {
      return other instanceof Trait that
          && alternativeNumber == that.alternativeNumber
          && traits == that.traits
          && driver.equals(that.driver);
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(traits) * 31 + alternativeNumber;
    }
  }

  /** Returns whether exclusive use alone keeps devices that the node sees from being taken. */
  public boolean isSteady(NodeView view) {
    if (alternatives.size() != claimOf.length) {
      return false;
    }
    for (var pool : view.pools()) {
      if (!candidates(pool.generation()).isPlain) {
        return false;
      }
    }
    return true;
  }

  void forgetNode(String name) {
    verdicts.remove(name);
  }

  void forgetPool(PoolId pool) {
    generations.remove(pool);
  }

  /**
   * Returns whether the request has seen so many pool generations come and go that it should be
   * read anew: its caches of traits and values hold on to the objects of generations that are gone.
   */
  boolean isWorn() {
    return made.get() > MOST_MADE && made.get() > MOST_TURNS * generations.size();
  }

  /** Returns the number of pools with known candidates. */
  int generations() {
    return generations.size();
  }

  /** Returns whether the device classes are unchanged. */
  // Snapshots share the classes that did not change.
  @SuppressWarnings("ReferenceEquality")
  boolean isCurrent(Snapshot snapshot) {
    if (!snapshot.gates().equals(gates)) {
      return false;
    }
    for (var alternative : alternatives) {
      var now = snapshot.deviceClass(alternative.deviceClass().metadata().name());
      if (now.isEmpty() || now.get() != alternative.deviceClass()) {
        return false;
      }
    }
    return true;
  }

  /** A verdict with the state of the node it was found in. */
  private record Known(NodeView view, Ledger ledger, NodeCandidates devices, NodeVerdict verdict) {}

  /** Returns the verdict of the node, computed again only if something of the node has changed. */
  // Views, ledgers and remainders stay the same objects as long as nothing of them changes.
  @SuppressWarnings("ReferenceEquality")
  public NodeVerdict verdict(
      NodeView view,
      Ledger ledger,
      PoolRemainders remainders,
      BooleanSupplier stop,
      LongAdder steps) {
    var name = view.node().name();
    var known = verdicts.get(name);
    if (known != null && known.view() == view) {
      if (known.ledger() == ledger) {
        return known.verdict();
      }
      if (known.devices().areCurrent(ledger, remainders)) {
        verdicts.put(name, new Known(view, ledger, known.devices(), known.verdict()));
        return known.verdict();
      }
    }
    var nodeAttempt = new NodeAttempt(this, view, ledger, remainders);
    var verdict = nodeAttempt.run(stop);
    steps.add(nodeAttempt.steps());
    if (!(verdict instanceof NodeVerdict.Stopped)) {
      verdicts.put(name, new Known(view, ledger, nodeAttempt.devices(), verdict));
    }
    return verdict;
  }

  /** Returns the result of a problem with this signature, if it is known. */
  Optional<Search.Result> solved(ProblemSignature problemSignature) {
    return Optional.ofNullable(shapes.get(problemSignature));
  }

  void solved(ProblemSignature problemSignature, Search.Result result) {
    if (shapes.size() >= MOST_SHAPES) {
      shapes.clear();
    }
    shapes.put(problemSignature, result);
  }

  /** Returns the result of a node with this signature, if it is known and is not an error. */
  Optional<Search.Result> solved(NodeSignature nodeSignature) {
    return Optional.ofNullable(alike.get(nodeSignature));
  }

  void solved(NodeSignature nodeSignature, Search.Result result) {
    if (alike.size() >= MOST_SHAPES) {
      alike.clear();
    }
    alike.put(nodeSignature, result);
  }

  /** The sets of attribute values that constraints compare, numbered for all pools together. */
  public static final class ValueSets {
    private final Map<Object, Integer> elements = new HashMap<>();
    private final List<Object> byElement = new ArrayList<>();
    private final Map<Object, Integer> singles = new HashMap<>();
    private final Map<List<Integer>, Integer> numbers = new HashMap<>();
    private final List<int[]> sets = new ArrayList<>();

    synchronized int of(List<Object> values) {
      if (values.size() == 1) {
        return singles.computeIfAbsent(values.getFirst(), it -> add(List.of(element(it))));
      }
      return add(values.stream().map(this::element).sorted().distinct().toList());
    }

    private int element(Object value) {
      return elements.computeIfAbsent(value, this::addElement);
    }

    private int add(List<Integer> sorted) {
      return numbers.computeIfAbsent(
          sorted,
          _ -> {
            sets.add(sorted.stream().mapToInt(Integer::intValue).toArray());
            return sets.size() - 1;
          });
    }

    private int addElement(Object value) {
      byElement.add(value);
      return byElement.size() - 1;
    }

    public synchronized int[] elements(int set) {
      return sets.get(set);
    }

    /** Returns the value that an element stands for. */
    public synchronized Object value(int element) {
      return byElement.get(element);
    }
  }
}
