package dev.dray.lint;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.claim.CelDeviceSelector;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.inventory.DeviceTraits;
import dev.dray.inventory.NodeSelection;
import dev.dray.inventory.Pool;
import dev.dray.inventory.PoolGeneration;
import dev.dray.inventory.Snapshot;
import dev.dray.selector.CompileResult;
import dev.dray.selector.CompiledSelector;
import dev.dray.selector.DeviceExpressions;
import dev.dray.selector.EntryName;
import dev.dray.selector.MatchMemo;
import dev.dray.selector.ReadSet;
import dev.dray.selector.RowSet;
import dev.dray.selector.Selector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** All published devices as selectors see them; for one thread. */
final class PublishedDevices {
  private static final int SIGHTS = 200_000;
  private static final int PASSES = 200_000;

  private final List<PoolGeneration> generations;
  private final Map<String, DeviceClass> classes = new HashMap<>();
  private final SortedSet<EntryName> published;
  private final long size;
  private final DeviceExpressions expressions = DeviceExpressions.forStored();
  private final MatchMemo memo = new MatchMemo(SIGHTS, PASSES);
  private final Map<List<String>, Found> asked = new LinkedHashMap<>();

  PublishedDevices(Snapshot snapshot, List<DeviceClass> classes) {
    generations = snapshot.pools().stream().map(Pool::newest).toList();
    classes.forEach(it -> this.classes.put(it.metadata().name(), it));
    var names = new TreeSet<EntryName>();
    generations.forEach(it -> names.addAll(it.table().published()));
    published = Collections.unmodifiableSortedSet(names);
    size = generations.stream().mapToLong(PoolGeneration::size).sum();
  }

  /**
   * The result of applying selectors one after the other.
   *
   * @param matching how many devices match all of them
   * @param failing how many devices end an allocation that tries them
   * @param failure the failure of the first of those
   * @param mostOnANode how many of the matching devices one node can see at most
   * @param shareable whether one of the matching devices may be allocated several times
   */
  record Found(
      long matching,
      long failing,
      Optional<Failure> failure,
      long mostOnANode,
      boolean shareable) {}

  /**
   * A selector that fails for a device.
   *
   * @param selector the index of the selector
   */
  record Failure(int selector, DeviceId device, String message) {}

  long size() {
    return size;
  }

  SortedSet<EntryName> published() {
    return published;
  }

  /** Returns whether any device has a name in the domain, or a driver of this name. */
  boolean knowsDomain(String domain) {
    return published.stream().anyMatch(it -> it.domain().equals(domain))
        || generations.stream().anyMatch(it -> it.pool().driver().equals(domain));
  }

  Optional<DeviceClass> deviceClass(String name) {
    return Optional.ofNullable(classes.get(name));
  }

  /** Returns what the expression reads; empty if it does not compile, which validation reports. */
  Optional<ReadSet> reads(DeviceSelector selector) {
    return expression(selector)
        .flatMap(this::compiled)
        .map(compiled -> ReadSet.of(compiled.expr()));
  }

  /**
   * Applies the selectors to all devices; empty if one of them is not an expression that compiles.
   */
  Optional<Found> find(List<DeviceSelector> selectors) {
    var compiled = compiled(selectors);
    return compiled.map(
        them -> {
          var key = them.stream().map(Selector::expression).toList();
          var known = asked.get(key);
          if (known == null) {
            known = ask(them);
            asked.put(key, known);
          }
          return known;
        });
  }

  private Found ask(List<Selector> selectors) {
    var tally = new Tally();
    for (var generation : generations) {
      var matches = memo.select(selectors, generation.table());
      tally.failing += matches.failing().count();
      if (tally.failure.isEmpty()) {
        tally.failure =
            matches
                .firstFailure(0)
                .map(
                    it ->
                        new Failure(
                            it.selector(),
                            new DeviceId(generation.pool(), generation.name(it.row())),
                            it.message()));
      }
      forEach(generation, matches.matching(), (row, traits) -> tally.add(generation, row, traits));
    }
    return tally.found();
  }

  /**
   * Returns the largest amount of the capacity that any of the devices has, or could be charged
   * for.
   */
  Optional<Quantity> largest(List<DeviceSelector> selectors, String capacity) {
    var amounts = new ArrayList<Quantity>();
    compiled(selectors)
        .ifPresent(
            them -> {
              for (var generation : generations) {
                var name = QualifiedName.shortest(capacity, generation.pool().driver());
                var matching = memo.select(them, generation.table()).matching();
                forEach(
                    generation,
                    matching,
                    (_, traits) -> addAmounts(generation, traits, name, amounts));
              }
            });
    return amounts.stream().max(Quantity::compareTo);
  }

  private static void addAmounts(
      PoolGeneration generation, DeviceTraits traits, String name, List<Quantity> amounts) {
    Optional.ofNullable(traits.capacity().get(name))
        .map(DeviceCapacity::value)
        .ifPresent(amounts::add);
    for (var consumption : traits.consumptions()) {
      var set = generation.counters().set(consumption.counterSet());
      consumption
          .requested()
          .forEach(
              (counter, of) -> {
                if (of.equals(name) && set.isPresent()) {
                  generation
                      .counters()
                      .counter(set.getAsInt(), counter)
                      .ifPresent(it -> amounts.add(generation.counters().total(it)));
                }
              });
    }
  }

  private static void forEach(
      PoolGeneration generation, RowSet rows, BiConsumer<Integer, DeviceTraits> visitor) {
    for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
      var traits = generation.traits(generation.traitsNumber(row));
      if (traits.hidden().isEmpty()) {
        visitor.accept(row, traits);
      }
    }
  }

  /** The counts of devices, in total and by node. */
  private static final class Tally {
    private final Map<String, Long> onNodes = new HashMap<>();
    private long anywhere;
    private long matching;
    private boolean shareable;
    private long failing;
    private Optional<Failure> failure = Optional.empty();

    void add(PoolGeneration generation, int row, DeviceTraits traits) {
      matching++;
      shareable |= traits.shareable();
      var slice = generation.slice(row);
      switch (slice.perDevice() ? traits.nodeSelection() : slice.selection()) {
        case NodeSelection.OnNode(var node) -> onNodes.merge(node, 1L, Long::sum);
        case NodeSelection.AllNodes(), NodeSelection.Matching(_), NodeSelection.Nowhere() ->
            anywhere++;
      }
    }

    Found found() {
      long most = onNodes.values().stream().mapToLong(it -> it).max().orElse(0) + anywhere;
      return new Found(matching, failing, failure, most, shareable);
    }
  }

  private Optional<List<Selector>> compiled(List<DeviceSelector> selectors) {
    var all = new ArrayList<Selector>();
    for (var selector : selectors) {
      var text = expression(selector);
      var compiled = text.flatMap(this::compiled);
      if (compiled.isEmpty()) {
        return Optional.empty();
      }
      all.add(
          new Selector(
              text.orElseThrow(), ReadSet.of(compiled.get().expr()), compiled.orElseThrow()));
    }
    return Optional.of(all);
  }

  private static Optional<String> expression(DeviceSelector selector) {
    return selector.cel().map(CelDeviceSelector::expression);
  }

  private Optional<CompiledSelector> compiled(String expression) {
    return switch (expressions.compileSelector(expression)) {
      case CompileResult.Compiled<CompiledSelector>(var compiled, _) -> Optional.of(compiled);
      case CompileResult.Refused<CompiledSelector> _ -> Optional.empty();
    };
  }
}
