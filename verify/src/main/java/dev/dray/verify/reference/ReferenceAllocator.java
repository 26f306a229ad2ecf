package dev.dray.verify.reference;

import dev.dray.selector.DeviceExpressions;
import dev.dray.verify.reference.ReferenceOutcome.DoesNotFit;
import dev.dray.verify.reference.ReferenceOutcome.Fatal;
import dev.dray.verify.reference.ReferenceOutcome.Fits;
import dev.dray.verify.reference.ReferenceOutcome.NodeLocalFailure;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Allocates by trying everything in upstream's order.
 *
 * <p>Make one and keep it: it remembers compiled expressions, nothing else.
 */
public final class ReferenceAllocator {
  private final Expressions expressions = new Expressions(DeviceExpressions.forStored());

  /**
   * What an attempt came to.
   *
   * @param steps counted as upstream counts calls of its search
   */
  public record Answer(ReferenceOutcome outcome, long steps) {}

  /** As Dray is to decide. */
  public Answer allocate(World world) {
    return allocate(world, EnumSet.noneOf(Quirk.class));
  }

  /** As upstream decides where these quirks matter. */
  public Answer allocate(World world, Set<Quirk> quirks) {
    return new Attempt(world, quirks, Long.MAX_VALUE).answer();
  }

  /** As Dray is to decide, unless that takes too many steps. */
  public Optional<Answer> allocateWithin(World world, long steps) {
    try {
      return Optional.of(new Attempt(world, EnumSet.noneOf(Quirk.class), steps).answer());
    } catch (Search.TooManySteps _) {
      return Optional.empty();
    }
  }

  private final class Attempt {
    private final World world;
    private final Rules rules;
    private final long limit;
    private long steps;

    Attempt(World world, Set<Quirk> quirks, long limit) {
      this.world = world;
      this.rules = new Rules(world.gates(), quirks);
      this.limit = limit;
    }

    Answer answer() {
      ReferenceOutcome outcome;
      try {
        outcome = outcome();
      } catch (FatalProblem problem) {
        outcome = new Fatal(problem.text());
      }
      return new Answer(outcome, steps);
    }

    private ReferenceOutcome outcome() {
      var slices = new Effects(world, rules, expressions).slices();
      var pools = new PoolGathering(world, rules, slices).pools();
      var candidates = new Candidates(world, rules, expressions);
      var wanted = new Requests(world, rules, pools, candidates).wanted();
      var search = new Search(wanted, pools, candidates, limit);
      try {
        return switch (search.run()) {
          case FOUND -> new Fits(new Results(world, rules, search).all());
          case DEAD_END -> notFound(pools);
          case EXCEEDED -> new Fatal("allocation max size exceeded");
        };
      } finally {
        steps = search.steps();
      }
    }

    private ReferenceOutcome notFound(List<Pool> pools) {
      return pools.stream().anyMatch(pool -> pool.state() == Pool.State.INVALID)
          ? new NodeLocalFailure("invalid resource pools were encountered")
          : new DoesNotFit();
    }
  }
}
