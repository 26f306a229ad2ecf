package dev.dray.verify.reference;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.RawJson;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.api.resource.claim.DeviceClaimConfiguration;
import dev.dray.api.resource.claim.DeviceConstraint;
import dev.dray.api.resource.claim.DeviceDerivedAttribute;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import dev.dray.api.resource.claim.OpaqueDeviceConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Claims that ask for what a random world may have. */
final class RandomClaims {
  private static final List<String> CONSTRAINED =
      List.of("model", "numa", "links", "ver", "ok", "numa", "model");

  private final Dice dice;
  private final List<String> drivers;
  private final RandomAmounts amounts;

  RandomClaims(Dice dice, List<String> drivers) {
    this.dice = dice;
    this.drivers = drivers;
    this.amounts = new RandomAmounts(dice);
  }

  ResourceClaim claim(String name, int requests) {
    boolean derives = dice.percent(7);
    var named = new ArrayList<DeviceRequest>();
    for (int i = 0; i < requests; i++) {
      named.add(request("r" + i, derives));
    }
    var names = references(named);
    var constraints =
        dice.list(
            derives ? 1 : 0, dice.percent(22) || derives ? 2 : 0, () -> constraint(names, derives));
    var config = dice.list(0, dice.percent(15) ? 2 : 0, () -> config(names));
    return new ResourceClaim(
        metadata(name),
        new ResourceClaimSpec(new DeviceClaim(named, constraints, config)),
        ResourceClaimStatus.EMPTY);
  }

  private static ObjectMeta metadata(String name) {
    return ObjectMeta.named(name).withNamespace("default").withUid("uid-" + name);
  }

  private static List<String> references(List<DeviceRequest> requests) {
    var names = new ArrayList<String>();
    for (var request : requests) {
      names.add(request.name());
      request.firstAvailable().forEach(it -> names.add(request.name() + "/" + it.name()));
    }
    return names;
  }

  private DeviceRequest request(String name, boolean derives) {
    if (dice.percent(75)) {
      return new DeviceRequest(name, Optional.of(exactly(derives)), List.of());
    }
    var alternatives = new ArrayList<DeviceSubRequest>();
    for (int i = 0; i < dice.between(2, 3); i++) {
      var it = exactly(derives);
      alternatives.add(
          new DeviceSubRequest(
              "s" + i,
              it.deviceClassName(),
              it.selectors(),
              it.allocationMode(),
              it.count(),
              it.tolerations(),
              it.capacity(),
              it.derivedAttributes()));
    }
    return new DeviceRequest(name, Optional.empty(), alternatives);
  }

  private ExactDeviceRequest exactly(boolean derives) {
    boolean all = dice.percent(7);
    return new ExactDeviceRequest(
        deviceClass(),
        dice.percent(12) ? List.of(DeviceSelector.cel(expression())) : List.of(),
        all ? "All" : dice.oneIn(200) ? dice.pick(List.of("Some", "")) : "ExactCount",
        all ? 0 : dice.oneIn(30) ? 0 : dice.pick(List.of(1, 1, 1, 1, 1, 1, 1, 2, 2, 3)),
        dice.maybe(6, () -> dice.percent(80)),
        dice.percent(55) ? dice.list(1, 2, this::toleration) : List.of(),
        dice.maybe(20, this::capacity),
        derives ? List.of(derived()) : List.of());
  }

  private String deviceClass() {
    return dice.percent(50)
        ? dice.pick(drivers).substring(0, 3)
        : dice.pick(List.of("any", "any", "any", "shared", "careful"));
  }

  /** Mostly careful; what is not may fail on a device that lacks the attribute. */
  String expression() {
    var domain = "device.attributes[\"%s\"]".formatted(dice.pick(drivers));
    return switch (dice.between(0, 9)) {
      case 0, 1 -> "has(%s.model) && %s.model == \"a\"".formatted(domain, domain);
      case 2, 3 -> "!has(%s.ok) || %s.ok".formatted(domain, domain);
      case 4 -> "device.allowMultipleAllocations";
      case 5 -> "!device.allowMultipleAllocations";
      case 6 -> "device.capacity[\"%s\"].?mem.hasValue()".formatted(dice.pick(drivers));
      case 7 -> "device.attributes[\"example.com\"].?rack.orValue(\"r1\") == \"r1\"";
      case 8 -> "%s.?numa.hasValue()".formatted(domain);
      default -> dice.percent(20) ? domain + ".model == \"a\"" : "true";
    };
  }

  private DeviceToleration toleration() {
    return new DeviceToleration(
        dice.pick(List.of("", "t1", "t2")),
        dice.pick(List.of("Exists", "Exists", "Equal")),
        dice.pick(List.of("", "v")),
        dice.pick(List.of("", "NoSchedule")),
        Optional.empty());
  }

  private CapacityRequirements capacity() {
    var requests = new TreeMap<String, Quantity>();
    for (var name : dice.some(dice.pick(List.of(0, 1, 1, 1, 2)), List.of("bw", "mem", "mem"))) {
      requests.put(dice.percent(25) ? dice.pick(drivers) + "/" + name : name, amounts.requested());
    }
    return new CapacityRequirements(requests);
  }

  private DeviceDerivedAttribute derived() {
    var domain = "device.attributes[\"%s\"]".formatted(dice.pick(drivers));
    return new DeviceDerivedAttribute(
        dice.pick(List.of("example.com/derived", dice.pick(drivers) + "/model")),
        dice.pick(
            List.of(
                "device.driver",
                domain + ".?model.orValue(\"none\")",
                "has(%s.numa) ? \"numa\" : \"flat\"".formatted(domain),
                domain + ".model")));
  }

  private DeviceConstraint constraint(List<String> names, boolean derives) {
    var attribute =
        Optional.of(
            derives && dice.percent(60)
                ? "example.com/derived"
                : dice.percent(30)
                    ? "example.com/rack"
                    : dice.pick(drivers) + "/" + dice.pick(CONSTRAINED));
    var requests = dice.percent(60) ? List.<String>of() : dice.some(2, names);
    return dice.percent(60)
        ? new DeviceConstraint(requests, attribute, Optional.empty())
        : new DeviceConstraint(requests, Optional.empty(), attribute);
  }

  private DeviceClaimConfiguration config(List<String> names) {
    return new DeviceClaimConfiguration(
        dice.percent(40) ? List.of() : dice.some(dice.between(1, 2), names),
        Optional.of(
            new OpaqueDeviceConfiguration(
                dice.pick(drivers), new RawJson("{\"n\":%d}".formatted(dice.between(1, 9))))));
  }
}
