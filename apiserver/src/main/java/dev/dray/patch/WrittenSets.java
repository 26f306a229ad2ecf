package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Obj;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A cache of recently written field sets and their JSON; thread-safe.
 *
 * <p>An object is often written several times in a row, each time by a manager that owns only a few
 * of its fields. The sets of all other owners are then neither parsed nor encoded again, for as
 * long as the object is kept as a tree; and a client that writes many objects mostly sets the same
 * fields in each. The tables have a fixed number of slots: a later entry replaces an earlier one
 * with the same slot.
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
   * Does the same as {@link FieldSet#fromJson}.
   *
   * @throws PatchMistake if it is malformed
   */
  @SuppressWarnings("ReferenceEquality") // The same instance that was written.
  static FieldSet read(Obj json) {
    var place = BY_JSON.get(place(System.identityHashCode(json)));
    return place != null && place.json() == json ? place.set() : FieldSet.fromJson(json);
  }

  /**
   * Returns whether the set is one that was written here. It is then reconciled with its type
   * already, and types never change.
   */
  @SuppressWarnings("ReferenceEquality") // The same instance that was written.
  static boolean has(FieldSet set) {
    var known = BY_SET.get(place(set.hashCode()));
    return known != null && known.set() == set;
  }

  /** Does the same as {@link FieldSet#toJson}. */
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
