package dev.dray.local;

import dev.dray.client.KnownObject;
import dev.dray.client.ResourceType;
import dev.dray.watch.Item;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cache of recently decoded objects, for any number of threads.
 *
 * <p>Several components of one process watch pods and claims. Each change is decoded for the first
 * of them, and all get the same object. The number of slots is fixed: a later object evicts an
 * earlier one.
 */
public final class ReadObjects {
  private static final int PLACES = 1024;

  private record Place(Item item, ResourceType<?> type, KnownObject<?> object) {}

  private final AtomicReferenceArray<@Nullable Place> places = new AtomicReferenceArray<>(PLACES);

  /** Returns the item decoded for the same type earlier, or decodes it now. */
  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // The same type decodes the same.
  <T> KnownObject<T> of(Item item, ResourceType<T> type, Supplier<KnownObject<T>> read) {
    int at = place(item, type);
    var known = places.get(at);
    if (known != null && known.item() == item && known.type() == type) {
      return (KnownObject<T>) known.object();
    }
    var fresh = read.get();
    places.set(at, new Place(item, type, fresh));
    return fresh;
  }

  private static int place(Item item, ResourceType<?> type) {
    int hash = System.identityHashCode(item) + 31 * System.identityHashCode(type);
    return (hash ^ (hash >>> 16)) & (PLACES - 1);
  }
}
