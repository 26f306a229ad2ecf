package dev.dray.verify.simulation;

import dev.dray.client.Call;
import dev.dray.client.ResourceType;
import dev.dray.watch.Event;
import java.util.Optional;

/** A mistake that is planted in a history, to see whether it is found. */
interface Sabotage {
  /** Nobody makes a mistake on purpose. */
  Sabotage NONE = new Sabotage() {};

  /** What a process writes instead of what it should; empty if nothing, though it thinks it did. */
  default Optional<Call> sent(String process, Call call) {
    return Optional.of(call);
  }

  /** Whether a process takes note of what a watch tells. */
  default boolean hears(String process, ResourceType<?> type) {
    return true;
  }

  /** Something is stored; more may be, past all checks. */
  default void stored(Event event, SimulatedServer server) {}
}
