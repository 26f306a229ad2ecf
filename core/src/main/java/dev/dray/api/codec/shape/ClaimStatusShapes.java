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
          fields ->
              new DeviceRequestAllocationResult(
                  fields.always("request", STRING, DeviceRequestAllocationResult::request),
                  fields.always("driver", STRING, DeviceRequestAllocationResult::driver),
                  fields.always("pool", STRING, DeviceRequestAllocationResult::pool),
                  fields.always("device", STRING, DeviceRequestAllocationResult::device),
                  fields.maybe("adminAccess", BOOL, DeviceRequestAllocationResult::adminAccess),
                  fields.list(
                      "tolerations",
                      RequestShapes.TOLERATION,
                      DeviceRequestAllocationResult::tolerations),
                  fields.list(
                      "bindingConditions",
                      STRING,
                      DeviceRequestAllocationResult::bindingConditions),
                  fields.list(
                      "bindingFailureConditions",
                      STRING,
                      DeviceRequestAllocationResult::bindingFailureConditions),
                  fields.maybe("shareID", STRING, DeviceRequestAllocationResult::shareId),
                  fields.map(
                      "consumedCapacity",
                      QUANTITY,
                      DeviceRequestAllocationResult::consumedCapacity),
                  fields.list(
                      "skipNodeOperations",
                      STRING,
                      DeviceRequestAllocationResult::skipNodeOperations),
                  fields.map(
                      "compatibilityGroups",
                      new WireShape.Items<>(STRING),
                      DeviceRequestAllocationResult::compatibilityGroups),
                  fields.map(
                      "consumedCounters",
                      new WireShape.Keyed<>(QUANTITY),
                      DeviceRequestAllocationResult::consumedCounters)));

  private static final ObjectShape<DeviceAllocationConfiguration> ALLOCATION_CONFIG =
      ObjectShape.of(
          fields ->
              new DeviceAllocationConfiguration(
                  fields.always("source", STRING, DeviceAllocationConfiguration::source),
                  fields.list("requests", STRING, DeviceAllocationConfiguration::requests),
                  fields.maybe(
                      "opaque", ClaimShapes.OPAQUE, DeviceAllocationConfiguration::opaque)));

  private static final ObjectShape<DeviceAllocationResult> DEVICE_ALLOCATION =
      ObjectShape.of(
          fields ->
              new DeviceAllocationResult(
                  fields.list("results", RESULT, DeviceAllocationResult::results),
                  fields.list("config", ALLOCATION_CONFIG, DeviceAllocationResult::config)));

  private static final ObjectShape<AllocationResult> ALLOCATION =
      ObjectShape.of(
          fields ->
              new AllocationResult(
                  fields.always("devices", DEVICE_ALLOCATION, AllocationResult::devices),
                  fields.maybe("nodeSelector", NODE_SELECTOR, AllocationResult::nodeSelector),
                  fields.maybe(
                      "allocationTimestamp", TIME, AllocationResult::allocationTimestamp)));

  private static final ObjectShape<ResourceClaimConsumerReference> CONSUMER =
      ObjectShape.of(
          fields ->
              new ResourceClaimConsumerReference(
                  fields.add("apiGroup", STRING, ResourceClaimConsumerReference::apiGroup),
                  fields.always("resource", STRING, ResourceClaimConsumerReference::resource),
                  fields.always("name", STRING, ResourceClaimConsumerReference::name),
                  fields.always("uid", STRING, ResourceClaimConsumerReference::uid)));

  private static final ObjectShape<NetworkDeviceData> NETWORK =
      ObjectShape.of(
          fields ->
              new NetworkDeviceData(
                  fields.add("interfaceName", STRING, NetworkDeviceData::interfaceName),
                  fields.list("ips", STRING, NetworkDeviceData::ips),
                  fields.add("hardwareAddress", STRING, NetworkDeviceData::hardwareAddress)));

  private static final ObjectShape<AllocatedDeviceStatus> DEVICE_STATUS =
      ObjectShape.of(
          fields ->
              new AllocatedDeviceStatus(
                  fields.always("driver", STRING, AllocatedDeviceStatus::driver),
                  fields.always("pool", STRING, AllocatedDeviceStatus::pool),
                  fields.always("device", STRING, AllocatedDeviceStatus::device),
                  fields.maybe("shareID", STRING, AllocatedDeviceStatus::shareId),
                  fields.always(
                      "conditions",
                      new WireShape.Items<>(CONDITION),
                      AllocatedDeviceStatus::conditions),
                  fields.maybe("data", RAW, AllocatedDeviceStatus::data),
                  fields.maybe("networkData", NETWORK, AllocatedDeviceStatus::networkData)));

  static final ObjectShape<ResourceClaimStatus> STATUS =
      ObjectShape.of(
          fields ->
              new ResourceClaimStatus(
                  fields.maybe("allocation", ALLOCATION, ResourceClaimStatus::allocation),
                  fields.list("reservedFor", CONSUMER, ResourceClaimStatus::reservedFor),
                  fields.list("devices", DEVICE_STATUS, ResourceClaimStatus::devices)));
}
