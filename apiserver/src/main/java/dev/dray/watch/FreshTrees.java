package dev.dray.watch;

import dev.dray.api.json.Json;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Trees of what was written lately, so that nobody has to parse what a moment ago was a tree; for
 * any number of threads.
 *
 * <p>They are found by the very array that was given to the store. A store that copies values just
 * has none of its objects found. There is a fixed number of places: who comes later takes the place
 * of an earlier one.
 */
final class FreshTrees {
  private static final int PLACES = 2048;
  private static final int LARGEST = 16 << 10;

  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them but by which they are.
  private record Place(byte[] bytes, Json.Obj tree) {}

  private final AtomicReferenceArray<@Nullable Place> places = new AtomicReferenceArray<>(PLACES);

  void put(byte[] bytes, Json.Obj tree) {
    if (bytes.length <= LARGEST) {
      places.set(place(bytes), new Place(bytes, tree));
    }
  }

  @SuppressWarnings("ReferenceEquality") // The same array, not one like it.
  Optional<Json.Obj> find(byte[] bytes) {
    var place = places.get(place(bytes));
    return place != null && place.bytes() == bytes ? Optional.of(place.tree()) : Optional.empty();
  }

  private static int place(byte[] bytes) {
    int hash = System.identityHashCode(bytes);
    return (hash ^ (hash >>> 16)) & (PLACES - 1);
  }
}
