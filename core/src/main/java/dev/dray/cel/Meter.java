package dev.dray.cel;

/** Counts what an evaluation does, and ends it where it must not do more. */
final class Meter {
  /**
   * Steps that upstream does not price: comparing what is nested, or building strings from cheap
   * calls. So many of them for each unit of cost end an evaluation too, however cheap it seems.
   */
  private static final long STEPS_PER_UNIT = 12;

  private static final long STEPS_PER_VALUE = 12;
  private static final int CHARACTERS_PER_STEP = 64;
  private static final int ITERATIONS_BETWEEN_CHECKS = 100;

  private final long limit;
  private final Cancellation cancellation;
  private long cost;
  private long steps;
  private long iterations;

  Meter(long limit, Cancellation cancellation) {
    this.limit = limit;
    this.cancellation = cancellation;
  }

  long cost() {
    return cost;
  }

  long steps() {
    return steps;
  }

  void charge(long amount) {
    if (amount > limit - cost || amount < -1) {
      throw Aborted.overLimit();
    }
    cost += amount;
  }

  /** Counts what is done beyond what is priced. */
  void work(long amount) {
    if (amount < 0 || amount > limit * STEPS_PER_UNIT - steps) {
      throw Aborted.overLimit();
    }
    steps += amount;
  }

  /** Counts values that are made without being priced, for the room they take. */
  void build(long values) {
    work(values > limit ? -1 : values * STEPS_PER_VALUE);
  }

  /** Counts a look at every character of a text, which is quick. */
  void scan(int length) {
    if (length > CHARACTERS_PER_STEP) {
      work(length / CHARACTERS_PER_STEP);
    }
  }

  /** Refuses what the limit could not pay for, before it is built. */
  void expect(long amount) {
    if (amount < 0 || amount > limit - cost) {
      throw Aborted.overLimit();
    }
  }

  void iterate() {
    if (++iterations % ITERATIONS_BETWEEN_CHECKS == 0) {
      var cause = cancellation.cause();
      if (cause.isPresent()) {
        throw Aborted.interrupted(cause.get());
      }
    }
  }
}
