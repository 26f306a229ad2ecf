package dev.dray.cel.cost;

import java.util.Arrays;
import java.util.List;

/**
 * The path from a variable to a value inside it, such as {@code device, attributes, @values}.
 *
 * <p>Paths share their steps as upstream's Go slices do: extending a path twice may overwrite the
 * first new step with the second. Upstream does so by mistake, but estimates depend on it, and with
 * them what an API server accepts. {@code a_key_next_to_a_value_is_priced_as_the_value} shows it.
 */
final class Path {
  static final Path NOWHERE = new Path(new String[0], 0);

  private final String[] steps;
  private final int length;

  private Path(String[] steps, int length) {
    this.steps = steps;
    this.length = length;
  }

  static Path of(String variable) {
    return new Path(new String[] {variable}, 1);
  }

  Path then(String step) {
    var room = length < steps.length ? steps : doubled();
    room[length] = step;
    return new Path(room, length + 1);
  }

  private String[] doubled() {
    var room = new String[Math.max(1, 2 * length)];
    Arrays.fill(room, "");
    System.arraycopy(steps, 0, room, 0, length);
    return room;
  }

  /** Returns the path extended by a step, without sharing. */
  Path copyThen(String step) {
    var copy = Arrays.copyOf(steps, length + 1);
    copy[length] = step;
    return new Path(copy, length + 1);
  }

  boolean isNowhere() {
    return length == 0;
  }

  boolean startsAt(String variable) {
    return length > 0 && steps[0].equals(variable);
  }

  List<String> steps() {
    return Arrays.asList(steps).subList(0, length);
  }
}
