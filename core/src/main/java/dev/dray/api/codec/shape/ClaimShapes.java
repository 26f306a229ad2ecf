package dev.dray.api.codec.shape;

import static dev.dray.api.codec.shape.MetaShapes.OBJECT_META;
import static dev.dray.api.codec.shape.ScalarShape.RAW;
import static dev.dray.api.codec.shape.ScalarShape.STRING;

import dev.dray.api.codec.shape.ApiVersion.Dialect;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourceClaimTemplateSpec;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.api.resource.claim.DeviceClaimConfiguration;
import dev.dray.api.resource.claim.DeviceConstraint;
import dev.dray.api.resource.claim.OpaqueDeviceConfiguration;
import java.util.Map;

/** The shapes of claims and claim templates. */
final class ClaimShapes {
  private ClaimShapes() {}

  private static final ObjectShape<DeviceConstraint> CONSTRAINT =
      ObjectShape.of(
          fields ->
              new DeviceConstraint(
                  fields.list("requests", STRING, DeviceConstraint::requests),
                  fields.maybe("matchAttribute", STRING, DeviceConstraint::matchAttribute),
                  fields.maybe("distinctAttribute", STRING, DeviceConstraint::distinctAttribute)));

  static final ObjectShape<OpaqueDeviceConfiguration> OPAQUE =
      ObjectShape.of(
          fields ->
              new OpaqueDeviceConfiguration(
                  fields.always("driver", STRING, OpaqueDeviceConfiguration::driver),
                  fields.always("parameters", RAW, OpaqueDeviceConfiguration::parameters)));

  private static final ObjectShape<DeviceClaimConfiguration> CLAIM_CONFIG =
      ObjectShape.of(
          fields ->
              new DeviceClaimConfiguration(
                  fields.list("requests", STRING, DeviceClaimConfiguration::requests),
                  fields.maybe("opaque", OPAQUE, DeviceClaimConfiguration::opaque)));

  private static ObjectShape<ResourceClaimSpec> spec(Dialect dialect) {
    var request = RequestShapes.request(dialect);
    ObjectShape<DeviceClaim> devices =
        ObjectShape.of(
            fields ->
                new DeviceClaim(
                    fields.always(
                        "requests", new WireShape.Items<>(request), DeviceClaim::requests),
                    fields.list("constraints", CONSTRAINT, DeviceClaim::constraints),
                    fields.list("config", CLAIM_CONFIG, DeviceClaim::config)));
    return ObjectShape.of(
        Map.of(
            "resourceClassName",
            "this was a field of v1alpha2: name a device class in a request instead"),
        fields ->
            new ResourceClaimSpec(fields.always("devices", devices, ResourceClaimSpec::devices)));
  }

  static ObjectShape<ResourceClaim> claim(Dialect dialect) {
    var spec = spec(dialect);
    return ObjectShape.of(
        fields ->
            new ResourceClaim(
                fields.add("metadata", OBJECT_META, ResourceClaim::metadata),
                fields.always("spec", spec, ResourceClaim::spec),
                fields.add("status", ClaimStatusShapes.STATUS, ResourceClaim::status)));
  }

  static ObjectShape<ResourceClaimTemplate> template(Dialect dialect) {
    var claimSpec = spec(dialect);
    ObjectShape<ResourceClaimTemplateSpec> spec =
        ObjectShape.of(
            Map.of("devices", "a template contains a claim: write \"spec: {devices: ...}\""),
            fields ->
                new ResourceClaimTemplateSpec(
                    fields.add("metadata", OBJECT_META, ResourceClaimTemplateSpec::metadata),
                    fields.always("spec", claimSpec, ResourceClaimTemplateSpec::spec)));
    return ObjectShape.of(
        fields ->
            new ResourceClaimTemplate(
                fields.add("metadata", OBJECT_META, ResourceClaimTemplate::metadata),
                fields.always("spec", spec, ResourceClaimTemplate::spec)));
  }
}
