package dev.dray.verify.scenario;

import dev.dray.verify.conformance.Engine;
import dev.dray.verify.reference.FlatWorlds;
import dev.dray.verify.reference.Outcomes;
import dev.dray.verify.reference.ReferenceAllocator;
import dev.dray.verify.reference.ReferenceOutcome;
import dev.dray.verify.reference.World;

/** More opinions on every answer: from scratch, on flat slices, and by trying everything. */
final class Referees {
  /** Some seconds; only worlds with hundreds of devices may need more. */
  private static final long MOST_STEPS = 2_000_000;

  private final Engine engine = new Engine();
  private final FlatWorlds flat = new FlatWorlds();
  private final ReferenceAllocator reference = new ReferenceAllocator();

  /** Throws unless all agree. */
  void check(World world, ReferenceOutcome outcome) {
    agree("from scratch", engine.allocate(world), outcome);
    var slices = flat.slices(world);
    if (!slices.isSame()) {
      throw new IllegalStateException("The slices cannot be flattened: " + slices.remarks());
    }
    agree("on flat slices", engine.allocate(FlatWorlds.with(slices, world)), outcome);
    reference
        .allocateWithin(world, MOST_STEPS)
        .ifPresent(answer -> agree("by trying everything", answer.outcome(), outcome));
  }

  private static void agree(String how, ReferenceOutcome other, ReferenceOutcome outcome) {
    if (!Outcomes.comparable(other).equals(Outcomes.comparable(outcome))) {
      throw new IllegalStateException(
          "The engine says (%s), but %s it is (%s).".formatted(outcome, how, other));
    }
  }
}
