package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.claim.DeviceConstraint;
import dev.dray.api.resource.device.DeviceAttribute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a device agrees with those that its claim already has. */
final class Constraints {
  private final World world;
  private final Rules rules;
  private final Expressions expressions;
  private final Map<Derived, DeviceAttribute> derived = new HashMap<>();

  private record Derived(DeviceName device, String expression) {}

  Constraints(World world, Rules rules, Expressions expressions) {
    this.world = world;
    this.rules = rules;
    this.expressions = expressions;
  }

  boolean allow(Wanted wanted, EffectiveDevice device, List<Taken> before) {
    var claim = world.claimsToAllocate().get(wanted.claim());
    for (var constraint : claim.spec().devices().constraints()) {
      if (covers(constraint, wanted) && !allows(constraint, wanted, device, before)) {
        return false;
      }
    }
    return true;
  }

  private static boolean covers(DeviceConstraint constraint, Wanted wanted) {
    return constraint.requests().isEmpty() || wanted.isIn(constraint.requests());
  }

  private boolean allows(
      DeviceConstraint constraint, Wanted wanted, EffectiveDevice device, List<Taken> before) {
    var match = constraint.matchAttribute();
    var name = match.or(constraint::distinctAttribute).orElse("");
    var own = attribute(name, wanted, device);
    if (own.isEmpty()) {
      return false;
    }
    var others = new ArrayList<DeviceAttribute>();
    for (var taken : before) {
      if (taken.wanted().claim() == wanted.claim() && covers(constraint, taken.wanted())) {
        attribute(name, taken.wanted(), taken.offer().device()).ifPresent(others::add);
      }
    }
    var comparison =
        rules.on(Gate.DRA_LIST_TYPE_ATTRIBUTES) ? Comparison.SETS : Comparison.SINGLE_VALUES;
    return match.isPresent()
        ? comparison.matches(own.get(), others)
        : comparison.isDistinct(own.get(), others);
  }

  /** What the request derives under this name, else what the device has. */
  private Optional<DeviceAttribute> attribute(String name, Wanted wanted, EffectiveDevice device) {
    var expression = expression(name, wanted, device.driver());
    if (expression.isEmpty()) {
      return rules.find(device.attributes(), name, device.driver());
    }
    var key = new Derived(device.name(), expression.get());
    var known = derived.get(key);
    if (known == null) {
      known = expressions.derived(expression.get(), device.seen(rules));
      derived.put(key, known);
    }
    return Optional.of(known);
  }

  private Optional<String> expression(String name, Wanted wanted, String driver) {
    return wanted.derived().isEmpty() || rules.namesAsWritten()
        ? Optional.ofNullable(wanted.derived().get(name))
        : rules.find(rules.named(wanted.derived(), driver), name, driver);
  }
}
