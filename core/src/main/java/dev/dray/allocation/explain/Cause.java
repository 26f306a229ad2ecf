package dev.dray.allocation.explain;

import dev.dray.api.meta.DeviceId;
import java.util.List;
import java.util.Optional;

/** The cause for which claims do not fit on a node. */
public sealed interface Cause {

  /** The claims cannot be allocated anywhere. */
  record Refused(String message) implements Cause {}

  /**
   * The attempt ended with an error, at this device if at any.
   *
   * @param hints what might help
   */
  record Failed(String message, Optional<DeviceId> device, List<String> hints) implements Cause {
    public Failed {
      hints = List.copyOf(hints);
    }
  }

  /** Some request does not find enough devices, whatever the others take. */
  record TooFewDevices() implements Cause {}

  /**
   * Every request finds enough devices alone, but not all together: the requests before this one
   * can be satisfied, and this one cannot on top of them.
   *
   * @param shortfalls the progress of each alternative of the request
   */
  record NotTogether(List<Shortfall> shortfalls) implements Cause {
    public NotTogether {
      shortfalls = List.copyOf(shortfalls);
    }
  }

  /** The search was told to stop, or finding the cause would take too long. */
  record Undecided() implements Cause {}
}
