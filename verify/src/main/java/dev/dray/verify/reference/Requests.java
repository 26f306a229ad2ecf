package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Checks claims before the search and finds out what "all devices" means. */
final class Requests {
  static final int MAX_RESULTS = 32;

  private final World world;
  private final Rules rules;
  private final List<Pool> pools;
  private final Candidates candidates;

  Requests(World world, Rules rules, List<Pool> pools, Candidates candidates) {
    this.world = world;
    this.rules = rules;
    this.pools = pools;
    this.candidates = candidates;
  }

  /** For each claim, for each request its alternatives: one, if it has no list of them. */
  List<List<List<Wanted>>> wanted() {
    var claims = new ArrayList<List<List<Wanted>>>();
    for (int i = 0; i < world.claimsToAllocate().size(); i++) {
      claims.add(wanted(i, world.claimsToAllocate().get(i)));
    }
    return claims;
  }

  private List<List<Wanted>> wanted(int index, ResourceClaim claim) {
    var requests = new ArrayList<List<Wanted>>();
    long atLeast = 0;
    for (var request : claim.spec().devices().requests()) {
      var alternatives = wanted(index, request);
      requests.add(alternatives);
      atLeast += alternatives.stream().mapToLong(Wanted::count).min().orElse(0);
    }
    if (atLeast > MAX_RESULTS) {
      throw new FatalProblem(
          "claim %s: number of requested devices %d exceeds the claim limit of %d"
              .formatted(claim.metadata().name(), atLeast, MAX_RESULTS));
    }
    for (var constraint : claim.spec().devices().constraints()) {
      if (constraint.matchAttribute().isEmpty() && constraint.distinctAttribute().isEmpty()) {
        throw new FatalProblem("empty constraint (unsupported constraint type?)");
      }
    }
    return requests;
  }

  private List<Wanted> wanted(int claim, DeviceRequest request) {
    var alternatives = request.firstAvailable().stream().map(Asked::of).toList();
    if (!alternatives.isEmpty()) {
      if (!rules.on(Gate.DRA_PRIORITIZED_LIST)) {
        throw new FatalProblem("has subrequests, but the DRAPrioritizedList feature is disabled");
      }
      alternatives.forEach(this::checkCapacityGate);
      return alternatives.stream()
          .map(asked -> wanted(claim, request.name(), Optional.of(asked.name()), asked))
          .toList();
    }
    var asked =
        Asked.of(
            request, request.exactly().orElseThrow(() -> new FatalProblem("unknown request type")));
    checkCapacityGate(asked);
    return List.of(wanted(claim, request.name(), Optional.empty(), asked));
  }

  private void checkCapacityGate(Asked asked) {
    if (asked.capacity().isPresent() && !rules.on(Gate.DRA_CONSUMABLE_CAPACITY)) {
      throw new FatalProblem(
          "has capacity requests, but the DRAConsumableCapacity feature is disabled");
    }
  }

  private Wanted wanted(int claim, String main, Optional<String> alternative, Asked asked) {
    checkGates(asked);
    var deviceClass = deviceClass(asked.deviceClassName());
    var derived = new TreeMap<String, String>();
    asked.derivedAttributes().forEach(it -> derived.put(it.name(), it.expression()));
    var wanted =
        new Wanted(
            claim,
            main,
            alternative,
            deviceClass,
            asked.selectors(),
            count(asked),
            Optional.empty(),
            asked.adminAccess().orElse(false),
            asked.tolerations(),
            asked.capacity(),
            derived);
    return switch (mode(asked)) {
      case "ExactCount" -> wanted;
      case "All" -> withAll(wanted);
      default ->
          throw new FatalProblem("unsupported count mode %s".formatted(asked.allocationMode()));
    };
  }

  /** Whoever did not ask an API server for defaults means the mode that it would have given. */
  private String mode(Asked asked) {
    return asked.allocationMode().isEmpty() && !rules.has(Quirk.NO_MODE_BY_DEFAULT)
        ? "ExactCount"
        : asked.allocationMode();
  }

  private static long count(Asked asked) {
    return asked.allocationMode().isEmpty() ? Math.max(asked.count(), 1) : asked.count();
  }

  private void checkGates(Asked asked) {
    if (!asked.derivedAttributes().isEmpty() && !rules.on(Gate.DRA_DERIVED_ATTRIBUTES)) {
      throw new FatalProblem(
          "cannot handle request with derived attributes, the feature is disabled");
    }
    if (asked.selectors().stream().anyMatch(selector -> selector.cel().isEmpty())) {
      throw new FatalProblem("CEL expression empty (unsupported selector type?)");
    }
    if (asked.adminAccess().isPresent() && !rules.on(Gate.DRA_ADMIN_ACCESS)) {
      throw new FatalProblem("admin access is requested, but the feature is disabled");
    }
    if (asked.deviceClassName().isEmpty()) {
      throw new FatalProblem("missing device class name (unsupported request type?)");
    }
  }

  private DeviceClass deviceClass(String name) {
    for (var deviceClass : world.classes()) {
      if (deviceClass.metadata().name().equals(name)) {
        if (deviceClass.spec().selectors().stream().anyMatch(it -> it.cel().isEmpty())) {
          throw new FatalProblem(
              "class %s: CEL expression empty (unsupported selector type?)".formatted(name));
        }
        return deviceClass;
      }
    }
    throw new FatalProblem("could not retrieve device class %s".formatted(name));
  }

  /** The same for all devices that qualify, whoever has them and whatever is left of them. */
  private Wanted withAll(Wanted wanted) {
    var all = new ArrayList<Wanted.Offer>();
    for (var pool : pools) {
      if (pool.state() != Pool.State.COMPLETE) {
        throw new FatalProblem(
            "asks for all devices, but resource pool %s is currently %s"
                .formatted(
                    pool.name(), pool.state() == Pool.State.INVALID ? "invalid" : "being updated"));
      }
      for (var device : pool.devices()) {
        var offer = new Wanted.Offer(pool, device);
        if (candidates.isSelectable(wanted, offer) && candidates.couldEverFit(wanted, offer)) {
          all.add(offer);
        }
      }
    }
    return new Wanted(
        wanted.claim(),
        wanted.main(),
        wanted.alternative(),
        wanted.deviceClass(),
        wanted.selectors(),
        all.size(),
        Optional.of(all),
        wanted.adminAccess(),
        wanted.tolerations(),
        wanted.capacity(),
        wanted.derived());
  }
}
