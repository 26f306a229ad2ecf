package dev.dray.api.meta;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All mistakes that a rule found, in the order of the fields; usually {@link #NONE}. */
public final class Violations implements Iterable<Violation> {

  public static final Violations NONE = new Violations(List.of());

  private final List<Violation> all;

  private Violations(List<Violation> all) {
    this.all = all;
  }

  public static Violations of(Violation... violations) {
    return of(List.of(violations));
  }

  public static Violations of(List<Violation> violations) {
    return violations.isEmpty() ? NONE : new Violations(List.copyOf(violations));
  }

  /** Returns what the rule finds in each item, at the item's index in the list. */
  public static <T> Violations each(
      List<T> items, FieldPath at, BiFunction<T, FieldPath, Violations> rule) {
    List<Violation> found = List.of();
    for (int i = 0; i < items.size(); i++) {
      found = added(found, rule.apply(items.get(i), at.index(i)));
    }
    return found.isEmpty() ? NONE : new Violations(found);
  }

  public Violations and(Violations more) {
    if (more.all.isEmpty()) {
      return this;
    }
    if (all.isEmpty()) {
      return more;
    }
    return new Violations(added(new ArrayList<>(all), more));
  }

  public Violations and(Violation more) {
    return and(of(more));
  }

  private static List<Violation> added(List<Violation> found, Violations more) {
    if (more.all.isEmpty()) {
      return found;
    }
    var grown = found.isEmpty() ? new ArrayList<Violation>() : found;
    grown.addAll(more.all);
    return grown;
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  public Stream<Violation> stream() {
    return all.stream();
  }

  public List<Violation> toList() {
    return List.copyOf(all);
  }

  @Override
  public Iterator<Violation> iterator() {
    return toList().iterator();
  }

  @Override
  public String toString() {
    return all.stream().map(Violation::toString).collect(Collectors.joining("\n"));
  }
}
