package dev.dray.lint;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ResourceSlice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The check for pools whose slices do not add up. */
record PoolLint(List<LintFinding> remarks) {
  private static final FieldPath SPEC = FieldPath.of("spec");
  private static final FieldPath COUNT = SPEC.child("pool").child("resourceSliceCount");
  private static final FieldPath GENERATION = SPEC.child("pool").child("generation");

  void look(List<SlicePool> pools) {
    for (var pool : pools) {
      if (!pool.countsAgree()) {
        disagreeing(pool);
      } else if (!pool.complete()) {
        incomplete(pool);
      }
      pool.older().forEach(slice -> outdated(pool, slice));
      duplicates(pool);
    }
  }

  private void disagreeing(SlicePool pool) {
    var first = pool.newest().getFirst();
    for (var slice : pool.newest()) {
      if (SlicePool.wanted(slice) != SlicePool.wanted(first)) {
        remarks.add(
            LintFinding.warning(
                    LintRule.POOL_COUNTS_DISAGREE,
                    ObjectName.of(slice),
                    COUNT,
                    "pool %s: this slice says that generation %d has %d slices, slice %s says %d"
                        .formatted(
                            pool.id(),
                            pool.generation(),
                            SlicePool.wanted(slice),
                            first.metadata().name(),
                            SlicePool.wanted(first)))
                .hint(
                    "%s of the pool %s given: set resourceSliceCount to that number in each"
                        .formatted(
                            LintPhrases.count(pool.newest().size(), "slice"),
                            pool.newest().size() == 1 ? "is" : "are")));
        return;
      }
    }
  }

  private void incomplete(SlicePool pool) {
    var first = pool.newest().getFirst();
    long wanted = SlicePool.wanted(first);
    int given = pool.newest().size();
    remarks.add(
        LintFinding.warning(
                LintRule.POOL_INCOMPLETE,
                ObjectName.of(first),
                COUNT,
                "pool %s should have %s in generation %d but has %d: until it is complete, none of its devices can be allocated"
                    .formatted(
                        pool.id(), LintPhrases.count(wanted, "slice"), pool.generation(), given))
            .hint(
                given < wanted
                    ? "add the missing %s, or set resourceSliceCount to %d"
                        .formatted(wanted - given == 1 ? "slice" : "slices", given)
                    : "set resourceSliceCount to %d in all of them, or raise the generation of those that replace others"
                        .formatted(given)));
  }

  private void outdated(SlicePool pool, ResourceSlice slice) {
    remarks.add(
        LintFinding.warning(
                LintRule.OLD_GENERATION,
                ObjectName.of(slice),
                GENERATION,
                "pool %s has slices of generation %d, so this one of generation %d is not used"
                    .formatted(pool.id(), pool.generation(), SlicePool.generation(slice)))
            .hint("delete the slice, or give it generation %d".formatted(pool.generation())));
  }

  /** Reports duplicate names across slices; within one slice, validation has found them. */
  private void duplicates(SlicePool pool) {
    Map<String, ResourceSlice> devices = new HashMap<>();
    Map<String, ResourceSlice> sets = new HashMap<>();
    for (var slice : pool.newest()) {
      for (int i = 0; i < slice.spec().devices().size(); i++) {
        var name = slice.spec().devices().get(i).name();
        var first = devices.putIfAbsent(name, slice);
        if (first != null) {
          duplicateDevice(pool, name, first, slice, i);
        }
      }
      for (int i = 0; i < slice.spec().sharedCounters().size(); i++) {
        var name = slice.spec().sharedCounters().get(i).name();
        var first = sets.putIfAbsent(name, slice);
        if (first != null) {
          duplicateSet(pool, name, first, slice, i);
        }
      }
    }
  }

  /** Reports a duplicate device, except in slices of different nodes: no node sees both. */
  private void duplicateDevice(
      SlicePool pool, String name, ResourceSlice first, ResourceSlice slice, int index) {
    var one = first.spec().nodeName();
    var other = slice.spec().nodeName();
    if (one.isPresent() && other.isPresent() && !one.equals(other)) {
      return;
    }
    boolean sameNodes = one.isPresent() || first.spec().allNodes().orElse(false);
    var path = SPEC.child("devices").index(index).child("name");
    var message =
        "pool %s already has a device %s in slice %s: %s"
            .formatted(
                pool.id(),
                name,
                first.metadata().name(),
                sameNodes
                    ? "the pool is invalid, and none of its devices can be allocated"
                    : "on nodes that see both slices the pool is invalid");
    var about = ObjectName.of(slice);
    remarks.add(
        (sameNodes
                ? LintFinding.error(LintRule.DUPLICATE_DEVICE, about, path, message)
                : LintFinding.warning(LintRule.DUPLICATE_DEVICE, about, path, message))
            .hint("device names must be unique in the whole pool, not only in a slice"));
  }

  private void duplicateSet(
      SlicePool pool, String name, ResourceSlice first, ResourceSlice slice, int index) {
    remarks.add(
        LintFinding.error(
                LintRule.DUPLICATE_COUNTER_SET,
                ObjectName.of(slice),
                SPEC.child("sharedCounters").index(index).child("name"),
                "pool %s already has a counter set %s in slice %s: the pool is invalid, and none of its devices can be allocated"
                    .formatted(pool.id(), name, first.metadata().name()))
            .hint(
                "the counter sets of the pool are: "
                    + pool.newest().stream()
                        .flatMap(it -> it.spec().sharedCounters().stream())
                        .map(set -> set.name())
                        .distinct()
                        .limit(8)
                        .collect(Collectors.joining(", "))));
  }
}
