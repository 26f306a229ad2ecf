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

/** The shapes of claims and claim templates. */
final class ClaimShapes {
  private ClaimShapes() {}

  private static final ObjectShape<DeviceConstraint> CONSTRAINT =
      ObjectShape.of(
          fields -> {
            var requests = fields.list("requests", STRING, DeviceConstraint::requests);
            var match = fields.maybe("matchAttribute", STRING, DeviceConstraint::matchAttribute);
            var distinct =
                fields.maybe("distinctAttribute", STRING, DeviceConstraint::distinctAttribute);
            return values ->
                new DeviceConstraint(values.get(requests), values.get(match), values.get(distinct));
          });

  static final ObjectShape<OpaqueDeviceConfiguration> OPAQUE =
      ObjectShape.of(
          fields -> {
            var driver = fields.always("driver", STRING, OpaqueDeviceConfiguration::driver);
            var parameters =
                fields.always("parameters", RAW, OpaqueDeviceConfiguration::parameters);
            return values ->
                new OpaqueDeviceConfiguration(values.get(driver), values.get(parameters));
          });

  private static final ObjectShape<DeviceClaimConfiguration> CLAIM_CONFIG =
      ObjectShape.of(
          fields -> {
            var requests = fields.list("requests", STRING, DeviceClaimConfiguration::requests);
            var opaque = fields.maybe("opaque", OPAQUE, DeviceClaimConfiguration::opaque);
            return values -> new DeviceClaimConfiguration(values.get(requests), values.get(opaque));
          });

  private static ObjectShape<ResourceClaimSpec> spec(Dialect dialect) {
    var request = RequestShapes.request(dialect);
    ObjectShape<DeviceClaim> devices =
        ObjectShape.of(
            fields -> {
              var requests =
                  fields.always("requests", new WireShape.Items<>(request), DeviceClaim::requests);
              var constraints = fields.list("constraints", CONSTRAINT, DeviceClaim::constraints);
              var config = fields.list("config", CLAIM_CONFIG, DeviceClaim::config);
              return values ->
                  new DeviceClaim(
                      values.get(requests), values.get(constraints), values.get(config));
            });
    return ObjectShape.of(
        fields -> {
          var slot = fields.always("devices", devices, ResourceClaimSpec::devices);
          fields.hint(
              "resourceClassName", "this was v1alpha2: ask for a device class in a request");
          return values -> new ResourceClaimSpec(values.get(slot));
        });
  }

  static ObjectShape<ResourceClaim> claim(Dialect dialect) {
    var spec = spec(dialect);
    return ObjectShape.of(
        fields -> {
          var metadata = fields.add("metadata", OBJECT_META, ResourceClaim::metadata);
          var specSlot = fields.always("spec", spec, ResourceClaim::spec);
          var status = fields.add("status", ClaimStatusShapes.STATUS, ResourceClaim::status);
          return values ->
              new ResourceClaim(values.get(metadata), values.get(specSlot), values.get(status));
        });
  }

  static ObjectShape<ResourceClaimTemplate> template(Dialect dialect) {
    var claimSpec = spec(dialect);
    ObjectShape<ResourceClaimTemplateSpec> spec =
        ObjectShape.of(
            fields -> {
              var metadata =
                  fields.add("metadata", OBJECT_META, ResourceClaimTemplateSpec::metadata);
              var specSlot = fields.always("spec", claimSpec, ResourceClaimTemplateSpec::spec);
              fields.hint(
                  "devices", "a template has a claim in it: write \"spec: {devices: ...}\"");
              return values ->
                  new ResourceClaimTemplateSpec(values.get(metadata), values.get(specSlot));
            });
    return ObjectShape.of(
        fields -> {
          var metadata = fields.add("metadata", OBJECT_META, ResourceClaimTemplate::metadata);
          var specSlot = fields.always("spec", spec, ResourceClaimTemplate::spec);
          return values -> new ResourceClaimTemplate(values.get(metadata), values.get(specSlot));
        });
  }
}
