package dev.dray.lint;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceDerivedAttribute;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import dev.dray.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The spec of a claim or claim template.
 *
 * @param path the path of the spec in the object
 */
record ClaimSpec(ObjectName name, ResourceClaimSpec spec, FieldPath path) {
  private static final FieldPath SPEC = FieldPath.of("spec");

  /**
   * A request, or one of the alternatives of a request.
   *
   * @param number the index of the request in the claim
   */
  record Request(
      int number,
      FieldPath path,
      String deviceClass,
      List<DeviceSelector> selectors,
      boolean all,
      long count,
      Optional<CapacityRequirements> capacity,
      List<DeviceDerivedAttribute> derivedAttributes) {}

  /** Returns the specs of all claims and templates, in the order in which they were given. */
  static List<ClaimSpec> of(Cluster cluster) {
    return Stream.concat(
            cluster.claims().stream().map(it -> new ClaimSpec(ObjectName.of(it), it.spec(), SPEC)),
            cluster.templates().stream()
                .map(it -> new ClaimSpec(ObjectName.of(it), it.spec().spec(), SPEC.child("spec"))))
        .toList();
  }

  FieldPath devices() {
    return path.child("devices");
  }

  List<Request> requests() {
    var found = new ArrayList<Request>();
    var requests = spec.devices().requests();
    for (int i = 0; i < requests.size(); i++) {
      add(i, requests.get(i), devices().child("requests").index(i), found);
    }
    return found;
  }

  private static void add(int number, DeviceRequest request, FieldPath at, List<Request> found) {
    request.exactly().ifPresent(it -> found.add(of(number, it, at.child("exactly"))));
    for (int j = 0; j < request.firstAvailable().size(); j++) {
      found.add(of(number, request.firstAvailable().get(j), at.child("firstAvailable").index(j)));
    }
  }

  private static Request of(int number, ExactDeviceRequest request, FieldPath at) {
    return new Request(
        number,
        at,
        request.deviceClassName(),
        request.selectors(),
        request.allocationMode().equals("All"),
        request.count(),
        request.capacity(),
        request.derivedAttributes());
  }

  private static Request of(int number, DeviceSubRequest request, FieldPath at) {
    return new Request(
        number,
        at,
        request.deviceClassName(),
        request.selectors(),
        request.allocationMode().equals("All"),
        request.count(),
        request.capacity(),
        request.derivedAttributes());
  }
}
