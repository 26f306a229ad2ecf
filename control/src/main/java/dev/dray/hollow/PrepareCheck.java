package dev.dray.hollow;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.Counter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The check of whether hardware can prepare a device, given what is already prepared.
 *
 * <p>Every rule is written as plainly as possible, sums included: everything else is judged by
 * this.
 */
final class PrepareCheck {
  private final Published published;
  private final PoolId id;
  private final PublishedPool pool;
  private final PublishedDevice device;
  private final PoolInUse inUse;
  private final PreparedDevice wanted;

  PrepareCheck(
      Published published,
      PoolId id,
      PublishedPool pool,
      PublishedDevice device,
      PoolInUse inUse,
      PreparedDevice wanted) {
    this.published = published;
    this.id = id;
    this.pool = pool;
    this.device = device;
    this.inUse = inUse;
    this.wanted = wanted;
  }

  /** Returns the first reason for a refusal; empty if there is none. */
  Optional<String> refusal() {
    return alone().or(this::capacities).or(this::groups).or(this::counters);
  }

  private String name() {
    return "device " + new DeviceId(id, device.name());
  }

  /** Checks that a device has one claim only, unless all its claims hold shares. */
  private Optional<String> alone() {
    var others = inUse.ofDevice(device.name());
    if (others.isEmpty()) {
      return Optional.empty();
    }
    boolean shares =
        device.shareable()
            && wanted.share().isPresent()
            && others.stream().allMatch(it -> it.share().isPresent());
    return shares
        ? Optional.empty()
        : Optional.of("%s is in use by %s".formatted(name(), claims(others)));
  }

  private String claims(List<PreparedDevice> holders) {
    var names = new LinkedHashSet<String>();
    holders.forEach(it -> names.add(claim(it)));
    return String.join(", ", names);
  }

  /**
   * Returns the name of a claim for the message, which must not reveal names of other namespaces.
   */
  private String claim(PreparedDevice holder) {
    return namespace(holder).equals(namespace(wanted))
        ? "ResourceClaim " + holder.claim()
        : "a ResourceClaim of another namespace";
  }

  private static String namespace(PreparedDevice holder) {
    return holder.claim().substring(0, holder.claim().indexOf('/') + 1);
  }

  private Optional<String> capacities() {
    for (var asked : wanted.capacity().entrySet()) {
      var total = published.capacity(id, device, asked.getKey());
      var others =
          inUse.ofDevice(device.name()).stream()
              .filter(it -> it.capacity().containsKey(asked.getKey()))
              .toList();
      var used =
          others.stream()
              .map(it -> it.capacity().getOrDefault(asked.getKey(), Quantity.ZERO))
              .reduce(Quantity.ZERO, Quantity::add);
      if (total.isPresent() && isTooMuch(used, asked.getValue(), total.get())) {
        return Optional.of(
            "%s has %s of capacity %s, %s"
                .formatted(
                    name(), total.get(), asked.getKey(), taken(used, others, asked.getValue())));
      }
    }
    return Optional.empty();
  }

  private static boolean isTooMuch(Quantity used, Quantity asked, Quantity total) {
    return asked.sign() > 0 && used.add(asked).compareTo(total) > 0;
  }

  private String taken(Quantity used, List<PreparedDevice> others, Quantity asked) {
    return others.isEmpty()
        ? "and the claim needs " + asked
        : "of which %s is in use by %s, and the claim needs %s"
            .formatted(used, claims(others), asked);
  }

  /**
   * Checks that all devices in use of a counter set have a compatibility group in common, or none
   * has any.
   */
  private Optional<String> groups() {
    for (var consumedPart : wanted.parts()) {
      var common = new LinkedHashSet<>(consumedPart.groups());
      for (var other : othersOn(consumedPart.counterSet())) {
        var theirs =
            other.part(consumedPart.counterSet()).map(ConsumedPart::groups).orElse(List.of());
        boolean alike = consumedPart.groups().isEmpty() && theirs.isEmpty();
        common.retainAll(theirs);
        if (!alike && common.isEmpty()) {
          return Optional.of(
              "%s has %s, but %s of %s has %s: they cannot share counter set %s"
                  .formatted(
                      name(),
                      words(consumedPart.groups()),
                      new DeviceId(id, other.device()),
                      claim(other),
                      words(theirs),
                      consumedPart.counterSet()));
        }
      }
    }
    return Optional.empty();
  }

  private static String words(List<String> groups) {
    return groups.isEmpty()
        ? "no compatibility groups"
        : "compatibility groups [%s]".formatted(String.join(", ", groups));
  }

  /** Returns one use of every other device that draws from the set. */
  private List<PreparedDevice> othersOn(String counterSet) {
    var seen = new HashSet<String>();
    seen.add(device.name());
    var others = new ArrayList<PreparedDevice>();
    for (var preparedDevice : inUse.drawingFrom(counterSet)) {
      if (seen.add(preparedDevice.device())) {
        others.add(preparedDevice);
      }
    }
    return others;
  }

  private Optional<String> counters() {
    for (var consumedPart : wanted.parts()) {
      var counters = pool.counterSet(consumedPart.counterSet());
      if (counters.isEmpty()) {
        return Optional.of(
            "%s draws from counter set %s, which pool %s does not have"
                .formatted(name(), consumedPart.counterSet(), id));
      }
      var refusal = counters(consumedPart, counters.get());
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return Optional.empty();
  }

  private Optional<String> counters(ConsumedPart consumedPart, Map<String, Counter> counters) {
    var names = new LinkedHashSet<>(consumedPart.fixed().keySet());
    names.addAll(consumedPart.requested().keySet());
    for (var counter : names) {
      var total = Optional.ofNullable(counters.get(counter)).flatMap(Counter::value);
      if (total.isEmpty()) {
        return Optional.of(
            "%s draws from counter %s, which counter set %s does not have"
                .formatted(name(), counter, consumedPart.counterSet()));
      }
      var sum = new Sum(consumedPart.counterSet(), counter);
      if (isTooMuch(sum.used, sum.asked, total.get())) {
        return Optional.of(
            "%s draws on counter %s of counter set %s, which has %s, %s"
                .formatted(
                    name(),
                    counter,
                    consumedPart.counterSet(),
                    total.get(),
                    taken(sum.used, sum.others, sum.asked)));
      }
    }
    return Optional.empty();
  }

  /**
   * The sum drawn from one counter: the fixed amount once per device, the requested amount per use.
   */
  private final class Sum {
    private final List<PreparedDevice> others = new ArrayList<>();
    private Quantity used = Quantity.ZERO;
    private Quantity asked = Quantity.ZERO;

    Sum(String counterSet, String counter) {
      var counted = new HashSet<String>();
      for (var preparedDevice : inUse.drawingFrom(counterSet)) {
        var drawn =
            drawn(preparedDevice, counterSet, counter, counted.add(preparedDevice.device()));
        if (drawn.sign() != 0) {
          used = used.add(drawn);
          others.add(preparedDevice);
        }
      }
      asked = drawn(wanted, counterSet, counter, counted.add(wanted.device()));
    }

    private static Quantity drawn(
        PreparedDevice preparedDevice, String counterSet, String counter, boolean first) {
      var consumedPart = preparedDevice.part(counterSet).orElseThrow();
      var requested = consumedPart.requested().getOrDefault(counter, Quantity.ZERO);
      return first
          ? requested.add(consumedPart.fixed().getOrDefault(counter, Quantity.ZERO))
          : requested;
    }
  }
}
