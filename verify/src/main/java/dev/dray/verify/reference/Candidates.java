package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.selector.CelDevice;
import dev.dray.selector.Match;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tests that a device must pass to be taken, in upstream's order. */
final class Candidates {
  private static final String SKIPS_OPERATIONS = "DRAOptionalNodeOperations";

  private final World world;
  private final Rules rules;
  private final Expressions expressions;
  private final Usage usage;
  private final Constraints constraints;
  private final Resources resources;
  private final NodeMatch nodeMatch;
  private final PoolBuilding building;
  private final Map<Pair, Boolean> selectable = new HashMap<>();

  private record Pair(int claim, String request, DeviceName device) {}

  Candidates(World world, Rules rules, Expressions expressions) {
    this.world = world;
    this.rules = rules;
    this.expressions = expressions;
    this.usage = new Usage(world, rules);
    this.constraints = new Constraints(world, rules, expressions);
    this.resources = new Resources(rules, usage);
    this.nodeMatch = new NodeMatch(world.node());
    this.building = new PoolBuilding(rules, nodeMatch);
  }

  /** Whether the device is what the request asks for, free or not. */
  boolean isSelectable(Wanted wanted, Wanted.Offer offer) {
    var pair = new Pair(wanted.claim(), wanted.reference(), offer.device().name());
    var known = selectable.get(pair);
    if (known == null) {
      known = selects(wanted, offer);
      selectable.put(pair, known);
    }
    return known;
  }

  private boolean selects(Wanted wanted, Wanted.Offer offer) {
    var device = offer.device();
    if (building.isHidden(device, offer.pool().dropped())) {
      return false;
    }
    var seen = device.seen(rules);
    return selects(wanted.deviceClass().spec().selectors(), seen)
        && selects(wanted.selectors(), seen)
        && (!device.perDeviceNodeSelection() || nodeMatch.of(device));
  }

  private boolean selects(List<DeviceSelector> selectors, CelDevice seen) {
    return switch (expressions.all(selectors, seen)) {
      case Match.Yes _ -> true;
      case Match.No _ -> false;
      case Match.Failed(var message) -> throw new FatalProblem("CEL runtime error: " + message);
    };
  }

  /** Whether the device had enough for the request if nobody used it. */
  boolean couldEverFit(Wanted wanted, Wanted.Offer offer) {
    return !isCharged(wanted) || resources.couldEverFit(wanted, offer);
  }

  private boolean isCharged(Wanted wanted) {
    return !wanted.adminAccess() || rules.has(Quirk.ADMIN_CHARGED);
  }

  /** Takes the device if it passes all tests. */
  Optional<Taken> take(Wanted wanted, Wanted.Offer offer, List<Taken> before) {
    var device = offer.device();
    var charged = isCharged(wanted);
    if (isInUse(wanted, device, before)) {
      return Optional.empty();
    }
    if (wanted.all().isEmpty()
        && (!isSelectable(wanted, offer)
            || (charged && !resources.capacityFits(wanted, offer, before)))) {
      return Optional.empty();
    }
    if (!canBeOperated(device)
        || (!device.consumptions().isEmpty() && !rules.on(Gate.DRA_PARTITIONABLE_DEVICES))) {
      return Optional.empty();
    }
    var taken = charged ? resources.charged(wanted, offer, before) : free(wanted, offer);
    if ((charged && !resources.groupsAndCountersAdmit(taken, before))
        || isTainted(wanted, device)
        || !satisfiesConstraints(wanted, device, before)
        || (charged && !resources.capacityFits(wanted, offer, before))) {
      return Optional.empty();
    }
    return Optional.of(taken);
  }

  private Taken free(Wanted wanted, Wanted.Offer offer) {
    return new Taken(
        wanted, offer, offer.device().shareable(rules), false, false, new TreeMap<>(), List.of());
  }

  private boolean isInUse(Wanted wanted, EffectiveDevice device, List<Taken> before) {
    var exclusively =
        before.stream().filter(it -> !it.share() && it.name().equals(device.name())).toList();
    return wanted.adminAccess()
        ? exclusively.stream().anyMatch(it -> it.wanted().claim() == wanted.claim())
        : !exclusively.isEmpty() || usage.excludes(device);
  }

  private boolean canBeOperated(EffectiveDevice device) {
    return device.slice().spec().skipNodeOperations().isEmpty()
        || (rules.on(Gate.DRA_OPTIONAL_NODE_OPERATIONS)
            && world.node().declaredFeatures().contains(SKIPS_OPERATIONS));
  }

  private boolean isTainted(Wanted wanted, EffectiveDevice device) {
    return rules.on(Gate.DRA_DEVICE_TAINTS)
        && device.taints().stream()
            .filter(it -> it.effect().equals("NoSchedule") || it.effect().equals("NoExecute"))
            .anyMatch(taint -> wanted.tolerations().stream().noneMatch(it -> fits(it, taint)));
  }

  private static boolean fits(DeviceToleration toleration, DeviceTaint taint) {
    return (toleration.effect().isEmpty() || toleration.effect().equals(taint.effect()))
        && (toleration.key().isEmpty() || toleration.key().equals(taint.key()))
        && switch (toleration.operator()) {
          case "", "Equal" -> toleration.value().equals(taint.value());
          case "Exists" -> true;
          default -> false;
        };
  }

  private boolean satisfiesConstraints(Wanted wanted, EffectiveDevice device, List<Taken> before) {
    boolean satisfied = constraints.allow(wanted, device, before);
    if (!satisfied && wanted.all().isPresent()) {
      throw new FatalProblem(
          "cannot add device %s because a claim constraint would not be satisfied"
              .formatted(device.name()));
    }
    return satisfied;
  }
}
