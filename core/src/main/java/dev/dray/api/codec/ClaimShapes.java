package dev.dray.api.codec;

import static dev.dray.api.codec.MetaShapes.CONDITION;
import static dev.dray.api.codec.MetaShapes.NODE_SELECTOR;
import static dev.dray.api.codec.MetaShapes.OBJECT_META;
import static dev.dray.api.codec.ScalarShape.BOOL;
import static dev.dray.api.codec.ScalarShape.LONG;
import static dev.dray.api.codec.ScalarShape.QUANTITY;
import static dev.dray.api.codec.ScalarShape.RAW;
import static dev.dray.api.codec.ScalarShape.STRING;
import static dev.dray.api.codec.ScalarShape.TIME;

import dev.dray.api.codec.ApiVersion.Dialect;
import dev.dray.api.codec.ObjectShape.Fields;
import dev.dray.api.codec.ObjectShape.Slot;
import dev.dray.api.codec.ObjectShape.Values;
import dev.dray.api.resource.AllocatedDeviceStatus;
import dev.dray.api.resource.AllocationResult;
import dev.dray.api.resource.CapacityRequirements;
import dev.dray.api.resource.CelDeviceSelector;
import dev.dray.api.resource.DeviceAllocationConfiguration;
import dev.dray.api.resource.DeviceAllocationResult;
import dev.dray.api.resource.DeviceClaim;
import dev.dray.api.resource.DeviceClaimConfiguration;
import dev.dray.api.resource.DeviceConstraint;
import dev.dray.api.resource.DeviceDerivedAttribute;
import dev.dray.api.resource.DeviceRequest;
import dev.dray.api.resource.DeviceRequestAllocationResult;
import dev.dray.api.resource.DeviceSelector;
import dev.dray.api.resource.DeviceSubRequest;
import dev.dray.api.resource.DeviceToleration;
import dev.dray.api.resource.ExactDeviceRequest;
import dev.dray.api.resource.NetworkDeviceData;
import dev.dray.api.resource.OpaqueDeviceConfiguration;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimConsumerReference;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourceClaimTemplateSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The shapes of claims and claim templates. */
final class ClaimShapes {
  private ClaimShapes() {}

  private static final ObjectShape<CelDeviceSelector> CEL =
      ObjectShape.of(
          fields -> {
            var expression = fields.always("expression", STRING, CelDeviceSelector::expression);
            return values -> new CelDeviceSelector(values.get(expression));
          });

  static final ObjectShape<DeviceSelector> SELECTOR =
      ObjectShape.of(
          fields -> {
            var cel = fields.maybe("cel", CEL, DeviceSelector::cel);
            fields.hint("expression", "write \"cel: {expression: ...}\"");
            return values -> new DeviceSelector(values.get(cel));
          });

  private static final ObjectShape<CapacityRequirements> CAPACITY =
      ObjectShape.of(
          fields -> {
            var requests = fields.map("requests", QUANTITY, CapacityRequirements::requests);
            return values -> new CapacityRequirements(values.get(requests));
          });

  private static final ObjectShape<DeviceDerivedAttribute> DERIVED =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, DeviceDerivedAttribute::name);
            var expression =
                fields.always("expression", STRING, DeviceDerivedAttribute::expression);
            return values -> new DeviceDerivedAttribute(values.get(name), values.get(expression));
          });

  private static final ObjectShape<DeviceToleration> TOLERATION =
      ObjectShape.of(
          fields -> {
            var key = fields.add("key", STRING, DeviceToleration::key);
            var operator = fields.add("operator", STRING, DeviceToleration::operator);
            var text = fields.add("value", STRING, DeviceToleration::value);
            var effect = fields.add("effect", STRING, DeviceToleration::effect);
            var seconds =
                fields.maybe("tolerationSeconds", LONG, DeviceToleration::tolerationSeconds);
            return values ->
                new DeviceToleration(
                    values.get(key),
                    values.get(operator),
                    values.get(text),
                    values.get(effect),
                    values.get(seconds));
          });

  /** The fields of a request for devices of one class, within whatever object has them. */
  private record ExactFields(
      Slot<String> deviceClassName,
      Slot<List<DeviceSelector>> selectors,
      Slot<String> allocationMode,
      Slot<Long> count,
      Slot<Optional<Boolean>> adminAccess,
      Slot<List<DeviceToleration>> tolerations,
      Slot<Optional<CapacityRequirements>> capacity,
      Slot<List<DeviceDerivedAttribute>> derivedAttributes) {

    static <T> ExactFields in(Fields<T> fields, Function<T, ExactDeviceRequest> of) {
      return new ExactFields(
          fields.always("deviceClassName", STRING, of.andThen(ExactDeviceRequest::deviceClassName)),
          fields.list("selectors", SELECTOR, of.andThen(ExactDeviceRequest::selectors)),
          fields.add("allocationMode", STRING, of.andThen(ExactDeviceRequest::allocationMode)),
          fields.add("count", LONG, of.andThen(ExactDeviceRequest::count)),
          fields.maybe("adminAccess", BOOL, of.andThen(ExactDeviceRequest::adminAccess)),
          fields.list("tolerations", TOLERATION, of.andThen(ExactDeviceRequest::tolerations)),
          fields.maybe("capacity", CAPACITY, of.andThen(ExactDeviceRequest::capacity)),
          fields.list(
              "derivedAttributes", DERIVED, of.andThen(ExactDeviceRequest::derivedAttributes)));
    }

    ExactDeviceRequest request(Values values) {
      return new ExactDeviceRequest(
          values.get(deviceClassName),
          values.get(selectors),
          values.get(allocationMode),
          values.get(count),
          values.get(adminAccess),
          values.get(tolerations),
          values.get(capacity),
          values.get(derivedAttributes));
    }

    /** Whether v1beta1 meant a request of this sort: an empty list of selectors is enough. */
    boolean anySet(Values values) {
      return !values.get(deviceClassName).isEmpty()
          || !values.get(allocationMode).isEmpty()
          || values.get(count) != 0
          || values.has(selectors)
          || values.has(adminAccess)
          || values.has(tolerations)
          || values.has(capacity)
          || values.has(derivedAttributes);
    }
  }

  private static final ObjectShape<ExactDeviceRequest> EXACT =
      ObjectShape.of(fields -> ExactFields.in(fields, Function.identity())::request);

  private static final ObjectShape<DeviceSubRequest> SUB_REQUEST =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, DeviceSubRequest::name);
            var className =
                fields.always("deviceClassName", STRING, DeviceSubRequest::deviceClassName);
            var selectors = fields.list("selectors", SELECTOR, DeviceSubRequest::selectors);
            var mode = fields.add("allocationMode", STRING, DeviceSubRequest::allocationMode);
            var count = fields.add("count", LONG, DeviceSubRequest::count);
            var tolerations = fields.list("tolerations", TOLERATION, DeviceSubRequest::tolerations);
            var capacity = fields.maybe("capacity", CAPACITY, DeviceSubRequest::capacity);
            var derived =
                fields.list("derivedAttributes", DERIVED, DeviceSubRequest::derivedAttributes);
            fields.hint("exactly", "an alternative has these fields itself, without \"exactly\"");
            fields.hint("adminAccess", "alternatives cannot have admin access");
            return values ->
                new DeviceSubRequest(
                    values.get(name),
                    values.get(className),
                    values.get(selectors),
                    values.get(mode),
                    values.get(count),
                    values.get(tolerations),
                    values.get(capacity),
                    values.get(derived));
          });

  private static final ObjectShape<DeviceRequest> REQUEST =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, DeviceRequest::name);
            var exactly = fields.maybe("exactly", EXACT, DeviceRequest::exactly);
            var alternatives =
                fields.list("firstAvailable", SUB_REQUEST, DeviceRequest::firstAvailable);
            EXACT
                .names()
                .forEach(field -> fields.hint(field, "put it under \"exactly\", as v1 wants it"));
            return values ->
                new DeviceRequest(values.get(name), values.get(exactly), values.get(alternatives));
          });

  private static final ObjectShape<DeviceRequest> V1BETA1_REQUEST =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, DeviceRequest::name);
            var flat =
                ExactFields.in(
                    fields, (DeviceRequest request) -> request.exactly().orElse(EXACT.absent()));
            var alternatives =
                fields.list("firstAvailable", SUB_REQUEST, DeviceRequest::firstAvailable);
            fields.hint("exactly", "v1beta1 has these fields in the request itself");
            return values ->
                new DeviceRequest(
                    values.get(name),
                    flat.anySet(values) ? Optional.of(flat.request(values)) : Optional.empty(),
                    values.get(alternatives));
          });

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
    Shape<DeviceRequest> request = dialect == Dialect.V1BETA1 ? V1BETA1_REQUEST : REQUEST;
    ObjectShape<DeviceClaim> devices =
        ObjectShape.of(
            fields -> {
              var requests =
                  fields.always("requests", new Shape.Items<>(request), DeviceClaim::requests);
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

  private static final ObjectShape<DeviceRequestAllocationResult> RESULT =
      ObjectShape.of(
          fields -> {
            var request = fields.always("request", STRING, DeviceRequestAllocationResult::request);
            var driver = fields.always("driver", STRING, DeviceRequestAllocationResult::driver);
            var pool = fields.always("pool", STRING, DeviceRequestAllocationResult::pool);
            var device = fields.always("device", STRING, DeviceRequestAllocationResult::device);
            var admin =
                fields.maybe("adminAccess", BOOL, DeviceRequestAllocationResult::adminAccess);
            var tolerations =
                fields.list("tolerations", TOLERATION, DeviceRequestAllocationResult::tolerations);
            var conditions =
                fields.list(
                    "bindingConditions", STRING, DeviceRequestAllocationResult::bindingConditions);
            var failures =
                fields.list(
                    "bindingFailureConditions",
                    STRING,
                    DeviceRequestAllocationResult::bindingFailureConditions);
            var share = fields.maybe("shareID", STRING, DeviceRequestAllocationResult::shareId);
            var consumed =
                fields.map(
                    "consumedCapacity", QUANTITY, DeviceRequestAllocationResult::consumedCapacity);
            var skip =
                fields.list(
                    "skipNodeOperations",
                    STRING,
                    DeviceRequestAllocationResult::skipNodeOperations);
            var groups =
                fields.map(
                    "compatibilityGroups",
                    new Shape.Items<>(STRING),
                    DeviceRequestAllocationResult::compatibilityGroups);
            var counters =
                fields.map(
                    "consumedCounters",
                    new Shape.Keyed<>(QUANTITY),
                    DeviceRequestAllocationResult::consumedCounters);
            return values ->
                new DeviceRequestAllocationResult(
                    values.get(request),
                    values.get(driver),
                    values.get(pool),
                    values.get(device),
                    values.get(admin),
                    values.get(tolerations),
                    values.get(conditions),
                    values.get(failures),
                    values.get(share),
                    values.get(consumed),
                    values.get(skip),
                    values.get(groups),
                    values.get(counters));
          });

  private static final ObjectShape<DeviceAllocationConfiguration> ALLOCATION_CONFIG =
      ObjectShape.of(
          fields -> {
            var source = fields.always("source", STRING, DeviceAllocationConfiguration::source);
            var requests = fields.list("requests", STRING, DeviceAllocationConfiguration::requests);
            var opaque = fields.maybe("opaque", OPAQUE, DeviceAllocationConfiguration::opaque);
            return values ->
                new DeviceAllocationConfiguration(
                    values.get(source), values.get(requests), values.get(opaque));
          });

  private static final ObjectShape<DeviceAllocationResult> DEVICE_ALLOCATION =
      ObjectShape.of(
          fields -> {
            var results = fields.list("results", RESULT, DeviceAllocationResult::results);
            var config = fields.list("config", ALLOCATION_CONFIG, DeviceAllocationResult::config);
            return values -> new DeviceAllocationResult(values.get(results), values.get(config));
          });

  private static final ObjectShape<AllocationResult> ALLOCATION =
      ObjectShape.of(
          fields -> {
            var devices = fields.always("devices", DEVICE_ALLOCATION, AllocationResult::devices);
            var nodes = fields.maybe("nodeSelector", NODE_SELECTOR, AllocationResult::nodeSelector);
            var time =
                fields.maybe("allocationTimestamp", TIME, AllocationResult::allocationTimestamp);
            return values ->
                new AllocationResult(values.get(devices), values.get(nodes), values.get(time));
          });

  private static final ObjectShape<ResourceClaimConsumerReference> CONSUMER =
      ObjectShape.of(
          fields -> {
            var group = fields.add("apiGroup", STRING, ResourceClaimConsumerReference::apiGroup);
            var resource =
                fields.always("resource", STRING, ResourceClaimConsumerReference::resource);
            var name = fields.always("name", STRING, ResourceClaimConsumerReference::name);
            var uid = fields.always("uid", STRING, ResourceClaimConsumerReference::uid);
            return values ->
                new ResourceClaimConsumerReference(
                    values.get(group), values.get(resource), values.get(name), values.get(uid));
          });

  private static final ObjectShape<NetworkDeviceData> NETWORK =
      ObjectShape.of(
          fields -> {
            var name = fields.add("interfaceName", STRING, NetworkDeviceData::interfaceName);
            var ips = fields.list("ips", STRING, NetworkDeviceData::ips);
            var address = fields.add("hardwareAddress", STRING, NetworkDeviceData::hardwareAddress);
            return values ->
                new NetworkDeviceData(values.get(name), values.get(ips), values.get(address));
          });

  private static final ObjectShape<AllocatedDeviceStatus> DEVICE_STATUS =
      ObjectShape.of(
          fields -> {
            var driver = fields.always("driver", STRING, AllocatedDeviceStatus::driver);
            var pool = fields.always("pool", STRING, AllocatedDeviceStatus::pool);
            var device = fields.always("device", STRING, AllocatedDeviceStatus::device);
            var share = fields.maybe("shareID", STRING, AllocatedDeviceStatus::shareId);
            var conditions =
                fields.always(
                    "conditions", new Shape.Items<>(CONDITION), AllocatedDeviceStatus::conditions);
            var data = fields.maybe("data", RAW, AllocatedDeviceStatus::data);
            var network = fields.maybe("networkData", NETWORK, AllocatedDeviceStatus::networkData);
            return values ->
                new AllocatedDeviceStatus(
                    values.get(driver),
                    values.get(pool),
                    values.get(device),
                    values.get(share),
                    values.get(conditions),
                    values.get(data),
                    values.get(network));
          });

  private static final ObjectShape<ResourceClaimStatus> STATUS =
      ObjectShape.of(
          fields -> {
            var allocation =
                fields.maybe("allocation", ALLOCATION, ResourceClaimStatus::allocation);
            var reserved = fields.list("reservedFor", CONSUMER, ResourceClaimStatus::reservedFor);
            var devices = fields.list("devices", DEVICE_STATUS, ResourceClaimStatus::devices);
            return values ->
                new ResourceClaimStatus(
                    values.get(allocation), values.get(reserved), values.get(devices));
          });

  static ObjectShape<ResourceClaim> claim(Dialect dialect) {
    var spec = spec(dialect);
    return ObjectShape.of(
        fields -> {
          var metadata = fields.add("metadata", OBJECT_META, ResourceClaim::metadata);
          var specSlot = fields.always("spec", spec, ResourceClaim::spec);
          var status = fields.add("status", STATUS, ResourceClaim::status);
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
