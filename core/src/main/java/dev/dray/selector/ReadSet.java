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
 * What an expression can observe of a device: changing anything else never changes what it says.
 *
 * <p>There is one exception, which is no part of any expression: an attribute without a value fails
 * them all, read or not ({@link DeviceTable#mayFailAlways}).
 *
 * @param fields what is read whole: every entry of the part, or the flag
 * @param domains of which every entry is read, and so whether they have any
 * @param presences the domains of which only is asked whether they have any entry
 * @param entries read one by one, and so whether the device has them
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

  /** Everything. */
  public static final ReadSet WHOLE_DEVICE =
      new ReadSet(
          new TreeSet<>(List.of(Field.values())),
          new TreeSet<>(),
          new TreeSet<>(),
          new TreeSet<>());

  /** Nothing is listed that something wider covers. */
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

  /** What the checked expression can observe. */
  public static ReadSet of(Expr expr) {
    return ReadAnalysis.of(expr);
  }

  public boolean reads(Field field) {
    return fields.contains(field);
  }

  /** Whether the value of the entry can be observed, be it alone or among others. */
  public boolean reads(EntryName name) {
    return entries.contains(name)
        || domains.contains(name.domainName())
        || fields.contains(Field.of(name.part()));
  }

  /** Whether it is known by name which entries are read. */
  public boolean isExact() {
    return domains.isEmpty()
        && !fields.contains(Field.ATTRIBUTES)
        && !fields.contains(Field.CAPACITY);
  }
}
