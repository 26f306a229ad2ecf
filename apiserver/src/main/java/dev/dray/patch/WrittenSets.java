package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Obj;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Sets of fields that were written lately, and what was written; for any number of threads.
 *
 * <p>An object is often written several times in a row, each time by somebody who owns but a few of
 * its fields. The sets of all others are neither read nor written anew, for as long as the object
 * is kept as a tree; and whoever writes many objects mostly sets the same fields in each. There is
 * a fixed number of places: who comes later takes the place of an earlier one.
 */
final class WrittenSets {
  private static final int PLACES = 4096;

  private record Place(Obj json, FieldSet set) {}

  private static final AtomicReferenceArray<@Nullable Place> BY_JSON =
      new AtomicReferenceArray<>(PLACES);
  private static final AtomicReferenceArray<@Nullable Place> BY_SET =
      new AtomicReferenceArray<>(PLACES);

  private WrittenSets() {}

  /**
   * As {@link FieldSet#fromJson}.
   *
   * @throws PatchMistake if it is no set
   */
  @SuppressWarnings("ReferenceEquality") // The very one that was written.
  static FieldSet read(Obj json) {
    var place = BY_JSON.get(place(System.identityHashCode(json)));
    return place != null && place.json() == json ? place.set() : FieldSet.fromJson(json);
  }

  /**
   * Whether it is one of these: then it already is as its type would have it, which never changes.
   */
  @SuppressWarnings("ReferenceEquality") // The very one that was written.
  static boolean has(FieldSet set) {
    var known = BY_SET.get(place(set.hashCode()));
    return known != null && known.set() == set;
  }

  /** As {@link FieldSet#toJson}. */
  static Json write(FieldSet set) {
    int at = place(set.hashCode());
    var known = BY_SET.get(at);
    if (known != null && known.set().equals(set)) {
      return known.json();
    }
    var place = new Place(set.toJson(), set);
    BY_JSON.set(place(System.identityHashCode(place.json())), place);
    BY_SET.set(at, place);
    return place.json();
  }

  private static int place(int hash) {
    return (hash ^ (hash >>> 16)) & (PLACES - 1);
  }
}
