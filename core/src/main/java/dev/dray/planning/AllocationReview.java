package dev.dray.planning;

import dev.dray.allocation.request.Tolerations;
import dev.dray.api.gate.Gate;
import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.device.CapacityRounding;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.inventory.DeviceTraits;
import dev.dray.inventory.Pool;
import dev.dray.inventory.PoolGeneration;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import dev.dray.planning.ReviewedDevice.Aspect;
import dev.dray.planning.ReviewedDevice.Misfit;
import dev.dray.selector.CelDevice;
import dev.dray.selector.CompileResult;
import dev.dray.selector.CompiledSelector;
import dev.dray.selector.DeviceExpressions;
import dev.dray.selector.Match;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The review of allocated devices: whether their claims would still get them, since a patch, a
 * taint, a new class or a new generation of the pool may have come since.
 *
 * <p>No device is taken away for that, except for taints that say so. But a claim that is created
 * anew may not get the device again. Devices with admin access are checked against selectors and
 * taints only.
 */
final class AllocationReview {
  private final Snapshot snapshot;
  private final Ledger ledger;
  private final DeviceExpressions expressions = DeviceExpressions.forStored();
  private final CapacityRounding rounding;

  public AllocationReview(Snapshot snapshot, Ledger ledger) {
    this.snapshot = snapshot;
    this.ledger = ledger;
    rounding =
        snapshot.gates().enabled(Gate.DRA_FRACTIONAL_CAPACITY_RANGE)
            ? CapacityRounding.FRACTIONS
            : CapacityRounding.WHOLE_UNITS;
  }

  /** Returns the devices of the claim in the order of its status; none if it is not allocated. */
  public List<ReviewedDevice> review(ResourceClaim claim) {
    var results = claim.status().allocation().map(it -> it.devices().results()).orElse(List.of());
    var constraints = new ConstraintReview(snapshot, claim, results).misfits();
    var holdings = new ArrayList<ReviewedDevice>();
    for (int i = 0; i < results.size(); i++) {
      var result = results.get(i);
      var misfits = new ArrayList<>(misfits(claim, result));
      misfits.addAll(constraints.get(i));
      holdings.add(new ReviewedDevice(result.request(), id(result), misfits));
    }
    return holdings;
  }

  static DeviceId id(DeviceRequestAllocationResult result) {
    return DeviceId.of(result.driver(), result.pool(), result.device());
  }

  private List<Misfit> misfits(ResourceClaim claim, DeviceRequestAllocationResult result) {
    var pool = snapshot.pool(new PoolId(result.driver(), result.pool()));
    var generation = pool.map(Pool::newest);
    var row = generation.stream().flatMapToInt(it -> it.row(result.device()).stream()).findFirst();
    if (generation.isEmpty() || row.isEmpty()) {
      return List.of(
          new Misfit(
              Aspect.PUBLISHED,
              pool.isEmpty() ? "its pool is not published" : "it is not published"));
    }
    return new Look(claim, result, generation.get(), row.getAsInt()).misfits();
  }

  /** The review of one device of a claim. */
  private final class Look {
    private final ResourceClaim claim;
    private final DeviceRequestAllocationResult result;
    private final PoolGeneration generation;
    private final int row;
    private final DeviceTraits traits;
    private final List<Misfit> misfits = new ArrayList<>();

    Look(
        ResourceClaim claim,
        DeviceRequestAllocationResult result,
        PoolGeneration generation,
        int row) {
      this.claim = claim;
      this.result = result;
      this.generation = generation;
      this.row = row;
      traits = generation.traits(generation.traitsNumber(row));
    }

    List<Misfit> misfits() {
      traits
          .hidden()
          .ifPresent(it -> add(Aspect.PUBLISHED, "it is not offered: " + it.explanation()));
      RequestTerms.of(claim, result.request()).ifPresent(this::terms);
      if (!result.adminAccess().orElse(false)) {
        shares();
      }
      taints();
      return misfits;
    }

    private void add(Aspect aspect, String message) {
      misfits.add(new Misfit(aspect, message));
    }

    private void terms(RequestTerms requestTerms) {
      var device = generation.table().device(row);
      var deviceClass = snapshot.deviceClass(requestTerms.deviceClass());
      if (deviceClass.isEmpty()) {
        add(
            Aspect.CLASS,
            "the device class %s does not exist".formatted(requestTerms.deviceClass()));
      } else {
        var owner = "class " + requestTerms.deviceClass();
        selectors(Aspect.CLASS, owner, deviceClass.get().spec().selectors(), device);
      }
      selectors(Aspect.SELECTOR, "request " + result.request(), requestTerms.selectors(), device);
      if (!result.adminAccess().orElse(false)) {
        requested(requestTerms.capacity().map(CapacityRequirements::requests).orElse(Map.of()));
      }
    }

    private void selectors(
        Aspect aspect, String owner, List<DeviceSelector> selectors, CelDevice device) {
      for (int i = 0; i < selectors.size(); i++) {
        int number = i;
        selectors
            .get(i)
            .cel()
            .ifPresent(cel -> selector(aspect, owner, number, cel.expression(), device));
      }
    }

    private void selector(
        Aspect aspect, String owner, int number, String expression, CelDevice device) {
      switch (match(expression, device)) {
        case Match.Yes() -> {}
        case Match.No() ->
            add(
                aspect,
                "selector #%d of %s does not match it: %s".formatted(number, owner, expression));
        case Match.Failed(var message) ->
            add(aspect, "selector #%d of %s fails on it: %s".formatted(number, owner, message));
      }
    }

    private void requested(Map<String, Quantity> requests) {
      requests.forEach(
          (name, amount) -> {
            var shortest = QualifiedName.shortest(name, result.driver());
            var capacity = Optional.ofNullable(traits.capacity().get(shortest));
            if (capacity.isPresent()
                && rounding.consumed(amount, capacity.get())
                    instanceof CapacityRounding.Consumed.Amount(var charged)
                && charged.compareTo(capacity.get().value()) > 0) {
              add(
                  Aspect.CAPACITY,
                  "%s of %s is requested, but it has %s"
                      .formatted(charged, shortest, capacity.get().value()));
            } else if (capacity.isEmpty() && !isDrawn(shortest)) {
              add(
                  Aspect.CAPACITY,
                  "%s is requested, but it has no such capacity".formatted(shortest));
            }
          });
    }

    private boolean isDrawn(String capacity) {
      return traits.consumptions().stream().anyMatch(it -> it.requested().containsValue(capacity));
    }

    /** Checks the sum that all shares have of each capacity. */
    private void shares() {
      var shares =
          ledger.usage(generation.pool()).device(result.device()).stream()
              .flatMap(use -> use.shares().stream())
              .toList();
      traits
          .capacity()
          .forEach(
              (name, capacity) -> {
                var sum =
                    shares.stream()
                        .map(it -> it.consumed(name, capacity, rounding))
                        .reduce(Quantity.ZERO, Quantity::add);
                if (sum.compareTo(capacity.value()) > 0) {
                  add(
                      Aspect.CAPACITY,
                      "claims hold %s of %s, but it has %s".formatted(sum, name, capacity.value()));
                }
              });
    }

    private void taints() {
      if (snapshot.gates().enabled(Gate.DRA_DEVICE_TAINTS)) {
        for (var taint : traits.taints()) {
          if (Tolerations.prevents(taint, result.tolerations())) {
            add(Aspect.TAINT, "it has the taint %s, which is not tolerated".formatted(text(taint)));
          }
        }
      }
    }
  }

  static String text(DeviceTaint taint) {
    var value = taint.value().isEmpty() ? "" : "=" + taint.value();
    return taint.key() + value + ":" + taint.effect();
  }

  private Match match(String expression, CelDevice device) {
    return switch (expressions.compileSelector(expression)) {
      case CompileResult.Compiled<CompiledSelector>(var selector, _) -> selector.test(device);
      case CompileResult.Refused<CompiledSelector>(var why) -> new Match.Failed(why.message());
    };
  }
}
