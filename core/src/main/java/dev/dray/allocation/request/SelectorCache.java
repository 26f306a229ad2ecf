package dev.dray.allocation.request;

import dev.dray.selector.CelDevice;
import dev.dray.selector.CombinedMatches;
import dev.dray.selector.CompileResult;
import dev.dray.selector.DerivedAttribute;
import dev.dray.selector.DerivedAttribute.Derivation;
import dev.dray.selector.DeviceExpressions;
import dev.dray.selector.DeviceTable;
import dev.dray.selector.Match;
import dev.dray.selector.MatchMemo;
import dev.dray.selector.ReadSet;
import dev.dray.selector.Selector;
import java.util.List;
import java.util.TreeSet;

/**
 * The compiled expressions of claims and classes, and their results on devices; for any number of
 * threads.
 */
public final class SelectorCache {
  private static final int SIGHTS = 200_000;
  private static final int PASSES = 200_000;

  private static final ReadSet NOTHING =
      new ReadSet(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>());

  private final DeviceExpressions expressions;
  private final MatchMemo memo = new MatchMemo(SIGHTS, PASSES);

  public SelectorCache(DeviceExpressions expressions) {
    this.expressions = expressions;
  }

  /** Returns the selector; one that does not compile fails on every device. */
  public Selector selector(String expression) {
    return switch (expressions.compileSelector(expression)) {
      case CompileResult.Compiled(var selector, _) ->
          new Selector(expression, ReadSet.of(selector.expr()), selector);
      case CompileResult.Refused(var why) ->
          new Selector(
              expression, NOTHING, _ -> new Match.Failed("CEL compile error: " + why.message()));
    };
  }

  public CombinedMatches select(List<Selector> selectors, DeviceTable table) {
    return memo.select(selectors, table);
  }

  Derivation derive(String expression, CelDevice device) {
    return switch (expressions.compileDerivedAttribute(expression)) {
      case CompileResult.Compiled<DerivedAttribute>(var attribute, _) -> attribute.of(device);
      case CompileResult.Refused<DerivedAttribute>(var why) ->
          new Derivation.Failed("CEL compile error: " + why.message());
    };
  }
}
