package dev.dray.verify.conformance;

import dev.dray.verify.reference.Outcomes;
import dev.dray.verify.reference.Quirk;
import dev.dray.verify.reference.ReferenceAllocator;
import dev.dray.verify.reference.ReferenceOutcome;
import dev.dray.verify.reference.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Cases about allocation: worlds with upstream's answer.
 *
 * <p>The plain reference says what Dray is to answer. Where that is not upstream's answer, the case
 * is a deviation only if the reference gives upstream's as soon as it has the quirks of upstream
 * that some decisions settle otherwise; these decisions are named, and the allocator under test has
 * to follow them.
 */
final class AllocatorSuite implements Suite {
  static final AllocatorSuite DEFAULT = new AllocatorSuite(new ReferenceAllocator(), new Engine());

  private final ReferenceAllocator reference;
  private final AllocatorUnderTest underTest;

  AllocatorSuite(ReferenceAllocator reference, AllocatorUnderTest underTest) {
    this.reference = reference;
    this.underTest = underTest;
  }

  @Override
  public Outcome run(Case it) {
    var world = CaseWorlds.world(it.json());
    var upstream = Outcomes.comparableWithUpstream(CaseWorlds.upstream(it.json().get("upstream")));
    var expected = reference.allocate(world).outcome();
    var decisions =
        Outcomes.comparableWithUpstream(expected).equals(upstream)
            ? Optional.of(List.<String>of())
            : decisions(world, upstream);
    if (decisions.isEmpty()) {
      return new Outcome.Failed("expected %s, upstream has %s".formatted(expected, upstream));
    }
    return judge(world, expected, decisions.get());
  }

  private Outcome judge(World world, ReferenceOutcome expected, List<String> decisions) {
    var actual = Outcomes.comparable(underTest.allocate(world));
    if (actual.equals(Outcomes.comparable(expected))) {
      return decisions.isEmpty()
          ? new Outcome.Passed()
          : new Outcome.Deviates(String.join(", ", decisions));
    }
    if (slicesDisagree(world)
        && actual.equals(Outcomes.comparable(reference.allocate(byName(world)).outcome()))) {
      return new Outcome.Deviates("the order of slices that disagree on their count");
    }
    return new Outcome.Failed(
        "%s, expected %s%s"
            .formatted(actual, expected, decisions.isEmpty() ? "" : " by " + decisions));
  }

  /** The decisions without which the answer were upstream's: as few as possible. */
  private Optional<List<String>> decisions(World world, ReferenceOutcome upstream) {
    for (var quirks : quirksFewestFirst()) {
      var outcome = reference.allocate(world, quirks).outcome();
      if (Outcomes.comparableWithUpstream(outcome).equals(upstream)) {
        return Optional.of(quirks.stream().map(Quirk::decision).distinct().toList());
      }
    }
    return Optional.empty();
  }

  private static List<Set<Quirk>> quirksFewestFirst() {
    var sets = new ArrayList<Set<Quirk>>();
    sets.add(EnumSet.noneOf(Quirk.class));
    for (var quirk : Quirk.values()) {
      for (var without : List.copyOf(sets)) {
        var with = EnumSet.of(quirk);
        with.addAll(without);
        sets.add(with);
      }
    }
    sets.sort(Comparator.comparingInt(Set::size));
    return sets;
  }

  /** Whether upstream's answer depends on the order in which it lists the slices of a pool. */
  private static boolean slicesDisagree(World world) {
    var counts = new TreeMap<String, TreeSet<Long>>();
    for (var slice : world.slices()) {
      var pool = slice.spec().pool();
      counts
          .computeIfAbsent(
              "%s %s %d".formatted(slice.spec().driver(), pool.name(), pool.generation()),
              _ -> new TreeSet<>())
          .add(pool.resourceSliceCount());
    }
    return counts.values().stream().anyMatch(it -> it.size() > 1);
  }

  private static World byName(World world) {
    return world.withSlices(
        world.slices().stream()
            .sorted(Comparator.comparing(slice -> slice.metadata().name()))
            .toList());
  }
}
