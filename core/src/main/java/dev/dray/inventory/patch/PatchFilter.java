package dev.dray.inventory.patch;

import dev.dray.api.resource.DevicePatchFilter;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.selector.CompileResult;
import dev.dray.selector.CompiledSelector;
import dev.dray.selector.DeviceExpressions;
import dev.dray.selector.DeviceTable;
import dev.dray.selector.MatchMemo;
import dev.dray.selector.Matches;
import dev.dray.selector.ReadSet;
import dev.dray.selector.Selector;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The filters of patches, compiled, and the devices they select; for one thread. */
public final class PatchFilter {
  private static final int SIGHTS = 1 << 14;

  private final DeviceExpressions expressions = DeviceExpressions.forStored();
  private final MatchMemo memo = new MatchMemo(SIGHTS, 1);
  private final Amendments amendments;
  private final Map<String, Prepared> prepared = new HashMap<>();
  private long compiled;

  public PatchFilter(Amendments amendments) {
    this.amendments = amendments;
  }

  /**
   * The devices that a patch selects.
   *
   * @param rows the devices that the patch is for
   * @param failures by message the devices on which a selector failed
   */
  public record Chosen(BitSet rows, Map<String, BitSet> failures) {}

  /**
   * The compiled filter of a patch, kept as long as the patch exists. A bounded number of recent
   * filters would not do: each pool goes through all patches, and would forget each filter just
   * before the next pool needs it.
   *
   * @param ofClass the selectors of the class that the filter names; empty if there is no such
   *     class
   */
  private record Prepared(
      DevicePatchFilter filter, Optional<List<DeviceSelector>> ofClass, List<Test> tests) {
    boolean isOf(DevicePatchFilter filter, Optional<List<DeviceSelector>> ofClass) {
      return this.filter.equals(filter) && this.ofClass.equals(ofClass);
    }
  }

  /** A selector of a filter, with the words for its position. */
  private sealed interface Test {
    /** A test that no device passes: there is no such class, or no expression. */
    record Never() implements Test {}

    record Refused(String message) implements Test {}

    record Asks(String place, Selector selector) implements Test {}
  }

  /**
   * Selects among devices as they are before any patch.
   *
   * @param table built only if an expression needs it
   */
  public Chosen choose(
      ResourceSlicePatch patch, DeviceNames deviceNames, Supplier<DeviceTable> table) {
    var filter = patch.spec().devices().filter();
    if (filter.isEmpty()) {
      return new Chosen(all(deviceNames), Map.of());
    }
    var rows = named(filter.get(), deviceNames);
    var failures = new TreeMap<String, BitSet>();
    for (var test : tests(patch.metadata().name(), filter.get())) {
      if (!rows.isEmpty()) {
        keep(test, rows, table, failures);
      }
    }
    return new Chosen(rows, failures);
  }

  /** Returns the number of expressions that were compiled: the cost of changes. */
  long compiled() {
    return compiled;
  }

  /** Returns the number of patches whose compiled filters are kept. */
  int remembered() {
    return prepared.size();
  }

  private static BitSet all(DeviceNames deviceNames) {
    var rows = new BitSet();
    rows.set(0, deviceNames.size());
    return rows;
  }

  private static BitSet named(DevicePatchFilter filter, DeviceNames deviceNames) {
    if (filter.device().isEmpty()) {
      return all(deviceNames);
    }
    var rows = new BitSet();
    deviceNames.rows(filter.device().get()).forEach(rows::set);
    return rows;
  }

  private List<Test> tests(String patch, DevicePatchFilter filter) {
    var ofClass =
        filter.deviceClassName().flatMap(amendments::deviceClass).map(it -> it.spec().selectors());
    var known = prepared.get(patch);
    if (known != null && known.isOf(filter, ofClass)) {
      return known.tests();
    }
    var tests = tests(filter, ofClass);
    prepared.put(patch, new Prepared(filter, ofClass, tests));
    if (prepared.size() > 2 * amendments.patches().size()) {
      prepared.keySet().retainAll(amendments.patches().names());
    }
    return tests;
  }

  /**
   * Returns the selectors of the class, then those of the patch. No device passes if the class is
   * missing.
   */
  private List<Test> tests(DevicePatchFilter filter, Optional<List<DeviceSelector>> ofClass) {
    var tests = new ArrayList<Test>();
    filter
        .deviceClassName()
        .ifPresent(
            name ->
                ofClass.ifPresentOrElse(
                    it -> add(it, "device class %s: ".formatted(name), tests),
                    () -> tests.add(new Test.Never())));
    add(filter.selectors(), "", tests);
    return List.copyOf(tests);
  }

  private void add(List<DeviceSelector> selectors, String owner, List<Test> tests) {
    for (int i = 0; i < selectors.size(); i++) {
      var place = "%sselectors[%d]".formatted(owner, i);
      tests.add(
          selectors
              .get(i)
              .cel()
              .map(cel -> test(place, cel.expression()))
              .orElseGet(Test.Never::new));
    }
  }

  private Test test(String place, String expression) {
    compiled++;
    return switch (expressions.compileSelector(expression)) {
      case CompileResult.Refused<CompiledSelector>(var why) ->
          new Test.Refused(place + ": " + why.message());
      case CompileResult.Compiled<CompiledSelector>(var compiled, _) ->
          new Test.Asks(place, new Selector(expression, ReadSet.of(compiled.expr()), compiled));
    };
  }

  private void keep(
      Test test, BitSet rows, Supplier<DeviceTable> table, Map<String, BitSet> failures) {
    switch (test) {
      case Test.Never() -> rows.clear();
      case Test.Refused(var message) -> {
        failures.computeIfAbsent(message, _ -> new BitSet()).or(rows);
        rows.clear();
      }
      case Test.Asks(var place, var selector) ->
          keep(place, memo.matches(selector, table.get()), rows, failures);
    }
  }

  private static void keep(
      String place, Matches matches, BitSet rows, Map<String, BitSet> failures) {
    for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
      if (matches.failing().contains(row)) {
        failures.computeIfAbsent(place + ": " + matches.failure(row), _ -> new BitSet()).set(row);
      }
      if (!matches.matching().contains(row)) {
        rows.clear(row);
      }
    }
  }
}
