package dev.dray.verify.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * All that happened, in order: as a number always, and in words if somebody wants to read it.
 *
 * <p>Two runs of a seed have the same history if they have the same number.
 */
final class Chronicle {
  private static final long PRIME = 0x100000001b3L;

  private final Clockwork clockwork;
  private final boolean inWords;
  private final List<String> lines = new ArrayList<>();
  private long digest = 0xcbf29ce484222325L;
  private long entries;

  Chronicle(Clockwork clockwork, boolean inWords) {
    this.clockwork = clockwork;
    this.inWords = inWords;
  }

  void note(String who, String what) {
    take(who.hashCode());
    take(what.hashCode());
    write(who, () -> what);
  }

  /**
   * Notes something that is long in words.
   *
   * @param number what tells it apart from anything else that could have happened
   */
  void note(String who, long number, Supplier<String> what) {
    take(who.hashCode());
    take(number);
    write(who, what);
  }

  /** Something to read that follows from the rest. */
  void remark(String who, Supplier<String> what) {
    if (inWords) {
      lines.add("%s %-14s %s".formatted(time(), who, what.get()));
    }
  }

  private void write(String who, Supplier<String> what) {
    take(clockwork.instant().toEpochMilli());
    entries++;
    remark(who, what);
  }

  private void take(long number) {
    digest = (digest ^ number) * PRIME;
    digest ^= digest >>> 29;
  }

  String time() {
    var elapsed = clockwork.elapsed();
    return "%4d.%03d".formatted(elapsed.toSeconds(), elapsed.toMillisPart());
  }

  long digest() {
    return digest;
  }

  long entries() {
    return entries;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }
}
