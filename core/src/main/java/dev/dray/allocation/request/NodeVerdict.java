package dev.dray.allocation.request;

import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.allocation.placement.PlacedClaim;
import dev.dray.allocation.placement.PlacedDevice;
import dev.dray.allocation.placement.PlacedRequest;
import dev.dray.allocation.placement.Placement;
import dev.dray.allocation.placement.PrioritizedListScore;
import dev.dray.allocation.search.Bits;
import dev.dray.allocation.search.Search;
import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.LabeledNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The result of an allocation request on a node, without the names of claims.
 *
 * <p>It holds for any claims that ask for the same. Most nodes are only counted, so names are put
 * in when somebody reads the {@link AllocationOutcome}.
 */
public sealed interface NodeVerdict {
  NodeVerdict NOTHING = new Nothing();
  NodeVerdict STOPPED = new Stopped();

  /** Returns the verdict as the outcome for these claims. */
  AllocationOutcome answer(List<ResourceClaim> claims);

  record Nothing() implements NodeVerdict {
    @Override
    public AllocationOutcome answer(List<ResourceClaim> claims) {
      return new AllocationOutcome.DoesNotFit();
    }
  }

  record Stopped() implements NodeVerdict {
    @Override
    public AllocationOutcome answer(List<ResourceClaim> claims) {
      return new AllocationOutcome.Stopped();
    }
  }

  record Unusable(String message) implements NodeVerdict {
    @Override
    public AllocationOutcome answer(List<ResourceClaim> claims) {
      return new AllocationOutcome.Unusable(message);
    }
  }

  /** An error, with the alternative and the device at which it occurred, if it did at one. */
  record Fatal(
      Function<List<ResourceClaim>, String> message,
      OptionalInt alternativeNumber,
      Optional<DeviceId> device)
      implements NodeVerdict {
    public Fatal(Function<List<ResourceClaim>, String> message) {
      this(message, OptionalInt.empty(), Optional.empty());
    }

    @Override
    public AllocationOutcome answer(List<ResourceClaim> claims) {
      return new AllocationOutcome.Fatal(message.apply(claims));
    }
  }

  /** A placement: the alternative of each request, and the devices of all requests in order. */
  final class Placed implements NodeVerdict {
    private final AllocationRequest request;
    private final LabeledNode node;
    private final NodeCandidates devices;
    private final List<Integer> alternatives;
    private final List<Integer> taken;

    Placed(
        AllocationRequest request, LabeledNode node, NodeCandidates devices, Search.Result found) {
      this.request = request;
      this.node = node;
      this.devices = devices;
      this.alternatives = found.alternatives();
      this.taken = found.devices();
    }

    /**
     * Returns the score of the chosen alternatives: 8 for a first choice, 1 for the last of eight.
     */
    public long score() {
      long score = 0;
      for (int number : alternatives) {
        var alternative = request.alternative(number).alternative();
        score += alternative.isPresent() ? PrioritizedListScore.of(alternative.getAsInt()) : 0;
      }
      return score;
    }

    @Override
    public AllocationOutcome answer(List<ResourceClaim> claims) {
      var placed = new ArrayList<List<PlacedRequest>>();
      claims.forEach(_ -> placed.add(new ArrayList<>()));
      int at = 0;
      for (int i = 0; i < alternatives.size(); i++) {
        var alternativeNumber = request.alternative(alternatives.get(i));
        var all = new ArrayList<PlacedDevice>();
        for (int end = at + need(alternatives.get(i)); at < end; at++) {
          all.add(device(alternatives.get(i), taken.get(at)));
        }
        placed
            .get(alternativeNumber.claim())
            .add(
                new PlacedRequest(
                    alternativeNumber.request(),
                    alternativeNumber.alternative(),
                    alternativeNumber.deviceClass(),
                    alternativeNumber.admin(),
                    all));
      }
      var all = new ArrayList<PlacedClaim>();
      for (int i = 0; i < claims.size(); i++) {
        all.add(new PlacedClaim(claims.get(i), placed.get(i)));
      }
      return new AllocationOutcome.Fits(new Placement(node, all));
    }

    private int need(int number) {
      if (!request.alternative(number).all()) {
        return request.alternative(number).count();
      }
      int members = 0;
      for (int device = 0; device < devices.size(); device++) {
        members +=
            Bits.has(devices.candidates(device).members[number], devices.row(device)) ? 1 : 0;
      }
      return members;
    }

    private PlacedDevice device(int alternativeNumber, int device) {
      var generation = devices.candidates(device).generation();
      int row = devices.row(device);
      var terms = devices.candidates(device).terms(alternativeNumber, row);
      boolean share = generation.traits(generation.traitsNumber(row)).shareable();
      var capacity = share ? terms.capacity() : Map.<String, Quantity>of();
      if (terms.counters().isEmpty()) {
        return new PlacedDevice(generation, row, share, capacity, Map.of());
      }
      var counters = new TreeMap<String, Map<String, Quantity>>();
      var table = generation.counters();
      terms
          .counters()
          .forEach(
              (counter, amount) ->
                  counters
                      .computeIfAbsent(table.setName(table.setOf(counter)), _ -> new TreeMap<>())
                      .put(table.name(counter), amount));
      return new PlacedDevice(
          generation, row, share, share ? terms.capacity() : Map.of(), counters);
    }
  }
}
