package dev.dray.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads a watch, and fails if something is out of order, comes twice, or is torn apart. */
public final class Follower {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final Watch watch;
  private final List<KeyChange> all = new ArrayList<>();
  private long told;

  public Follower(Watch watch, long after) {
    this.watch = watch;
    this.told = after;
  }

  /** Reads on until everything up to a revision was told; returns all that came so far. */
  public List<KeyChange> until(long revision) throws InterruptedException {
    while (told < revision) {
      var batch = watch.next(LONG);
      assertThat(batch.revision())
          .as("nothing came for a long time, waiting for (%d)", revision)
          .isGreaterThan(told);
      read(batch);
    }
    return all;
  }

  /** Reads what comes next, if something does. */
  public void some(Duration patience) throws InterruptedException {
    read(watch.next(patience));
  }

  private void read(Watch.Batch batch) {
    long last = told;
    for (var change : batch.changes()) {
      assertThat(change.revision()).isGreaterThan(told).isGreaterThanOrEqualTo(last);
      last = change.revision();
    }
    assertThat(batch.revision()).isGreaterThanOrEqualTo(last);
    told = batch.revision();
    all.addAll(batch.changes());
  }
}
