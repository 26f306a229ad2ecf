package dev.dray.verify.reference;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceAllocationConfiguration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The configuration that goes with an allocation: of the classes, then of the claim. */
final class Configs {
  private final ResourceClaim claim;
  private final List<Wanted> chosen;

  Configs(ResourceClaim claim, List<Wanted> chosen) {
    this.claim = claim;
    this.chosen = chosen;
  }

  List<DeviceAllocationConfiguration> all() {
    var all = new ArrayList<>(ofClasses());
    for (var config : claim.spec().devices().config()) {
      if (config.requests().isEmpty()
          || chosen.stream().anyMatch(it -> it.isIn(config.requests()))) {
        all.add(new DeviceAllocationConfiguration("FromClaim", config.requests(), config.opaque()));
      }
    }
    return all.stream().map(this::shortened).toList();
  }

  /** Each class once, for all requests that use it. */
  private List<DeviceAllocationConfiguration> ofClasses() {
    var byClass = new LinkedHashMap<String, List<Wanted>>();
    for (var wanted : chosen) {
      byClass
          .computeIfAbsent(wanted.deviceClass().metadata().name(), _ -> new ArrayList<>())
          .add(wanted);
    }
    var configs = new ArrayList<DeviceAllocationConfiguration>();
    for (var users : byClass.values()) {
      var requests = users.stream().map(Wanted::reference).toList();
      for (var config : users.getFirst().deviceClass().spec().config()) {
        configs.add(new DeviceAllocationConfiguration("FromClass", requests, config.opaque()));
      }
    }
    return configs;
  }

  /** What applies to all requests names none. */
  private DeviceAllocationConfiguration shortened(DeviceAllocationConfiguration config) {
    return chosen.stream().allMatch(it -> it.isIn(config.requests()))
        ? new DeviceAllocationConfiguration(config.source(), List.of(), config.opaque())
        : config;
  }
}
