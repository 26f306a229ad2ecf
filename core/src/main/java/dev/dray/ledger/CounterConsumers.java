package dev.dray.ledger;

import dev.dray.inventory.CounterDraw;
import dev.dray.inventory.PoolGeneration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The shares that draw on a counter, or from a counter set, of a generation. */
interface CounterConsumers {
  boolean has(HeldDevice held);

  /** Returns the consumers among all shares in use, in the order of claims. */
  default List<AllocatedShare> among(PoolUsage usage) {
    var drawing = new ArrayList<AllocatedShare>();
    usage
        .devices()
        .forEach(
            (device, use) ->
                use.all().stream()
                    .filter(share -> has(new HeldDevice(device, share)))
                    .forEach(drawing::add));
    drawing.sort(AllocatedShare::compareTo);
    return drawing;
  }

  /**
   * Returns the consumers of a counter set: their device draws from it now, or their record says
   * so.
   */
  static CounterConsumers ofSet(PoolGeneration generation, int set) {
    var name = generation.counters().setName(set);
    return held ->
        held.share().groups().containsKey(name)
            || draws(generation, held.device())
                .anyMatch(counterDraw -> counterDraw.groupsIn(set).isPresent());
  }

  /** Returns the consumers of a counter: their device draws on it now, or their record says so. */
  static CounterConsumers ofCounter(PoolGeneration generation, int counter) {
    var counters = generation.counters();
    var set = counters.setName(counters.setOf(counter));
    var name = counters.name(counter);
    return held -> {
      var recorded = held.share().consumedCounters();
      return (recorded.containsKey(set) && recorded.get(set).containsKey(name))
          || draws(generation, held.device())
              .anyMatch(counterDraw -> draws(counterDraw, counter, recorded.isEmpty()));
    };
  }

  private static Stream<CounterDraw> draws(PoolGeneration generation, String device) {
    return generation.rows(device).mapToObj(row -> generation.draw(generation.traitsNumber(row)));
  }

  private static boolean draws(CounterDraw counterDraw, int counter, boolean asRequested) {
    return IntStream.range(0, counterDraw.fixed())
            .anyMatch(i -> counterDraw.fixedCounter(i) == counter)
        || (asRequested
            && IntStream.range(0, counterDraw.requested())
                .anyMatch(i -> counterDraw.requestedCounter(i) == counter));
  }
}
