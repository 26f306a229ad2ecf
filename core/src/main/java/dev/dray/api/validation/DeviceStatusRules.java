package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.claim.AllocatedDeviceStatus;
import dev.dray.api.resource.claim.NetworkDeviceData;
import dev.dray.api.validation.meta.ConditionRules;
import dev.dray.api.validation.meta.InterfaceAddress;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.api.validation.meta.Stored;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The rules for what drivers report of the devices of a claim. */
final class DeviceStatusRules {
  private static final int CONDITIONS_MAX = 8;
  private static final int ADDRESSES_MAX = 16;
  private static final int INTERFACE_MAX = 256;
  private static final int HARDWARE_ADDRESS_MAX = 128;

  private DeviceStatusRules() {}

  static Violations devices(ResourceClaimStatus status, FieldPath at) {
    if (status.devices().isEmpty()) {
      return Violations.NONE;
    }
    var allocated = new HashSet<String>();
    status
        .allocation()
        .ifPresent(
            allocation ->
                allocation
                    .devices()
                    .results()
                    .forEach(
                        result ->
                            allocated.add(
                                id(
                                    result.driver(),
                                    result.pool(),
                                    result.device(),
                                    result.shareId()))));
    return Violations.each(
            status.devices(), at, (device, place) -> device(device, allocated, place))
        .and(RuleChecks.unique(status.devices(), at, DeviceStatusRules::id));
  }

  private static String id(AllocatedDeviceStatus device) {
    return id(device.driver(), device.pool(), device.device(), device.shareId());
  }

  private static String id(String driver, String pool, String device, Optional<String> share) {
    var id = driver + "/" + pool + "/" + device;
    return share.filter(each -> !each.isEmpty()).map(each -> id + "/" + each).orElse(id);
  }

  private static Violations device(
      AllocatedDeviceStatus device, Set<String> allocated, FieldPath at) {
    var conditions = at.child("conditions");
    return identity(device, allocated, at)
        .and(RuleChecks.tooMany(device.conditions().size(), CONDITIONS_MAX, conditions))
        .and(ConditionRules.conditions(device.conditions(), conditions))
        .and(
            device
                .data()
                .filter(data -> !data.isAbsent())
                .map(data -> ConfigurationRules.json(data, Stored.NEW, at.child("data")))
                .orElse(Violations.NONE))
        .and(
            device
                .networkData()
                .map(network -> network(network, at.child("networkData")))
                .orElse(Violations.NONE));
  }

  private static Violations identity(
      AllocatedDeviceStatus device, Set<String> allocated, FieldPath at) {
    var found =
        NameRules.driverName(device.driver(), at.child("driver"))
            .and(NameRules.poolName(device.pool(), at.child("pool")))
            .and(NameRules.dnsLabel(device.device(), at.child("device")))
            .and(
                device
                    .shareId()
                    .map(share -> NameRules.uuid(share, at.child("shareID")))
                    .orElse(Violations.NONE));
    var id = id(device);
    return allocated.contains(id)
        ? found
        : found.and(
            Violation.invalidShown(at, id, "must be an allocated device in the claim")
                .by("reference"));
  }

  private static Violations network(NetworkDeviceData network, FieldPath at) {
    return RuleChecks.maxBytes(network.interfaceName(), INTERFACE_MAX, at.child("interfaceName"))
        .and(
            RuleChecks.maxBytes(
                network.hardwareAddress(), HARDWARE_ADDRESS_MAX, at.child("hardwareAddress")))
        .and(
            RuleChecks.set(
                network.ips(),
                ADDRESSES_MAX,
                at.child("ips"),
                DeviceStatusRules::address,
                Function.identity()));
  }

  private static Violations address(String address, FieldPath at) {
    var canonical = InterfaceAddress.canonical(address);
    if (canonical.isEmpty()) {
      return Violations.of(
          Violation.invalid(
                  at,
                  address,
                  "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)")
              .by("format=interface-address"));
    }
    return canonical.get().equals(address)
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(
                    at, address, "must be in canonical form (\"%s\")".formatted(canonical.get()))
                .by("format=interface-address"));
  }
}
