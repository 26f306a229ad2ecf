package dev.dray.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The nodes that the slices and devices of a generation are for. */
final class NodeTargets {
  private final PoolGeneration generation;
  private final List<Target> targets;
  private final NodeIndex index;

  /** A slice, or one device of a slice that leaves the choice of nodes to its devices. */
  private sealed interface Target {
    NodeSelection selection();

    int slice();

    record Whole(int slice, NodeSelection selection) implements Target {}

    record One(int slice, int row, NodeSelection selection) implements Target {}
  }

  NodeTargets(PoolGeneration generation) {
    this.generation = generation;
    targets = targets(generation);
    index = new NodeIndex(targets.stream().map(Target::selection).toList());
  }

  private static List<Target> targets(PoolGeneration generation) {
    var targets = new ArrayList<Target>();
    for (int i = 0; i < generation.slices().size(); i++) {
      var slice = generation.slices().get(i);
      var traits = slice.traits();
      if (slice.state() == Slice.State.IGNORED) {
        continue;
      }
      if (!(traits.selection() instanceof NodeSelection.Nowhere)) {
        targets.add(new Target.Whole(i, traits.selection()));
      } else if (traits.perDevice()) {
        int end = generation.start(i) + slice.size();
        for (int row = generation.start(i); row < end; row++) {
          targets.add(new Target.One(i, row, own(generation, row)));
        }
      }
    }
    return List.copyOf(targets);
  }

  private static NodeSelection own(PoolGeneration generation, int row) {
    return generation.traits(generation.traitsNumber(row)).nodeSelection();
  }

  /** Returns every key under which nodes must find the generation, some more than once. */
  List<NodeIndexKey> places() {
    return targets.stream()
        .flatMap(target -> NodeIndexKey.of(target.selection()).stream())
        .toList();
  }

  /** Returns why it cannot be determined which nodes a slice or device is for. */
  Optional<String> mistake() {
    return targets.stream().flatMap(target -> mistake(target).stream()).findFirst();
  }

  private Optional<String> mistake(Target target) {
    var slice = generation.slices().get(target.slice()).name();
    var what =
        switch (target) {
          case Target.Whole _ -> "slice " + slice;
          case Target.One(_, int row, _) ->
              "device %s in slice %s".formatted(generation.name(row), slice);
        };
    return NodeIndexKey.mistake(target.selection())
        .map(mistake -> "failed to perform node selection for %s: %s".formatted(what, mistake));
  }

  /** Returns the slices and devices for the node; empty if there are none. */
  Optional<VisibleDevices> seenFrom(LabeledNode node) {
    var matching = index.matching(node);
    if (matching.length == 0) {
      return Optional.empty();
    }
    var slices = new ArrayList<Integer>();
    var rows = IntStream.builder();
    for (int number : matching) {
      var target = targets.get(number);
      if (slices.isEmpty() || slices.getLast() != target.slice()) {
        slices.add(target.slice());
      }
      switch (target) {
        case Target.Whole(int slice, _) -> rowsOf(slice, node).forEach(rows::add);
        case Target.One(_, int row, _) -> rows.add(row);
      }
    }
    return Optional.of(new VisibleDevices(generation, List.copyOf(slices), rows.build().toArray()));
  }

  private IntStream rowsOf(int number, LabeledNode node) {
    var slice = generation.slices().get(number);
    var rows = IntStream.range(generation.start(number), generation.start(number) + slice.size());
    return slice.traits().perDevice()
        ? rows.filter(row -> own(generation, row).matches(node))
        : rows;
  }
}
