package dev.dray.allocation.request;

import dev.dray.allocation.search.Bits;
import dev.dray.allocation.search.Lazy;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.api.gate.Gate;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.inventory.PoolGeneration;
import dev.dray.selector.CombinedMatches;
import dev.dray.selector.DerivedAttribute.Derivation;
import dev.dray.selector.EntryName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The candidates of an allocation request among the devices of one pool generation, independent of
 * who uses the devices and of the node that sees them.
 *
 * <p>Everything that can be decided for one device and one alternative alone is decided here, once
 * per request and generation, and shared by all nodes that see the pool. {@link NodeProblemBuilder}
 * later combines it with the usage of the pool and the rows a node sees.
 *
 * <pre>{@code
 * row of the generation
 * hidden? --yes--> out
 *   | no
 * selectors of class and request
 *   |          |           |
 * false      error       true
 *   |          |           |
 *  out      failing     amounts computable? --no--> failing
 *                          | yes
 *                       capacity enough? taints tolerated?
 *                       node operations allowed?
 *                          |             |
 *                          no           yes
 *                          |             |
 *                         out        candidate --lacks a compared attribute--> out
 * }</pre>
 *
 * <p>For one alternative a row is therefore a <em>candidate</em>, <em>failing</em> (an error ends a
 * search that reaches the row while its device is free), or out of the question. An alternative
 * with allocation mode {@code All} also has <em>members</em>: the rows with enough capacity that
 * match. All of them must be allocated, so a member that is no candidate makes the alternative
 * impossible, whereas a failing row makes it an error.
 *
 * <p><b>Soundness.</b> A row is left out only for reasons that usage cannot change: class,
 * selectors, total capacity, request policy, taints, feature gates, or (except with mode {@code
 * All}) a missing attribute that a constraint compares. What other claims hold can only take
 * candidates away. A failing row is kept because upstream ends with an error when it reaches such a
 * device, and only then; dropping it would turn that error into a placement. For the same reason
 * the row stays if the value of a derived attribute cannot be computed ({@link
 * SearchProblem#UNTOLD}).
 *
 * <p><b>Cost.</b> Selectors are evaluated by {@link SelectorCache}, which remembers their results.
 * Terms are computed once per distinct traits, not per device. If no traits have an obstacle, no
 * slice skips node operations and the mode is not {@code All}, the bit set of the selectors is used
 * as it is, without visiting rows. Attribute values are looked up for candidates only, and once per
 * constraint for all alternatives that do not derive the attribute. A node then costs bit tests.
 * {@link #isPlain} marks pools where nothing but exclusive use matters, for which {@link FirstFit}
 * needs no search problem at all.
 */
public final class PoolCandidates {
  private static final long[] NO_ROWS = {};

  private final AllocationRequest request;
  private final PoolGeneration generation;
  private final AlternativeTerms[][] terms;

  /** For each alternative, the rows that only usage by other claims can keep from being taken. */
  final long[][] candidates;

  /** For each alternative, the failing rows; all empty if {@link #isFailing} is false. */
  final long[][] failing;

  /**
   * For each alternative of mode All, the rows that belong to all devices; empty for the others.
   */
  public final long[][] members;

  /** The rows that only nodes able to skip node operations can use; empty if there are none. */
  public final long[] skippingNodeOperations;

  /** For each constraint and alternative, the number of each row's value set in the request. */
  public final int[][][] values;

  /** For each alternative, whether it has failing rows. */
  final boolean[] isFailing;

  public final boolean anySkipsNodeOperations;
  final boolean isRelevant;
  final boolean hasShareable;

  /** True if exclusive use alone keeps candidates from being taken, and no row is failing. */
  final boolean isPlain;

  final boolean drawsFromCounters;
  final boolean drawsOnRequest;

  PoolCandidates(AllocationRequest request, PoolGeneration generation) {
    this.request = request;
    this.generation = generation;
    int alternatives = request.alternatives().size();
    terms = new AlternativeTerms[alternatives][generation.distinctTraits()];
    candidates = new long[alternatives][];
    failing = new long[alternatives][];
    members = new long[alternatives][];
    isFailing = new boolean[alternatives];
    skippingNodeOperations = skippingNodeOperations();
    anySkipsNodeOperations = !Bits.isEmpty(skippingNodeOperations);
    values = new int[request.constraints().size()][alternatives][];
    boolean relevant = false;
    for (int alternativeNumber = 0; alternativeNumber < alternatives; alternativeNumber++) {
      relevant |= look(alternativeNumber);
    }
    isRelevant = relevant;
    hasShareable = relevant && hasShareable();
    drawsFromCounters = relevant && drawsFromCounters();
    drawsOnRequest = drawsFromCounters && drawsOnRequest();
    isPlain = !hasShareable && !drawsFromCounters && !isFailingAnywhere();
    if (relevant) {
      compare();
    }
  }

  public PoolGeneration generation() {
    return generation;
  }

  /** Returns a hash that is equal for candidates that {@link #isEquivalent} says are alike. */
  int signature() {
    int sum = System.identityHashCode(generation.kind());
    for (var rows : candidates) {
      sum = sum * 31 + Arrays.hashCode(rows);
    }
    for (var byAlternative : values) {
      for (var column : byAlternative) {
        sum = sum * 31 + Arrays.hashCode(column);
      }
    }
    return sum;
  }

  /** Returns whether these candidates differ from others of the same request in names alone. */
  // Equal pools share one traits table.
  @SuppressWarnings("ReferenceEquality")
  boolean isEquivalent(PoolCandidates other) {
    return generation.kind() == other.generation.kind()
        && Arrays.deepEquals(candidates, other.candidates)
        && Arrays.deepEquals(failing, other.failing)
        && Arrays.deepEquals(members, other.members)
        && Arrays.equals(skippingNodeOperations, other.skippingNodeOperations)
        && Arrays.deepEquals(values, other.values);
  }

  /** Returns the terms of the alternative for the device of the row. */
  public AlternativeTerms terms(int alternativeNumber, int row) {
    return terms[alternativeNumber][generation.traitsNumber(row)];
  }

  /** Returns the terms of the alternative for devices with these traits. */
  public AlternativeTerms termsOf(int alternativeNumber, int traitsNumber) {
    return terms[alternativeNumber][traitsNumber];
  }

  /** Returns the rows that the selectors of the alternative match, and those they fail on. */
  public CombinedMatches selection(int alternativeNumber) {
    return request
        .selectors()
        .select(request.alternative(alternativeNumber).selectors(), generation.table());
  }

  private long[] skippingNodeOperations() {
    if (!generation.skipsNodeOperations()) {
      return NO_ROWS;
    }
    var rows = Bits.none(generation.size());
    for (int row = 0; row < generation.size(); row++) {
      if (!generation.slice(row).skipNodeOperations().isEmpty()) {
        Bits.add(rows, row);
      }
    }
    return rows;
  }

  private boolean isFailingAnywhere() {
    for (boolean failing : isFailing) {
      if (failing) {
        return true;
      }
    }
    return false;
  }

  private boolean hasShareable() {
    for (int i = 0; i < generation.distinctTraits(); i++) {
      if (generation.traits(i).shareable()) {
        return true;
      }
    }
    return false;
  }

  private boolean drawsOnRequest() {
    for (int i = 0; i < generation.distinctTraits(); i++) {
      if (generation.draw(i).requested() > 0) {
        return true;
      }
    }
    return false;
  }

  private boolean drawsFromCounters() {
    for (int i = 0; i < generation.distinctTraits(); i++) {
      if (generation.draw(i).sets() > 0) {
        return true;
      }
    }
    return false;
  }

  /** Sorts the rows for an alternative; returns whether any is a candidate, a member or failing. */
  private boolean look(int number) {
    var alternative = request.alternative(number);
    var matches = selection(number);
    boolean simple = !alternative.all() && !anySkipsNodeOperations;
    for (int i = 0; i < generation.distinctTraits(); i++) {
      terms[number][i] = request.terms(number, generation, i);
      simple &= terms[number][i].obstacles().isEmpty();
    }
    candidates[number] = simple ? matches.matching().words() : Bits.none(generation.size());
    failing[number] = simple ? failing(matches) : Bits.none(generation.size());
    members[number] = alternative.all() ? Bits.none(generation.size()) : NO_ROWS;
    if (!simple) {
      boolean optional = request.gates().enabled(Gate.DRA_OPTIONAL_NODE_OPERATIONS);
      for (int row = 0; row < generation.size(); row++) {
        boolean operable =
            optional || !anySkipsNodeOperations || !Bits.has(skippingNodeOperations, row);
        sort(number, alternative, matches, row, operable);
      }
    }
    isFailing[number] = !Bits.isEmpty(failing[number]);
    return isFailing[number] || !Bits.isEmpty(candidates[number]) || !Bits.isEmpty(members[number]);
  }

  private static long[] failing(CombinedMatches matches) {
    return matches.failing().isEmpty() ? NO_ROWS : matches.failing().words();
  }

  private void sort(
      int number, Alternative alternative, CombinedMatches matches, int row, boolean operable) {
    var terms = terms(number, row);
    if (!terms.isOffered()) {
      return;
    }
    if (matches.failing().contains(row)) {
      Bits.add(failing[number], row);
    } else if (matches.matching().contains(row)) {
      if (terms.impossible().isPresent()) {
        Bits.add(failing[number], row);
      } else if (alternative.all()) {
        sortOfAll(number, row, terms, operable);
      } else if (operable && terms.obstacles().isEmpty()) {
        Bits.add(candidates[number], row);
      }
    }
  }

  private void sortOfAll(int number, int row, AlternativeTerms terms, boolean operable) {
    if (terms.hasCapacity()) {
      Bits.add(members[number], row);
      if (operable && terms.areOtherwiseMet()) {
        Bits.add(candidates[number], row);
      }
    }
  }

  /** Looks up the values that constraints compare, for the candidates. */
  private void compare() {
    for (int constraint = 0; constraint < values.length; constraint++) {
      var plain = new Lazy<>(Column::new);
      for (int alternativeNumber : request.constraints().get(constraint).alternatives()) {
        values[constraint][alternativeNumber] = column(constraint, alternativeNumber, plain);
      }
    }
    for (int alternativeNumber = 0; alternativeNumber < candidates.length; alternativeNumber++) {
      if (!request.alternative(alternativeNumber).all()) {
        dropIncomparable(alternativeNumber);
      }
    }
  }

  /**
   * Drops rows that lack the attribute of a constraint, unless an earlier value fails: reaching
   * such a row ends the search with an error.
   */
  private void dropIncomparable(int alternativeNumber) {
    var rows = candidates[alternativeNumber];
    for (int row = Bits.next(rows, 0); row >= 0; row = Bits.next(rows, row + 1)) {
      for (int constraint : request.covering()[alternativeNumber]) {
        int value = values[constraint][alternativeNumber][row];
        if (value == SearchProblem.UNTOLD) {
          break;
        }
        if (value == SearchProblem.MISSING) {
          Bits.remove(rows, row);
          break;
        }
      }
    }
  }

  /**
   * The values of rows under one attribute name, looked up once however many alternatives compare
   * them.
   */
  private final class Column {
    private final int[] values = new int[generation.size()];
    private final long[] known = Bits.none(generation.size());

    Column() {
      Arrays.fill(values, SearchProblem.MISSING);
    }

    /** Returns those of the rows that are not looked up yet, and marks them as looked up. */
    long[] unknown(long[] rows) {
      var unknown = rows.clone();
      for (int i = 0; i < unknown.length; i++) {
        unknown[i] &= ~known[i];
        known[i] |= rows[i];
      }
      return unknown;
    }
  }

  private int[] column(int constraint, int alternativeNumber, Lazy<Column> plain) {
    var attribute = request.constraints().get(constraint).attribute();
    var expression = expression(request.alternative(alternativeNumber).derived(), attribute);
    var column = expression.isPresent() ? new Column() : plain.it();
    var unknown = column.unknown(candidates[alternativeNumber]);
    if (expression.isPresent()) {
      for (int row = Bits.next(unknown, 0); row >= 0; row = Bits.next(unknown, row + 1)) {
        column.values[row] = derived(expression.get(), row);
      }
    } else {
      var name = EntryName.of(EntryName.Part.ATTRIBUTES, attribute, generation.pool().driver());
      generation
          .table()
          .attributes(name, unknown, (row, value) -> column.values[row] = number(value));
    }
    return column.values;
  }

  private Optional<String> expression(Map<String, String> derived, String attribute) {
    if (derived.isEmpty()) {
      return Optional.empty();
    }
    var driver = generation.pool().driver();
    var name = EntryName.of(EntryName.Part.ATTRIBUTES, attribute, driver);
    // The qualified spelling wins over the short one.
    var qualified = derived.get(name.qualified());
    return qualified != null || !name.domain().equals(driver)
        ? Optional.ofNullable(qualified)
        : Optional.ofNullable(derived.get(name.id()));
  }

  private int derived(String expression, int row) {
    return switch (request.selectors().derive(expression, generation.table().device(row))) {
      case Derivation.Derived(var value) -> number(value);
      case Derivation.Failed _ -> SearchProblem.UNTOLD;
    };
  }

  /** Returns why there is no value to compare. */
  public String untold(int constraint, int alternativeNumber, int row) {
    var attribute = request.constraints().get(constraint).attribute();
    var expression =
        expression(request.alternative(alternativeNumber).derived(), attribute).orElse("");
    return request.selectors().derive(expression, generation.table().device(row))
            instanceof Derivation.Failed(var message)
        ? "derived attribute %s: %s".formatted(attribute, message)
        : "derived attribute %s has no value".formatted(attribute);
  }

  private int number(DeviceAttribute value) {
    boolean lists = request.gates().enabled(Gate.DRA_LIST_TYPE_ATTRIBUTES);
    var elements = elements(value, lists);
    if (!elements.isEmpty()) {
      return request.values().of(elements);
    }
    return lists ? SearchProblem.MISSING : SearchProblem.INCOMPARABLE;
  }

  /** Returns the elements that are compared, each with its type: a version is not a string. */
  private static List<Object> elements(DeviceAttribute value, boolean lists) {
    return switch (value) {
      case DeviceAttribute.Single _ -> List.of(value);
      case DeviceAttribute.IntValues(var all) when lists ->
          each(all.stream().map(DeviceAttribute.IntValue::new).toList());
      case DeviceAttribute.BoolValues(var all) when lists ->
          each(all.stream().map(DeviceAttribute.BoolValue::new).toList());
      case DeviceAttribute.StringValues(var all) when lists ->
          each(all.stream().map(DeviceAttribute.StringValue::new).toList());
      case DeviceAttribute.VersionValues(var all) when lists ->
          each(all.stream().map(DeviceAttribute.VersionValue::new).toList());
      case DeviceAttribute.Listed _, DeviceAttribute.Malformed _, DeviceAttribute.NullValue _ ->
          List.of();
    };
  }

  private static List<Object> each(List<? extends DeviceAttribute> values) {
    return new ArrayList<>(values);
  }

  @Override
  public String toString() {
    return generation.pool() + Arrays.deepToString(candidates);
  }
}
