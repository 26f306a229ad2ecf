package dev.dray.patch;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The times of managed fields as seconds, cached; thread-safe.
 *
 * <p>Objects that are written at the same time by the same few owners have the same few times, and
 * parsing one takes longer than the rest of encoding an owner. The table has a fixed number of
 * slots: a later entry replaces an earlier one with the same slot.
 */
final class ManagedFieldTimes {
  private static final int PLACES = 256;

  private record Place(String text, long seconds) {}

  private static final AtomicReferenceArray<@Nullable Place> KNOWN =
      new AtomicReferenceArray<>(PLACES);

  private ManagedFieldTimes() {}

  /** Returns the seconds since 1970; 0 if the text is not a time. */
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
      // Times only sort owners: a malformed one counts as the oldest, as a missing one does.
      return 0;
    }
  }
}
