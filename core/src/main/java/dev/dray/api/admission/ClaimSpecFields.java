package dev.dray.api.admission;

import static dev.dray.api.admission.GatedFields.each;
import static dev.dray.api.admission.GatedUses.in;
import static dev.dray.api.admission.GatedUses.inEach;
import static dev.dray.api.admission.GatedUses.inOptional;
import static dev.dray.api.admission.GatedUses.ofList;
import static dev.dray.api.admission.GatedUses.ofOptional;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.api.resource.claim.DeviceConstraint;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import java.util.List;
import java.util.function.UnaryOperator;

/** The gated fields of a claim's spec, which is also that of a template. */
final class ClaimSpecFields {
  private ClaimSpecFields() {}

  private static final GatedField<ResourceClaimSpec> ALTERNATIVES =
      new GatedField<>(
          Gate.DRA_PRIORITIZED_LIST,
          inRequests(ofList("firstAvailable", DeviceRequest::firstAvailable)),
          spec -> requests(spec, request -> request.withFirstAvailable(List.of())));

  private static final GatedField<ResourceClaimSpec> TOLERATIONS =
      new GatedField<>(
          Gate.DRA_DEVICE_TAINTS,
          inEither(
              ofList("tolerations", ExactDeviceRequest::tolerations),
              ofList("tolerations", DeviceSubRequest::tolerations)),
          spec ->
              either(
                  spec,
                  exactly -> exactly.withTolerations(List.of()),
                  alternative -> alternative.withTolerations(List.of())));

  static final GatedField<ResourceClaimSpec> ADMIN_ACCESS =
      new GatedField<>(
          Gate.DRA_ADMIN_ACCESS,
          inRequests(
              inOptional(
                  "exactly",
                  DeviceRequest::exactly,
                  ofOptional("adminAccess", ExactDeviceRequest::adminAccess))),
          spec -> either(spec, ExactDeviceRequest::withoutAdminAccess, UnaryOperator.identity()));

  static final GatedField<ResourceClaimSpec> CONSUMABLE_CAPACITY =
      new GatedField<>(
          Gate.DRA_CONSUMABLE_CAPACITY,
          inDevices(
                  inEach(
                      "constraints",
                      DeviceClaim::constraints,
                      ofOptional("distinctAttribute", DeviceConstraint::distinctAttribute)))
              .and(
                  inEither(
                      ofOptional("capacity", ExactDeviceRequest::capacity),
                      ofOptional("capacity", DeviceSubRequest::capacity))),
          spec ->
              either(
                  constraints(spec, DeviceConstraint::withoutDistinctAttribute),
                  ExactDeviceRequest::withoutCapacity,
                  DeviceSubRequest::withoutCapacity));

  private static final GatedField<ResourceClaimSpec> DERIVED_ATTRIBUTES =
      new GatedField<>(
          Gate.DRA_DERIVED_ATTRIBUTES,
          inEither(
              ofList("derivedAttributes", ExactDeviceRequest::derivedAttributes),
              ofList("derivedAttributes", DeviceSubRequest::derivedAttributes)),
          spec ->
              either(
                  spec,
                  exactly -> exactly.withDerivedAttributes(List.of()),
                  alternative -> alternative.withDerivedAttributes(List.of())));

  static final GatedFields<ResourceClaimSpec> ALL =
      new GatedFields<>(
          List.of(
              ALTERNATIVES, TOLERATIONS, ADMIN_ACCESS, CONSUMABLE_CAPACITY, DERIVED_ATTRIBUTES));

  private static GatedUses<ResourceClaimSpec> inDevices(GatedUses<DeviceClaim> gatedUses) {
    return in("devices", ResourceClaimSpec::devices, gatedUses);
  }

  private static GatedUses<ResourceClaimSpec> inRequests(GatedUses<DeviceRequest> gatedUses) {
    return inDevices(inEach("requests", DeviceClaim::requests, gatedUses));
  }

  private static GatedUses<ResourceClaimSpec> inEither(
      GatedUses<ExactDeviceRequest> exactly, GatedUses<DeviceSubRequest> alternative) {
    return inRequests(
        inOptional("exactly", DeviceRequest::exactly, exactly)
            .and(inEach("firstAvailable", DeviceRequest::firstAvailable, alternative)));
  }

  private static ResourceClaimSpec constraints(
      ResourceClaimSpec spec, UnaryOperator<DeviceConstraint> change) {
    var devices = spec.devices();
    return new ResourceClaimSpec(devices.withConstraints(each(devices.constraints(), change)));
  }

  static ResourceClaimSpec requests(ResourceClaimSpec spec, UnaryOperator<DeviceRequest> change) {
    var devices = spec.devices();
    return new ResourceClaimSpec(devices.withRequests(each(devices.requests(), change)));
  }

  /** Changes every request, whether it is exact or one of several alternatives. */
  static ResourceClaimSpec either(
      ResourceClaimSpec spec,
      UnaryOperator<ExactDeviceRequest> exactly,
      UnaryOperator<DeviceSubRequest> alternative) {
    return requests(
        spec,
        request ->
            request
                .withExactly(request.exactly().map(exactly))
                .withFirstAvailable(each(request.firstAvailable(), alternative)));
  }
}
