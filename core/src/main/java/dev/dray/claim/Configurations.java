package dev.dray.claim;

import dev.dray.allocation.placement.PlacedClaim;
import dev.dray.allocation.placement.PlacedRequest;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.claim.DeviceAllocationConfiguration;
import dev.dray.api.resource.claim.DeviceClaimConfiguration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The driver configuration of an allocation: that of the classes first, then that of the claim,
 * which takes precedence because it comes later.
 */
final class Configurations {
  private static final String FROM_CLASS = "FromClass";
  private static final String FROM_CLAIM = "FromClaim";

  private final PlacedClaim claim;
  private final List<DeviceAllocationConfiguration> written = new ArrayList<>();

  private Configurations(PlacedClaim claim) {
    this.claim = claim;
  }

  static List<DeviceAllocationConfiguration> of(PlacedClaim claim) {
    var configurations = new Configurations(claim);
    configurations.addClasses();
    configurations.addClaim();
    return List.copyOf(configurations.written);
  }

  /** Adds the configuration of each class once, for all requests that use the class. */
  private void addClasses() {
    if (hasNoClassConfiguration()) {
      return;
    }
    var users = new LinkedHashMap<String, List<String>>();
    var classes = new LinkedHashMap<String, DeviceClass>();
    for (var request : claim.requests()) {
      var name = request.deviceClass().metadata().name();
      classes.putIfAbsent(name, request.deviceClass());
      users.computeIfAbsent(name, _ -> new ArrayList<>()).add(request.reference());
    }
    classes.forEach(
        (name, deviceClass) ->
            deviceClass
                .spec()
                .config()
                .forEach(
                    config ->
                        add(
                            new DeviceAllocationConfiguration(
                                FROM_CLASS,
                                users.getOrDefault(name, List.of()),
                                config.opaque()))));
  }

  private boolean hasNoClassConfiguration() {
    for (var request : claim.requests()) {
      if (!request.deviceClass().spec().config().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private void addClaim() {
    for (var config : claim.claim().spec().devices().config()) {
      if (config.requests().isEmpty() || concernsSome(config)) {
        add(new DeviceAllocationConfiguration(FROM_CLAIM, config.requests(), config.opaque()));
      }
    }
  }

  private boolean concernsSome(DeviceClaimConfiguration config) {
    return claim.requests().stream().anyMatch(request -> names(config.requests(), request));
  }

  /**
   * Returns whether a list names the request, or the alternative that was taken; no other
   * alternative counts.
   */
  private static boolean names(List<String> references, PlacedRequest request) {
    return references.contains(request.request().name())
        || references.contains(request.reference());
  }

  /** Adds a configuration; one that concerns every request names none. */
  private void add(DeviceAllocationConfiguration configuration) {
    var references = configuration.requests();
    boolean concernsAll = claim.requests().stream().allMatch(request -> names(references, request));
    written.add(
        concernsAll
            ? new DeviceAllocationConfiguration(
                configuration.source(), List.of(), configuration.opaque())
            : configuration);
  }
}
