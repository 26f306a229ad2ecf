package dev.dray.allocation.explain;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.DeviceId;
import java.util.List;
import java.util.Optional;

/** Why claims do not fit on a node. */
public sealed interface Cause {

  /** Nobody could allocate these claims anywhere. */
  record Refused(String message) implements Cause {
    public Refused {
      requireNonNull(message, "message");
    }
  }

  /**
   * The attempt ended with a mistake, at this device if at any.
   *
   * @param hints what might help
   */
  record Failed(String message, Optional<DeviceId> device, List<String> hints) implements Cause {
    public Failed {
      requireNonNull(message, "message");
      requireNonNull(device, "device");
      hints = List.copyOf(hints);
    }
  }

  /** There are requests that do not find devices enough, whatever the others do. */
  record TooFewDevices() implements Cause {}

  /**
   * Every request finds devices enough, but not together: up to the one before this request all can
   * be satisfied, and this one cannot on top of them.
   *
   * @param shortfalls for each alternative of the request how far one gets
   */
  record NotTogether(List<Shortfall> shortfalls) implements Cause {
    public NotTogether {
      shortfalls = List.copyOf(shortfalls);
    }
  }

  /** The search was told to stop, or finding out more would take too long. */
  record Undecided() implements Cause {}
}
