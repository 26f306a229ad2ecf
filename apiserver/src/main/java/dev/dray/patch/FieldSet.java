package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Obj;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;

/**
 * An immutable set of field paths, kept as a tree.
 *
 * <p>A path can be in the set without the paths below it, and the other way round.
 */
record FieldSet(SortedMap<PathElement, FieldSet.Branch> branches) {
  static final FieldSet EMPTY = new FieldSet(Collections.emptySortedMap());

  /**
   * The part of the set at and below one path element.
   *
   * @param member whether the path that ends here is in the set
   */
  record Branch(boolean member, FieldSet below) {
    static final Branch NONE = new Branch(false, EMPTY);
    static final Branch LEAF = new Branch(true, EMPTY);

    boolean isEmpty() {
      return !member && below.isEmpty();
    }

    /** Returns a branch with these values; this branch itself if nothing changes. */
    @SuppressWarnings("ReferenceEquality") // Comparing by value would take longer.
    Branch with(boolean asMember, FieldSet other) {
      return asMember == member && other == below ? this : new Branch(asMember, other);
    }
  }

  FieldSet {
    branches = Collections.unmodifiableSortedMap(branches);
  }

  /** Returns the set of paths written with dots, such as {@code metadata.labels}. */
  static FieldSet ofNames(List<String> dotted) {
    var draft = new Draft();
    for (var path : dotted) {
      var elements = new ArrayList<PathElement>();
      for (var name : path.split("\\.", -1)) {
        elements.add(new PathElement.Named(name));
      }
      draft.insert(elements);
    }
    return draft.set();
  }

  boolean isEmpty() {
    return branches.isEmpty();
  }

  Branch at(PathElement element) {
    return branches.getOrDefault(element, Branch.NONE);
  }

  boolean has(List<PathElement> path) {
    var set = this;
    for (int i = 0; i < path.size() - 1; i++) {
      set = set.at(path.get(i)).below();
    }
    return !path.isEmpty() && set.at(path.getLast()).member();
  }

  FieldSet union(FieldSet other) {
    if (isEmpty() || other.isEmpty()) {
      return isEmpty() ? other : this;
    }
    var all = new TreeMap<>(branches);
    other.branches.forEach(
        (element, branch) ->
            all.merge(
                element,
                branch,
                (a, b) -> new Branch(a.member() || b.member(), a.below().union(b.below()))));
    return new FieldSet(all);
  }

  FieldSet intersection(FieldSet other) {
    return isEmpty() || other.isEmpty()
        ? EMPTY
        : combined(
            other,
            (a, b) ->
                b.isEmpty()
                    ? Branch.NONE
                    : a.with(a.member() && b.member(), a.below().intersection(b.below())));
  }

  /** Returns this set without the paths of the other set; paths below them stay. */
  FieldSet minus(FieldSet other) {
    return other.isEmpty()
        ? this
        : combined(
            other,
            (a, b) ->
                b.isEmpty() ? a : a.with(a.member() && !b.member(), a.below().minus(b.below())));
  }

  /** Returns this set without the paths of the other set and all paths below them. */
  FieldSet minusDeep(FieldSet other) {
    return other.isEmpty()
        ? this
        : combined(
            other,
            (a, b) ->
                b.member() ? Branch.NONE : a.with(a.member(), a.below().minusDeep(b.below())));
  }

  private FieldSet combined(FieldSet other, BinaryOperator<Branch> operator) {
    return mapped((element, branch) -> operator.apply(branch, other.at(element)));
  }

  /**
   * Returns the set with every branch changed; empty ones are dropped. Returns this set if none
   * changes.
   */
  @SuppressWarnings("ReferenceEquality") // An equal copy counts as a change, which is harmless.
  FieldSet mapped(BiFunction<PathElement, Branch, Branch> change) {
    var result = new TreeMap<PathElement, Branch>();
    boolean same = true;
    for (var entry : branches.entrySet()) {
      var changed = change.apply(entry.getKey(), entry.getValue());
      same &= changed == entry.getValue();
      if (!changed.isEmpty()) {
        result.put(entry.getKey(), changed);
      }
    }
    if (same) {
      return this;
    }
    return result.isEmpty() ? EMPTY : new FieldSet(result);
  }

  /** Returns every path; at each level, paths that end there come before longer ones. */
  List<List<PathElement>> paths() {
    var paths = new ArrayList<List<PathElement>>();
    collect(List.of(), paths);
    return paths;
  }

  private void collect(List<PathElement> prefix, List<List<PathElement>> paths) {
    branches.forEach(
        (element, branch) -> {
          if (branch.member()) {
            paths.add(appended(prefix, element));
          }
        });
    branches.forEach((element, branch) -> branch.below().collect(appended(prefix, element), paths));
  }

  private static List<PathElement> appended(List<PathElement> prefix, PathElement element) {
    var path = new ArrayList<>(prefix);
    path.add(element);
    return path;
  }

  /** Returns the set as {@code fieldsV1} encodes it. */
  Obj toJson() {
    var fields = new LinkedHashMap<String, Json>();
    branches.forEach((element, branch) -> fields.put(element.wire(), branch(branch)));
    return new Obj(fields);
  }

  private static Obj branch(Branch branch) {
    var below = branch.below().toJson();
    if (!branch.member() || below.isEmpty()) {
      return below;
    }
    var fields = new LinkedHashMap<String, Json>();
    fields.put(".", Obj.EMPTY);
    fields.putAll(below.fields());
    return new Obj(fields);
  }

  /**
   * Reads what {@link #toJson} writes.
   *
   * @throws PatchMistake if it is malformed
   */
  static FieldSet fromJson(Obj fields) {
    var branches = new TreeMap<PathElement, Branch>();
    each(
        fields,
        (element, value) -> {
          var below = fromJson(value);
          branches.put(element, new Branch(value.has(".") || below.isEmpty(), below));
        });
    return branches.isEmpty() ? EMPTY : new FieldSet(branches);
  }

  private static void each(Obj fields, BiConsumer<PathElement, Obj> visitor) {
    for (Map.Entry<String, Json> field : fields.fields().entrySet()) {
      if (field.getKey().equals(".")) {
        continue;
      }
      var below = field.getValue();
      if (!(below instanceof Obj object)) {
        throw PatchMistake.unfit("%s is followed by %s".formatted(field.getKey(), below.toText()));
      }
      PathElement.parse(field.getKey()).ifPresent(element -> visitor.accept(element, object));
    }
  }

  /** A mutable builder of a set. */
  static final class Draft {
    private final TreeMap<PathElement, Draft> below = new TreeMap<>();
    private boolean member;

    void insert(List<PathElement> path) {
      if (path.isEmpty()) {
        // Nobody owns an object as a whole.
        return;
      }
      var at = this;
      for (var element : path) {
        at = at.below.computeIfAbsent(element, _ -> new Draft());
      }
      at.member = true;
    }

    FieldSet set() {
      if (below.isEmpty()) {
        return EMPTY;
      }
      var branches = new TreeMap<PathElement, Branch>();
      below.forEach(
          (element, draft) -> branches.put(element, new Branch(draft.member, draft.set())));
      return new FieldSet(branches);
    }
  }
}
