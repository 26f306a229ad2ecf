package dev.dray.allocation.request;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.CapacityRounding;
import dev.dray.api.resource.device.CapacityRounding.Consumed;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.inventory.CounterDraw;
import dev.dray.inventory.DeviceTraits;
import dev.dray.inventory.PoolGeneration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The terms of an alternative for devices with certain traits, independent of usage.
 *
 * @param obstacles the reasons why such a device cannot be taken, in the order of the checks
 * @param capacity the amount it takes of each capacity
 * @param capacityAmounts the same amounts in the order of names; empty if one is missing
 * @param counters the request-driven amount it takes of each counter, by counter number
 */
public record AlternativeTerms(
    List<Obstacle> obstacles,
    Map<String, Quantity> capacity,
    List<Quantity> capacityAmounts,
    Map<Integer, Quantity> counters) {

  /** A reason why a device cannot be taken. */
  public sealed interface Obstacle {
    /** The device is published but hidden from allocation. */
    record NotOffered(String why) implements Obstacle {}

    /** The amounts cannot be computed, which ends the whole attempt with an error. */
    record Impossible(String message) implements Obstacle {}

    /** The device has too little, or none, of a capacity. */
    sealed interface Shortage extends Obstacle {}

    /** A capacity is requested that the device does not have. */
    record NoCapacity(String name) implements Shortage {}

    /** The request policy does not allow the amount that would be charged. */
    record AgainstPolicy(String what, Quantity amount) implements Shortage {}

    /** The device has less than the amount charged, even if no claim uses it. */
    record TooLittle(String what, Quantity needed, Quantity there) implements Shortage {}

    /** The device draws from counters, and the feature gate for that is off. */
    record PartitionsOff() implements Obstacle {}

    record Tainted(DeviceTaint taint) implements Obstacle {}
  }

  public boolean isOffered() {
    return obstacles.isEmpty() || !(obstacles.getFirst() instanceof Obstacle.NotOffered);
  }

  public Optional<String> impossible() {
    return obstacles.stream()
        .filter(Obstacle.Impossible.class::isInstance)
        .map(it -> ((Obstacle.Impossible) it).message())
        .findFirst();
  }

  public boolean hasCapacity() {
    return obstacles.stream().noneMatch(Obstacle.Shortage.class::isInstance);
  }

  /** Returns whether nothing but its capacity speaks against the device. */
  boolean areOtherwiseMet() {
    return obstacles.stream().allMatch(Obstacle.Shortage.class::isInstance);
  }

  static AlternativeTerms of(
      Alternative alternative, PoolGeneration generation, int traitsNumber, Gates gates) {
    return new Reading(alternative, generation, traitsNumber, gates).terms();
  }

  /** The computation of the terms. */
  private static final class Reading {
    private final Alternative alternative;
    private final PoolGeneration generation;
    private final DeviceTraits traits;
    private final CounterDraw counterDraw;
    private final Gates gates;
    private final CapacityRounding rounding;
    private final Map<String, Quantity> requests = new TreeMap<>();
    private final List<Obstacle> obstacles = new ArrayList<>();
    private final List<Obstacle> shortages = new ArrayList<>();
    private final Map<String, Quantity> capacity = new TreeMap<>();
    private final Map<Integer, Quantity> counters = new TreeMap<>();

    Reading(Alternative alternative, PoolGeneration generation, int traitsNumber, Gates gates) {
      this.alternative = alternative;
      this.generation = generation;
      this.traits = generation.traits(traitsNumber);
      this.counterDraw = generation.draw(traitsNumber);
      this.gates = gates;
      this.rounding =
          gates.enabled(Gate.DRA_FRACTIONAL_CAPACITY_RANGE)
              ? CapacityRounding.FRACTIONS
              : CapacityRounding.WHOLE_UNITS;
      var driver = generation.pool().driver();
      alternative
          .capacity()
          .forEach((key, value) -> put(QualifiedName.of(key, driver), key, value));
    }

    /** Adds a requested amount; the qualified spelling wins over the short one. */
    private void put(QualifiedName name, String written, Quantity value) {
      var shortest = name.bare().orElse(name.qualified());
      if (written.equals(name.qualified())) {
        requests.put(shortest, value);
      } else {
        requests.putIfAbsent(shortest, value);
      }
    }

    AlternativeTerms terms() {
      traits.hidden().ifPresent(it -> obstacles.add(new Obstacle.NotOffered(it.explanation())));
      // Admin access takes nothing, so nothing can run out.
      if (!alternative.admin()) {
        amounts();
      }
      if (!traits.consumptions().isEmpty() && !gates.enabled(Gate.DRA_PARTITIONABLE_DEVICES)) {
        obstacles.add(new Obstacle.PartitionsOff());
      }
      if (gates.enabled(Gate.DRA_DEVICE_TAINTS)) {
        taints();
      }
      return new AlternativeTerms(
          List.copyOf(obstacles),
          FrozenMap.copyOf(capacity),
          capacity.size() == traits.capacity().size() ? List.copyOf(capacity.values()) : List.of(),
          Collections.unmodifiableMap(counters));
    }

    private void amounts() {
      if (gates.enabled(Gate.DRA_CONSUMABLE_CAPACITY)) {
        if (lacksRequested()) {
          obstacles.addAll(shortages);
          return;
        }
        traits.capacity().forEach(this::capacity);
      }
      for (int i = 0; i < counterDraw.requested(); i++) {
        counter(counterDraw.requestedCounter(i), counterDraw.requestedCapacity(i));
      }
      obstacles.addAll(shortages);
    }

    private boolean lacksRequested() {
      for (var key : requests.keySet()) {
        if (!traits.capacity().containsKey(key) && !isDrawn(key)) {
          shortages.add(new Obstacle.NoCapacity(key));
        }
      }
      return !shortages.isEmpty();
    }

    private boolean isDrawn(String key) {
      for (int i = 0; i < counterDraw.requested(); i++) {
        if (counterDraw.requestedCapacity(i).equals(key)) {
          return true;
        }
      }
      return false;
    }

    private void capacity(String name, DeviceCapacity of) {
      amount("capacity " + name, name, of).ifPresent(amount -> capacity.put(name, amount));
    }

    private void counter(int counter, String key) {
      var table = generation.counters();
      var of = new DeviceCapacity(table.total(counter), table.policy(counter));
      amount("counter " + table.name(counter), key, of)
          .ifPresent(amount -> counters.merge(counter, amount, Quantity::add));
    }

    private Optional<Quantity> amount(String what, String key, DeviceCapacity of) {
      var requested = Optional.ofNullable(requests.get(key));
      var consumed =
          requested.map(it -> rounding.consumed(it, of)).orElseGet(() -> withoutRequest(of));
      return switch (consumed) {
        case Consumed.NotRepresentable(var message) -> impossible(what, message);
        case Consumed.Amount(var amount) when amount.sign() < 0 ->
            impossible(what, "capacity value is negative");
        case Consumed.Amount(var amount) -> {
          checkAgainst(what, amount, of);
          yield Optional.of(amount);
        }
      };
    }

    private Consumed withoutRequest(DeviceCapacity of) {
      return alternative.sparing()
          ? rounding.least(of)
          : new Consumed.Amount(CapacityRounding.withoutRequest(of));
    }

    private Optional<Quantity> impossible(String what, String message) {
      obstacles.add(new Obstacle.Impossible(what + ": " + message));
      return Optional.empty();
    }

    private void checkAgainst(String what, Quantity amount, DeviceCapacity of) {
      if (of.requestPolicy().isPresent() && rounding.violates(amount, of.requestPolicy().get())) {
        shortages.add(new Obstacle.AgainstPolicy(what, amount));
      } else if (amount.compareTo(of.value()) > 0) {
        shortages.add(new Obstacle.TooLittle(what, amount, of.value()));
      }
    }

    private void taints() {
      for (var taint : traits.taints()) {
        if (Tolerations.prevents(taint, alternative.tolerations())) {
          obstacles.add(new Obstacle.Tainted(taint));
        }
      }
    }
  }
}
