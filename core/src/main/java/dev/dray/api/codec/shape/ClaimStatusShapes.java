package dev.dray.api.codec.shape;

import static dev.dray.api.codec.shape.MetaShapes.CONDITION;
import static dev.dray.api.codec.shape.MetaShapes.NODE_SELECTOR;
import static dev.dray.api.codec.shape.ScalarShape.BOOL;
import static dev.dray.api.codec.shape.ScalarShape.QUANTITY;
import static dev.dray.api.codec.shape.ScalarShape.RAW;
import static dev.dray.api.codec.shape.ScalarShape.STRING;
import static dev.dray.api.codec.shape.ScalarShape.TIME;

import dev.dray.api.resource.ResourceClaimConsumerReference;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.claim.AllocatedDeviceStatus;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceAllocationConfiguration;
import dev.dray.api.resource.claim.DeviceAllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.claim.NetworkDeviceData;

/** The shapes of a claim's status. */
final class ClaimStatusShapes {
  private ClaimStatusShapes() {}

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
                fields.list(
                    "tolerations",
                    RequestShapes.TOLERATION,
                    DeviceRequestAllocationResult::tolerations);
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
                    new WireShape.Items<>(STRING),
                    DeviceRequestAllocationResult::compatibilityGroups);
            var counters =
                fields.map(
                    "consumedCounters",
                    new WireShape.Keyed<>(QUANTITY),
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
            var opaque =
                fields.maybe("opaque", ClaimShapes.OPAQUE, DeviceAllocationConfiguration::opaque);
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
                    "conditions",
                    new WireShape.Items<>(CONDITION),
                    AllocatedDeviceStatus::conditions);
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

  static final ObjectShape<ResourceClaimStatus> STATUS =
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
}
