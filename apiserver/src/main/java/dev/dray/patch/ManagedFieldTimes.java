package dev.dray.patch;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Times of managed fields as seconds; for any number of threads.
 *
 * <p>Objects that are written at the same time by the same few owners all have the same few times,
 * and reading one takes longer than the rest of writing an owner. There is a fixed number of
 * places: who comes later takes the place of an earlier one.
 */
final class ManagedFieldTimes {
  private static final int PLACES = 256;

  private record Place(String text, long seconds) {}

  private static final AtomicReferenceArray<@Nullable Place> KNOWN =
      new AtomicReferenceArray<>(PLACES);

  private ManagedFieldTimes() {}

  /** Seconds since 1970; 0 for what is no time. */
  static long seconds(String text) {
    int hash = text.hashCode();
    int at = (hash ^ (hash >>> 16)) & (PLACES - 1);
    var known = KNOWN.get(at);
    if (known != null && known.text().equals(text)) {
      return known.seconds();
    }
    long seconds = parsed(text);
    KNOWN.set(at, new Place(text, seconds));
    return seconds;
  }

  private static long parsed(String text) {
    try {
      return Instant.parse(text).getEpochSecond();
    } catch (DateTimeParseException _) {
      // Times only put owners in order: what is no time counts as the oldest, as a missing one.
      return 0;
    }
  }
}
