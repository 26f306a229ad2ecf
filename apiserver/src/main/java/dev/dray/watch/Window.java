package dev.dray.watch;

/**
 * How much of the past is kept in memory for each kind; what is older has to come from the store.
 *
 * @param events at most so many
 * @param bytes at most about so many, but always the last event
 */
public record Window(int events, long bytes) {
  public static final Window DEFAULT = new Window(20_000, 32L << 20);

  public Window {
    if (events < 1) {
      throw new IllegalArgumentException("The window (%d) holds no event.".formatted(events));
    }
  }
}
