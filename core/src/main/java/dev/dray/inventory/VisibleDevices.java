package dev.dray.inventory;

import dev.dray.inventory.PoolView.State;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The slices and devices of a generation that some nodes see; equal for nodes that see the same.
 */
final class VisibleDevices {
  private final PoolGeneration generation;
  private final List<Integer> slices;
  private final int[] rows;

  /**
   * @param slices those for the nodes, ascending
   * @param rows the devices for the nodes, ascending
   */
  VisibleDevices(PoolGeneration generation, List<Integer> slices, int[] rows) {
    this.generation = generation;
    this.slices = slices;
    this.rows = rows;
  }

  /** Returns the view if this is the newest generation of the pool. */
  PoolView view() {
    long want = wanted();
    if (slices.size() == want) {
      return complete(generation.slices().size());
    }
    return generation.slices().size() == want ? complete() : incomplete(want);
  }

  /**
   * Returns the view if this is an older generation. Empty unless the nodes see all its slices: the
   * driver is replacing it by a newer one that has nothing for the nodes so far.
   */
  Optional<PoolView> viewOfOlder() {
    return slices.size() == wanted()
        ? Optional.of(complete(generation.slices().size()))
        : Optional.empty();
  }

  private long wanted() {
    return generation.slices().get(first()).count();
  }

  /** Returns the complete view. If the nodes see all slices there should be, others are ignored. */
  private PoolView complete(int published) {
    return slices.size() == published ? complete() : alone().complete();
  }

  /**
   * Returns the slice that decides how many slices there should be: one for the node by name, if
   * any.
   */
  private int first() {
    return slices.stream()
        .filter(slice -> selection(slice) instanceof NodeSelection.OnNode)
        .findFirst()
        .orElse(slices.getFirst());
  }

  private NodeSelection selection(int slice) {
    return generation.slices().get(slice).traits().selection();
  }

  private PoolView incomplete(long want) {
    var reason =
        "the pool should have %d slices in generation %d but has %d"
            .formatted(want, generation.number(), generation.slices().size());
    return new PoolView(generation, State.INCOMPLETE, reason, false, rows);
  }

  private PoolView complete() {
    var mistake = mistake();
    return mistake
        .map(reason -> new PoolView(generation, State.INVALID, reason, false, rows))
        .orElseGet(
            () -> new PoolView(generation, State.COMPLETE, "", hasBindingConditions(), rows));
  }

  /** Returns the same without the slices for other nodes. */
  private VisibleDevices alone() {
    var only = generation.only(slices);
    var renumbered = new int[rows.length];
    int next = 0;
    for (int kept = 0; kept < slices.size(); kept++) {
      int slice = slices.get(kept);
      int start = generation.start(slice);
      int end = start + generation.slices().get(slice).size();
      while (next < rows.length && rows[next] < end) {
        renumbered[next] = rows[next] - start + only.start(kept);
        next++;
      }
    }
    return new VisibleDevices(only, IntStream.range(0, slices.size()).boxed().toList(), renumbered);
  }

  private Optional<String> mistake() {
    var traits = generation.traitsTable();
    return duplicateDevice()
        .map(name -> "duplicate device name " + name)
        .or(() -> traits.duplicateSet().map(name -> "duplicate counter set name " + name))
        .or(this::fault);
  }

  private Optional<String> duplicateDevice() {
    if (generation.names().distinct()) {
      return Optional.empty();
    }
    var seen = new HashSet<String>();
    return targeted().mapToObj(generation::name).filter(name -> !seen.add(name)).findFirst();
  }

  /**
   * Returns the first fault, of devices for the nodes if there is one; those for other nodes can
   * make the pool invalid as well.
   */
  private Optional<String> fault() {
    var faults = generation.traitsTable().faults();
    if (faults.isEmpty()) {
      return Optional.empty();
    }
    var targeted = new BitSet();
    targeted().forEach(targeted::set);
    return faults.stream()
        .filter(fault -> targeted.get(fault.row()))
        .findFirst()
        .or(() -> Optional.of(faults.getFirst()))
        .map(DeviceTraitsTable.Fault::reason);
  }

  private boolean hasBindingConditions() {
    var traits = generation.traitsTable();
    return traits.hasBindingConditions() && targeted().anyMatch(traits::hasBindingConditions);
  }

  /**
   * Returns the devices of the slices for the nodes, including those that select other nodes
   * themselves.
   */
  private IntStream targeted() {
    return slices.stream()
        .flatMapToInt(
            slice -> {
              int start = generation.start(slice);
              return IntStream.range(start, start + generation.slices().get(slice).size());
            });
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VisibleDevices that
        && generation == that.generation
        && slices.equals(that.slices)
        && Arrays.equals(rows, that.rows);
  }

  @Override
  public int hashCode() {
    return 31 * slices.hashCode() + Arrays.hashCode(rows);
  }

  @Override
  public String toString() {
    return "Sighting[%s, slices %s, rows %s]"
        .formatted(generation.pool(), slices, Arrays.toString(rows));
  }
}
