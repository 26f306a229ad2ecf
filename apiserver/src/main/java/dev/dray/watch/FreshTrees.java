package dev.dray.watch;

import dev.dray.api.json.Json;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the trees of recently written objects, which saves parsing bytes that were a tree a
 * moment ago; thread-safe.
 *
 * <p>Trees are found by the identity of the array that was given to the store. With a store that
 * copies values, none is found. The table has a fixed number of slots: a later entry replaces an
 * earlier one with the same slot.
 */
final class FreshTrees {
  private static final int PLACES = 2048;
  private static final int LARGEST = 16 << 10;

  @SuppressWarnings("ArrayRecordComponent") // Compared by identity only.
  private record Place(byte[] bytes, Json.Obj tree) {}

  private final AtomicReferenceArray<@Nullable Place> places = new AtomicReferenceArray<>(PLACES);

  void put(byte[] bytes, Json.Obj tree) {
    if (bytes.length <= LARGEST) {
      places.set(place(bytes), new Place(bytes, tree));
    }
  }

  @SuppressWarnings("ReferenceEquality") // The same array, not an equal one.
  Optional<Json.Obj> find(byte[] bytes) {
    var place = places.get(place(bytes));
    return place != null && place.bytes() == bytes ? Optional.of(place.tree()) : Optional.empty();
  }

  private static int place(byte[] bytes) {
    int hash = System.identityHashCode(bytes);
    return (hash ^ (hash >>> 16)) & (PLACES - 1);
  }
}
