package dev.dray.ledger;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A device, capacity, counter or counter set that an allocation takes although it is not available.
 */
public sealed interface Overlap {
  /** Returns the index of the result, in the allocation, that takes it. */
  int result();

  /**
   * Returns the requests of other claims that hold it or a part of it, in the order of claims; none
   * if the allocation is too much by itself.
   */
  List<Holder> others();

  /** Returns the message, with names and amounts; it starts in lower case and has no full stop. */
  String message();

  /** A device, or a share of one, that another claim holds. */
  record Device(int result, DeviceId device, List<Holder> others) implements Overlap {
    public Device {
      others = List.copyOf(others);
    }

    @Override
    public String message() {
      return others.isEmpty()
          ? "%s is in this allocation twice".formatted(words(device))
          : "%s is held by %s".formatted(words(device), words(others));
    }
  }

  /** A request for more of a device's capacity than is left; {@code used} is the sum before it. */
  record Capacity(
      int result,
      DeviceId device,
      String capacity,
      Quantity total,
      Quantity used,
      Quantity asked,
      List<Holder> others)
      implements Overlap {
    public Capacity {
      others = List.copyOf(others);
    }

    @Override
    public String message() {
      return "%s has %s of capacity %s, %s"
          .formatted(words(device), total, capacity, taken(used, others, asked));
    }
  }

  /** A request for more of a shared counter than is left; {@code used} is the sum before it. */
  record Counter(
      int result,
      PoolId pool,
      CounterId counter,
      Quantity total,
      Quantity used,
      Quantity asked,
      List<Holder> others)
      implements Overlap {
    public Counter {
      others = List.copyOf(others);
    }

    @Override
    public String message() {
      return "counter %s of counter set %s in %s has %s, %s"
          .formatted(
              counter.counter(), counter.set(), words(pool), total, taken(used, others, asked));
    }
  }

  /** A counter set whose users have no compatibility group in common with the device. */
  record Groups(
      int result,
      DeviceId device,
      String counterSet,
      List<String> groups,
      GroupState state,
      List<Holder> others)
      implements Overlap {
    public Groups {
      groups = List.copyOf(groups);
      others = List.copyOf(others);
    }

    @Override
    public String message() {
      var users = others.isEmpty() ? "this allocation" : words(others);
      return "%s draws from counter set %s with %s, but %s"
          .formatted(words(device), counterSet, groupWords(groups), used(users));
    }

    private String used(String users) {
      return switch (state) {
        case GroupState.None _ -> "nothing can use it";
        case GroupState.Empty _ -> "%s uses the set without compatibility groups".formatted(users);
        case GroupState.Of(var common) ->
            "%s uses the set with %s".formatted(users, groupWords(List.copyOf(common)));
        case GroupState.Blocked _ ->
            "the devices in use, including those of %s, have no group in common".formatted(users);
      };
    }

    private static String groupWords(List<String> groups) {
      return groups.isEmpty()
          ? "no compatibility groups"
          : "compatibility groups [%s]".formatted(String.join(", ", groups));
    }
  }

  private static String words(PoolId pool) {
    return "pool %s of driver %s".formatted(pool.pool(), pool.driver());
  }

  private static String words(DeviceId device) {
    return "device %s in %s".formatted(device.device(), words(device.pool()));
  }

  private static String words(List<Holder> holders) {
    var claims =
        holders.stream()
            .map(holder -> holder.namespace() + "/" + holder.claim())
            .distinct()
            .collect(Collectors.toList());
    return switch (claims.size()) {
      case 1 -> "claim " + claims.getFirst();
      case 2 -> "claim %s and one other".formatted(claims.getFirst());
      default -> "claim %s and %d others".formatted(claims.getFirst(), claims.size() - 1);
    };
  }

  private static String taken(Quantity used, List<Holder> others, Quantity asked) {
    return others.isEmpty()
        ? "%s is used, and %s more is requested".formatted(used, asked)
        : "%s is used by %s, and %s more is requested".formatted(used, words(others), asked);
  }
}
