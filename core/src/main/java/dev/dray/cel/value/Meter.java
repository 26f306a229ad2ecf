package dev.dray.cel.value;

/**
 * The meter of an evaluation: it counts cost and work, and ends the evaluation at a limit.
 *
 * <p>There are two counts. The cost is upstream's, to the unit. It says little about time:
 * comparing two lists costs the same whatever is in them, and joining empty lists costs nothing. So
 * the meter also counts steps, each of about ten nanoseconds in hardly optimised code. Every call
 * counts some, and any longer work counts its steps before it begins.
 */
public final class Meter {
  /**
   * The steps that each unit of the cost limit allows. Upstream charges 1 for ten characters, so
   * that work priced by length can use all of its price.
   */
  private static final long STEPS_PER_UNIT = 12;

  /** The steps of a call or operator, even a free one. */
  private static final long STEPS_PER_CALL = 10;

  private static final long STEPS_PER_VALUE = 12;
  private static final int CHARACTERS_SCANNED = 8;
  private static final int CHARACTERS_COMPARED = 64;
  private static final int ITERATIONS_BETWEEN_CHECKS = 100;

  private final long limit;
  private final long mostSteps;
  private final Cancellation cancellation;
  private long cost;
  private long steps;
  private long iterations;

  public Meter(long limit, Cancellation cancellation) {
    this.limit = limit;
    this.mostSteps = limit * STEPS_PER_UNIT;
    this.cancellation = cancellation;
  }

  public long cost() {
    return cost;
  }

  public long steps() {
    return steps;
  }

  public void charge(long amount) {
    if (amount > limit - cost || amount < -1) {
      throw Aborted.overLimit();
    }
    cost += amount;
  }

  /** Counts steps that are about to be taken. */
  public void work(long amount) {
    if (amount < 0 || amount > mostSteps - steps) {
      throw Aborted.overLimit();
    }
    steps += amount;
  }

  public void call() {
    work(STEPS_PER_CALL);
  }

  /** Counts values that are created, for the time and memory they take. */
  public void build(long values) {
    work(values > limit ? -1 : values * STEPS_PER_VALUE);
  }

  /** Counts a scan of a text, character by character. */
  public void scan(int length) {
    work(length / CHARACTERS_SCANNED);
  }

  /** Counts a comparison of texts of the same length, which takes many characters at a time. */
  void compare(int length) {
    work(length / CHARACTERS_COMPARED);
  }

  /** Counts a search for one text in another, which at worst compares it at every character. */
  public void search(String text, String part) {
    work((text.length() + (long) text.length() * part.length()) / CHARACTERS_SCANNED);
  }

  /** Ends the evaluation if the rest of the limit cannot pay the amount; nothing is charged. */
  public void expect(long amount) {
    if (amount < 0 || amount > limit - cost) {
      throw Aborted.overLimit();
    }
  }

  public void iterate() {
    if (++iterations % ITERATIONS_BETWEEN_CHECKS == 0) {
      var cause = cancellation.cause();
      if (cause.isPresent()) {
        throw Aborted.interrupted(cause.get());
      }
    }
  }
}
