package dev.dray.watch;

/**
 * The amount of history kept in memory for each kind; older events have to come from the store.
 *
 * @param events the maximum number of events
 * @param bytes about the maximum number of bytes; the last event is kept whatever its size
 */
public record Window(int events, long bytes) {
  public static final Window DEFAULT = new Window(20_000, 32L << 20);

  public Window {
    if (events < 1) {
      throw new IllegalArgumentException("events must be at least 1, got (%d).".formatted(events));
    }
  }
}
