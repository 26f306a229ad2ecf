package dev.dray.inventory;

import dev.dray.api.resource.CelDeviceSelector;
import dev.dray.api.resource.DevicePatchFilter;
import dev.dray.api.resource.DeviceSelector;
import dev.dray.api.resource.ResourceSlicePatch;
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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Decides which devices a patch is for; for one thread. */
final class PatchFilter {
  private static final int SIGHTS = 1 << 14;

  private final DeviceExpressions expressions = DeviceExpressions.forStored();
  private final MatchMemo memo = new MatchMemo(SIGHTS, 1);
  private final Amendments amendments;

  PatchFilter(Amendments amendments) {
    this.amendments = amendments;
  }

  /**
   * @param rows the devices that the patch is for
   * @param failures by message the devices on which a selector failed
   */
  record Chosen(BitSet rows, Map<String, BitSet> failures) {}

  /** A selector with the words for where it stands. */
  private record Test(String place, DeviceSelector selector) {}

  /**
   * Asks about devices as they are before any patch.
   *
   * @param table made only if an expression asks for it
   */
  Chosen choose(ResourceSlicePatch patch, Names names, Supplier<DeviceTable> table) {
    var filter = patch.spec().devices().filter();
    if (filter.isEmpty()) {
      return new Chosen(all(names), Map.of());
    }
    var rows = named(filter.get(), names);
    var failures = new TreeMap<String, BitSet>();
    for (var test : tests(filter.get(), rows)) {
      if (!rows.isEmpty()) {
        keep(test, rows, table, failures);
      }
    }
    return new Chosen(rows, failures);
  }

  private static BitSet all(Names names) {
    var rows = new BitSet();
    rows.set(0, names.size());
    return rows;
  }

  private static BitSet named(DevicePatchFilter filter, Names names) {
    if (filter.device().isEmpty()) {
      return all(names);
    }
    var rows = new BitSet();
    names.rows(filter.device().get()).forEach(rows::set);
    return rows;
  }

  /** The selectors of the class, then those of the patch. A class that is missing has no device. */
  private List<Test> tests(DevicePatchFilter filter, BitSet rows) {
    var tests = new ArrayList<Test>();
    if (filter.deviceClassName().isPresent()) {
      var name = filter.deviceClassName().get();
      amendments
          .deviceClass(name)
          .ifPresentOrElse(
              it -> add(it.spec().selectors(), "device class %s: ".formatted(name), tests),
              rows::clear);
    }
    add(filter.selectors(), "", tests);
    return tests;
  }

  private static void add(List<DeviceSelector> selectors, String owner, List<Test> tests) {
    for (int i = 0; i < selectors.size(); i++) {
      tests.add(new Test("%sselectors[%d]".formatted(owner, i), selectors.get(i)));
    }
  }

  private void keep(
      Test test, BitSet rows, Supplier<DeviceTable> table, Map<String, BitSet> failures) {
    var expression = test.selector().cel().map(CelDeviceSelector::expression);
    if (expression.isEmpty()) {
      rows.clear();
      return;
    }
    switch (expressions.compileSelector(expression.get())) {
      case CompileResult.Refused<CompiledSelector>(var why) -> {
        failures.computeIfAbsent(test.place() + ": " + why.message(), _ -> new BitSet()).or(rows);
        rows.clear();
      }
      case CompileResult.Compiled<CompiledSelector>(var compiled, _) -> {
        var selector = new Selector(expression.get(), ReadSet.of(compiled.expr()), compiled);
        keep(test.place(), memo.matches(selector, table.get()), rows, failures);
      }
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
