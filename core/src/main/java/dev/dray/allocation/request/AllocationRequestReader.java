package dev.dray.allocation.request;

import dev.dray.allocation.search.Pruning;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceDerivedAttribute;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import dev.dray.inventory.Snapshot;
import dev.dray.selector.Selector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The reader that turns claims into one allocation request, or finds why no node could satisfy
 * them.
 */
public final class AllocationRequestReader {
  private static final String UNSUPPORTED_SELECTOR =
      "CEL expression empty (unsupported selector type?)";

  private final Snapshot snapshot;
  private final Gates gates;
  private final SelectorCache selectorCache;
  private final List<List<Alternative>> requests = new ArrayList<>();
  private final List<AllocationRequest.Constraint> constraints = new ArrayList<>();
  private int alternativesSoFar;

  private final Pruning.Skills skills;
  private final int pools;

  /**
   * Creates a reader.
   *
   * @param pools the expected number of pools, to size the caches of the request
   */
  AllocationRequestReader(
      Snapshot snapshot, SelectorCache selectorCache, Pruning.Skills skills, int pools) {
    this.skills = skills;
    this.pools = pools;
    this.snapshot = snapshot;
    this.gates = snapshot.gates();
    this.selectorCache = selectorCache;
  }

  /** The result of reading. */
  public sealed interface Reading {
    record Read(AllocationRequest allocationRequest) implements Reading {}

    record Refused(String message) implements Reading {}
  }

  /** The first mistake, which ends the reading as it does upstream. */
  private static final class Mistake extends Exception {
    private static final long serialVersionUID = 1;

    Mistake(String message) {
      super(message);
    }

    String text() {
      return String.valueOf(getMessage());
    }
  }

  Reading read(List<ResourceClaim> claims) {
    try {
      for (int i = 0; i < claims.size(); i++) {
        read(i, claims.get(i));
      }
      return new Reading.Read(
          new AllocationRequest(gates, selectorCache, skills, requests, constraints, pools));
    } catch (Mistake mistake) {
      return new Reading.Refused(mistake.text());
    }
  }

  private void read(int number, ResourceClaim claim) throws Mistake {
    int firstAlternative = alternativesSoFar;
    long least = 0;
    for (var request : claim.spec().devices().requests()) {
      var where = "claim %s, request %s".formatted(ClaimNames.of(claim), request.name());
      var alternatives = alternatives(number, request, where);
      requests.add(alternatives);
      alternativesSoFar += alternatives.size();
      least += alternatives.stream().mapToLong(Alternative::count).min().orElse(0);
    }
    // This is a lower bound: mode All counts as zero here, since its number is known per node only.
    checkCount(claim, least);
    for (var constraint : claim.spec().devices().constraints()) {
      var attribute = constraint.matchAttribute().or(constraint::distinctAttribute);
      if (attribute.isEmpty()) {
        throw new Mistake(
            "claim %s: empty constraint (unsupported constraint type?)"
                .formatted(ClaimNames.of(claim)));
      }
      constraints.add(
          new AllocationRequest.Constraint(
              number,
              attribute.get(),
              constraint.matchAttribute().isEmpty(),
              covered(constraint.requests(), firstAlternative)));
    }
  }

  private void checkCount(ResourceClaim claim, long count) throws Mistake {
    if (count > SearchProblem.MOST_RESULTS) {
      throw new Mistake(tooMany(ClaimNames.of(claim), count));
    }
  }

  static String tooMany(String claim, long count) {
    return "claim %s: number of requested devices %d exceeds the claim limit of %d"
        .formatted(claim, count, SearchProblem.MOST_RESULTS);
  }

  private List<Integer> covered(List<String> names, int firstAlternative) {
    var covered = new ArrayList<Integer>();
    int number = 0;
    for (var alternatives : requests) {
      for (var alternativeNumber : alternatives) {
        if (number >= firstAlternative && (names.isEmpty() || alternativeNumber.isIn(names))) {
          covered.add(number);
        }
        number++;
      }
    }
    return List.copyOf(covered);
  }

  private List<Alternative> alternatives(int claim, DeviceRequest request, String where)
      throws Mistake {
    var read = new ArrayList<Alternative>();
    if (request.firstAvailable().isEmpty()) {
      var exactly = request.exactly();
      if (exactly.isEmpty()) {
        throw new Mistake(where + ": unknown request type");
      }
      var wish = Terms.of(exactly.get());
      checkCapacityGate(wish, where);
      read.add(alternative(claim, request, OptionalInt.empty(), wish, where));
      return List.copyOf(read);
    }
    if (!gates.enabled(Gate.DRA_PRIORITIZED_LIST)) {
      throw new Mistake(where + ": has subrequests, but DRAPrioritizedList is disabled");
    }
    var wishes = request.firstAvailable().stream().map(Terms::of).toList();
    for (var wish : wishes) {
      checkCapacityGate(wish, where);
    }
    for (int i = 0; i < wishes.size(); i++) {
      var name = where + "/" + request.firstAvailable().get(i).name();
      read.add(alternative(claim, request, OptionalInt.of(i), wishes.get(i), name));
    }
    return List.copyOf(read);
  }

  /** The fields that {@code exactly} and the entries of {@code firstAvailable} have in common. */
  private record Terms(
      String deviceClass,
      List<DeviceSelector> selectors,
      String mode,
      long count,
      Optional<Boolean> adminAccess,
      List<DeviceToleration> tolerations,
      Optional<CapacityRequirements> capacity,
      List<DeviceDerivedAttribute> derived) {
    static Terms of(ExactDeviceRequest request) {
      return new Terms(
          request.deviceClassName(),
          request.selectors(),
          request.allocationMode(),
          request.count(),
          request.adminAccess(),
          request.tolerations(),
          request.capacity(),
          request.derivedAttributes());
    }

    static Terms of(DeviceSubRequest request) {
      return new Terms(
          request.deviceClassName(),
          request.selectors(),
          request.allocationMode(),
          request.count(),
          Optional.empty(),
          request.tolerations(),
          request.capacity(),
          request.derivedAttributes());
    }
  }

  private void checkCapacityGate(Terms wish, String where) throws Mistake {
    if (wish.capacity().isPresent() && !gates.enabled(Gate.DRA_CONSUMABLE_CAPACITY)) {
      throw new Mistake(where + ": has capacity requests, but DRAConsumableCapacity is disabled");
    }
  }

  private Alternative alternative(
      int claim, DeviceRequest request, OptionalInt alternative, Terms wish, String where)
      throws Mistake {
    check(wish, where);
    var deviceClass = deviceClass(wish.deviceClass(), where);
    return new Alternative(
        claim,
        request,
        alternative,
        deviceClass,
        selectors(deviceClass, wish),
        count(wish, where),
        wish.mode().equals("All"),
        wish.adminAccess().orElse(false),
        wish.tolerations(),
        wish.capacity().map(CapacityRequirements::requests).orElse(Map.of()),
        false,
        derived(wish));
  }

  private void check(Terms wish, String where) throws Mistake {
    if (!wish.derived().isEmpty() && !gates.enabled(Gate.DRA_DERIVED_ATTRIBUTES)) {
      throw new Mistake(where + ": has derived attributes, but DRADerivedAttributes is disabled");
    }
    for (int i = 0; i < wish.selectors().size(); i++) {
      if (wish.selectors().get(i).cel().isEmpty()) {
        throw new Mistake("%s, selector #%d: %s".formatted(where, i, UNSUPPORTED_SELECTOR));
      }
    }
    if (wish.adminAccess().isPresent() && !gates.enabled(Gate.DRA_ADMIN_ACCESS)) {
      throw new Mistake(where + ": admin access is requested, but DRAAdminAccess is disabled");
    }
    if (wish.deviceClass().isEmpty()) {
      throw new Mistake(where + ": missing device class name (unsupported request type?)");
    }
  }

  private DeviceClass deviceClass(String name, String where) throws Mistake {
    var found = snapshot.deviceClass(name);
    if (found.isEmpty()) {
      throw new Mistake("%s: device class %s does not exist".formatted(where, name));
    }
    for (var selector : found.get().spec().selectors()) {
      if (selector.cel().isEmpty()) {
        throw new Mistake("%s, class %s: %s".formatted(where, name, UNSUPPORTED_SELECTOR));
      }
    }
    return found.get();
  }

  private List<Selector> selectors(DeviceClass deviceClass, Terms wish) {
    var all = new ArrayList<Selector>();
    for (var list : List.of(deviceClass.spec().selectors(), wish.selectors())) {
      for (var selector : list) {
        selector.cel().ifPresent(cel -> all.add(selectorCache.selector(cel.expression())));
      }
    }
    return List.copyOf(all);
  }

  private static int count(Terms wish, String where) throws Mistake {
    return switch (wish.mode()) {
      case "All" -> 0;
      // Larger counts are refused for the whole claim, with a message that says how many.
      case "ExactCount" -> (int) Math.min(wish.count(), Integer.MAX_VALUE);
      // Claims that no API server has defaulted mean one device.
      case "" -> Math.clamp(wish.count(), 1, Integer.MAX_VALUE);
      default -> throw new Mistake("%s: unsupported count mode %s".formatted(where, wish.mode()));
    };
  }

  private static Map<String, String> derived(Terms wish) {
    var derived = new LinkedHashMap<String, String>();
    wish.derived().forEach(it -> derived.put(it.name(), it.expression()));
    return derived;
  }
}
