package dev.dray.api.validation.meta;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Checks that many rules share: limits, uniqueness and the walk over a map. */
public final class RuleChecks {
  public static final String NOT_NEGATIVE = "must be greater than or equal to 0";
  public static final String IMMUTABLE = "field is immutable";
  public static final String OMITTED = "<value omitted>";

  private static final int FEW = 8;

  private RuleChecks() {}

  /**
   * Returns what the rule finds in each item. If there are more than {@code max}, only that is
   * reported, as a guard against lists made to be slow.
   */
  public static <T> Violations list(
      List<T> items, int max, FieldPath at, BiFunction<T, FieldPath, Violations> rule) {
    return items.size() > max ? tooMany(items.size(), max, at) : Violations.each(items, at, rule);
  }

  /** Does the same as {@link #list}, and checks that no two items have the same key. */
  public static <T> Violations set(
      List<T> items,
      int max,
      FieldPath at,
      BiFunction<T, FieldPath, Violations> rule,
      Function<T, ?> key) {
    return items.size() > max
        ? tooMany(items.size(), max, at)
        : Violations.each(items, at, rule).and(unique(items, at, key));
  }

  public static Violations tooMany(int actual, int max, FieldPath at) {
    return actual > max ? Violations.of(Violation.tooMany(at, actual, max)) : Violations.NONE;
  }

  /** Reports each item whose key an earlier item has. */
  public static <T> Violations unique(List<T> items, FieldPath at, Function<T, ?> key) {
    if (items.size() < 2 || (items.size() <= FEW && allDiffer(items, key))) {
      return Violations.NONE;
    }
    var seen = new HashSet<Object>();
    List<Violation> found = new ArrayList<>(0);
    for (int i = 0; i < items.size(); i++) {
      Object name = key.apply(items.get(i));
      if (!seen.add(name)) {
        found.add(Violation.duplicate(at.index(i), name.toString()));
      }
    }
    return Violations.of(found);
  }

  /** Compares all pairs, which is faster than hashing for short lists. */
  private static <T> boolean allDiffer(List<T> items, Function<T, ?> key) {
    for (int i = 1; i < items.size(); i++) {
      Object name = key.apply(items.get(i));
      for (int j = 0; j < i; j++) {
        if (name.equals(key.apply(items.get(j)))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns what the rule finds in each value of the map, at the value's key. */
  public static <T> Violations values(
      Map<String, T> map, FieldPath at, int shownKey, BiFunction<T, FieldPath, Violations> rule) {
    List<Violation> found = new ArrayList<>(0);
    for (var entry : map.entrySet()) {
      for (var each : rule.apply(entry.getValue(), key(at, entry.getKey(), shownKey))) {
        found.add(each);
      }
    }
    return Violations.of(found);
  }

  /** Returns what the rule finds in each key; a key's mistakes are reported at the map. */
  public static Violations keys(
      Map<String, ?> map, FieldPath at, BiFunction<String, FieldPath, Violations> rule) {
    return all(map.keySet(), at, rule);
  }

  /** Returns what the rule finds in each item, all at the same path. */
  static <T> Violations all(
      Iterable<T> items, FieldPath at, BiFunction<T, FieldPath, Violations> rule) {
    List<Violation> found = new ArrayList<>(0);
    for (var item : items) {
      for (var each : rule.apply(item, at)) {
        found.add(each);
      }
    }
    return Violations.of(found);
  }

  /** Returns the path of a map's value; a key that is longer than {@code max} loses its middle. */
  public static FieldPath key(FieldPath at, String key, int max) {
    if (key.length() <= max) {
      return at.key(key);
    }
    int kept = max - "...".length();
    return at.key(
        key.substring(0, (kept + 1) / 2) + "..." + key.substring(key.length() - kept / 2));
  }

  public static Violations maxBytes(String value, int max, FieldPath at) {
    return Formats.longerThan(value, max)
        ? Violations.of(Violation.tooLong(at, max))
        : Violations.NONE;
  }

  public static Violations immutable(Object value, Object old, FieldPath at, String shown) {
    return value.equals(old)
        ? Violations.NONE
        : Violations.of(Violation.invalidShown(at, shown, IMMUTABLE).by("immutable"));
  }

  public static Violations required(FieldPath at) {
    return Violations.of(Violation.required(at, ""));
  }

  public static Violations oneOf(String value, FieldPath at, List<String> supported) {
    return supported.contains(value)
        ? Violations.NONE
        : Violations.of(Violation.notSupported(at, value, supported));
  }
}
