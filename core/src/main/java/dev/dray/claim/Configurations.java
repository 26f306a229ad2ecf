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
 * What drivers are told about the devices of a claim: first by the classes, then by the claim,
 * whose word counts more for coming later.
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

  /** A class that several requests use speaks once, to all of them. */
  private void addClasses() {
    if (noClassSpeaks()) {
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

  private boolean noClassSpeaks() {
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

  /** Whether a list has the request, or the alternative that was taken; not any other of these. */
  private static boolean names(List<String> references, PlacedRequest request) {
    return references.contains(request.request().name())
        || references.contains(request.reference());
  }

  /** One that concerns every request says so by naming none. */
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
