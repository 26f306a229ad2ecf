package dev.dray.selector;

import dev.dray.cel.frontend.Expr;
import dev.dray.selector.EntryName.DomainName;
import dev.dray.selector.EntryName.Part;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The part of a device that an expression can observe: changing anything else never changes its
 * answer.
 *
 * <pre>{@code
 * device.driver == "gpu.example.com"                       fields     DRIVER
 * device.attributes["d"].model == "A"                      entries    d/model    presences  d
 * "d" in device.capacity                                   presences  d
 * device.attributes["d"].exists(k, k.startsWith("x"))      domains    d
 * device.attributes.exists(d, d == "x")                    fields     ATTRIBUTES
 * }</pre>
 *
 * <p>An entry is observed with its value and its absence. A wider read covers a narrower one, which
 * is then not listed: the whole part covers its domains, a domain covers its entries and its
 * presence.
 *
 * <p><b>Invariant.</b> The set may be too large, never too small. {@code ReadAnalysis} lists an
 * entry alone only if its domain and name are known from the text of the expression, and the whole
 * container otherwise. {@link MatchMemo} relies on it: devices that are equal in all that is listed
 * share one evaluation. There is one exception, which is no part of any expression: an attribute
 * without a value fails all expressions, read or not ({@link DeviceTable#mayFailAlways}).
 *
 * <p><b>Cost.</b> The set is computed once from the checked expression, without looking at any
 * device. The narrower it is, the fewer distinct projections devices have, and the fewer
 * evaluations they take.
 *
 * @param fields the fields that are read whole: every entry of the part, or the flag
 * @param domains the domains of which every entry is read, and so whether they have any
 * @param presences the domains of which only is read whether they have any entry
 * @param entries the entries that are read one by one, and so whether the device has them
 */
public record ReadSet(
    SortedSet<Field> fields,
    SortedSet<DomainName> domains,
    SortedSet<DomainName> presences,
    SortedSet<EntryName> entries) {

  /** The fields of the variable {@code device}. */
  public enum Field {
    DRIVER,
    ATTRIBUTES,
    CAPACITY,
    ALLOW_MULTIPLE_ALLOCATIONS;

    static Field of(Part part) {
      return switch (part) {
        case ATTRIBUTES -> ATTRIBUTES;
        case CAPACITY -> CAPACITY;
      };
    }
  }

  /** The whole device. */
  public static final ReadSet WHOLE_DEVICE =
      new ReadSet(
          new TreeSet<>(List.of(Field.values())),
          new TreeSet<>(),
          new TreeSet<>(),
          new TreeSet<>());

  /** Drops everything that something wider covers. */
  public ReadSet {
    var whole = frozen(fields);
    var wide = without(domains, it -> whole.contains(Field.of(it.part())));
    fields = whole;
    domains = wide;
    presences = without(presences, it -> whole.contains(Field.of(it.part())) || wide.contains(it));
    entries =
        without(
            entries, it -> whole.contains(Field.of(it.part())) || wide.contains(it.domainName()));
  }

  private interface Covered<T> {
    boolean test(T name);
  }

  private static <T> SortedSet<T> without(Collection<T> names, Covered<T> covered) {
    var kept = new TreeSet<T>();
    for (var name : names) {
      if (!covered.test(name)) {
        kept.add(name);
      }
    }
    return Collections.unmodifiableSortedSet(kept);
  }

  private static <T> SortedSet<T> frozen(Collection<T> names) {
    return without(names, _ -> false);
  }

  /** Returns what the checked expression can observe. */
  public static ReadSet of(Expr expr) {
    return ReadAnalysis.of(expr);
  }

  public boolean reads(Field field) {
    return fields.contains(field);
  }

  /** Returns whether the value of the entry can be observed, alone or among others. */
  public boolean reads(EntryName name) {
    return entries.contains(name)
        || domains.contains(name.domainName())
        || fields.contains(Field.of(name.part()));
  }

  /** Returns whether all entries that are read are known by name. */
  public boolean isExact() {
    return domains.isEmpty()
        && !fields.contains(Field.ATTRIBUTES)
        && !fields.contains(Field.CAPACITY);
  }
}
