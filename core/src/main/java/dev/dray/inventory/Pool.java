package dev.dray.inventory;

import dev.dray.api.meta.PoolId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** All published slices of a pool; immutable, for any number of threads. */
public final class Pool {
  private final List<PoolGeneration> generations;
  private final Views views;

  /**
   * @param generations newest first, at least one
   */
  Pool(List<PoolGeneration> generations) {
    this.generations = List.copyOf(generations);
    var newest = generations.getFirst();
    views =
        generations.size() == 1 && Views.OneSlice.fits(newest)
            ? new Views.OneSlice(newest)
            : new Views.Any(generations);
  }

  public PoolId id() {
    return newest().pool();
  }

  /** Returns the generations, newest first; there is at least one. */
  public List<PoolGeneration> generations() {
    return generations;
  }

  public PoolGeneration newest() {
    return generations.getFirst();
  }

  /**
   * Returns the pool as the node sees it; empty if it has nothing for the node, or what it has is
   * outdated.
   */
  Optional<PoolView> view(LabeledNode node) {
    return views.from(node);
  }

  /** Returns the keys under which nodes must find the pool. */
  SequencedSet<NodeIndexKey> places() {
    return new LinkedHashSet<>(views.places());
  }

  /** Returns why it cannot be determined which nodes a slice or device is for. */
  Optional<String> mistake() {
    return views.mistake();
  }

  /** The views that nodes have of the pool. */
  private sealed interface Views {
    Optional<PoolView> from(LabeledNode node);

    List<NodeIndexKey> places();

    Optional<String> mistake();

    /** The most common kind of pool: one slice for one node. */
    final class OneSlice implements Views {
      private final PoolView view;

      OneSlice(PoolGeneration generation) {
        var rows = IntStream.range(0, generation.size()).toArray();
        view = new VisibleDevices(generation, List.of(0), rows).view();
      }

      static boolean fits(PoolGeneration generation) {
        var slice = generation.slices().getFirst();
        return generation.slices().size() == 1
            && slice.state() == Slice.State.NORMAL
            && !slice.traits().perDevice()
            && slice.traits().selection() instanceof NodeSelection.OnNode;
      }

      private NodeSelection selection() {
        return view.generation().slices().getFirst().traits().selection();
      }

      @Override
      public Optional<PoolView> from(LabeledNode node) {
        return selection().matches(node) ? Optional.of(view) : Optional.empty();
      }

      @Override
      public List<NodeIndexKey> places() {
        return NodeIndexKey.of(selection());
      }

      @Override
      public Optional<String> mistake() {
        return Optional.empty();
      }
    }

    /**
     * Any number of slices for any nodes: the view of one node is kept for others that see the
     * same.
     */
    final class Any implements Views {
      private final List<NodeTargets> targets;
      private final ConcurrentHashMap<VisibleDevices, Optional<PoolView>> views =
          new ConcurrentHashMap<>();

      Any(List<PoolGeneration> generations) {
        targets = generations.stream().map(NodeTargets::new).toList();
      }

      @Override
      public Optional<PoolView> from(LabeledNode node) {
        for (var each : targets) {
          var seen = each.seenFrom(node);
          if (seen.isPresent()) {
            return views.computeIfAbsent(
                seen.get(),
                it -> each == targets.getFirst() ? Optional.of(it.view()) : it.viewOfOlder());
          }
        }
        return Optional.empty();
      }

      @Override
      public List<NodeIndexKey> places() {
        var places = new ArrayList<NodeIndexKey>();
        targets.forEach(each -> places.addAll(each.places()));
        return places;
      }

      @Override
      public Optional<String> mistake() {
        return targets.stream().flatMap(each -> each.mistake().stream()).findFirst();
      }
    }
  }
}
