package dev.dray.api.codec.shape;

import static dev.dray.api.codec.shape.MetaShapes.CONDITION;
import static dev.dray.api.codec.shape.MetaShapes.OBJECT_META;
import static dev.dray.api.codec.shape.ScalarShape.INT;
import static dev.dray.api.codec.shape.ScalarShape.LONG;
import static dev.dray.api.codec.shape.ScalarShape.QUANTITY;
import static dev.dray.api.codec.shape.ScalarShape.STRING;

import dev.dray.api.resource.PartitionTypeStatus;
import dev.dray.api.resource.PoolStatus;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourcePoolStatusRequestSpec;
import dev.dray.api.resource.ResourcePoolStatusRequestStatus;
import dev.dray.api.resource.ShareableCapacityStatus;
import dev.dray.api.resource.ShareableSummaryStatus;

/** The shapes of a ResourcePoolStatusRequest. */
final class PoolStatusShapes {
  private PoolStatusShapes() {}

  private static final ObjectShape<PartitionTypeStatus> PARTITION =
      ObjectShape.of(
          fields -> {
            var attribute = fields.add("attribute", STRING, PartitionTypeStatus::attribute);
            var type = fields.add("type", STRING, PartitionTypeStatus::type);
            var total = fields.maybe("total", INT, PartitionTypeStatus::total);
            var allocatable = fields.maybe("allocatable", INT, PartitionTypeStatus::allocatable);
            return values ->
                new PartitionTypeStatus(
                    values.get(attribute),
                    values.get(type),
                    values.get(total),
                    values.get(allocatable));
          });

  private static final ObjectShape<ShareableCapacityStatus> SHAREABLE_CAPACITY =
      ObjectShape.of(
          fields -> {
            var name = fields.add("name", STRING, ShareableCapacityStatus::name);
            var total = fields.maybe("total", QUANTITY, ShareableCapacityStatus::total);
            var consumed = fields.maybe("consumed", QUANTITY, ShareableCapacityStatus::consumed);
            var available = fields.maybe("available", QUANTITY, ShareableCapacityStatus::available);
            return values ->
                new ShareableCapacityStatus(
                    values.get(name),
                    values.get(total),
                    values.get(consumed),
                    values.get(available));
          });

  private static final ObjectShape<ShareableSummaryStatus> SHAREABLE =
      ObjectShape.of(
          fields -> {
            var fully =
                fields.maybe(
                    "fullyAvailableDevices", INT, ShareableSummaryStatus::fullyAvailableDevices);
            var partially =
                fields.maybe(
                    "partiallyAvailableDevices",
                    INT,
                    ShareableSummaryStatus::partiallyAvailableDevices);
            var capacity =
                fields.list("capacity", SHAREABLE_CAPACITY, ShareableSummaryStatus::capacity);
            return values ->
                new ShareableSummaryStatus(
                    values.get(fully), values.get(partially), values.get(capacity));
          });

  private static final ObjectShape<PoolStatus> POOL =
      ObjectShape.of(
          fields -> {
            var driver = fields.add("driver", STRING, PoolStatus::driver);
            var name = fields.add("poolName", STRING, PoolStatus::poolName);
            var generation = fields.always("generation", LONG, PoolStatus::generation);
            var slices = fields.maybe("resourceSliceCount", INT, PoolStatus::resourceSliceCount);
            var total = fields.maybe("totalDevices", INT, PoolStatus::totalDevices);
            var allocated = fields.maybe("allocatedDevices", INT, PoolStatus::allocatedDevices);
            var available = fields.maybe("availableDevices", INT, PoolStatus::availableDevices);
            var unavailable =
                fields.maybe("unavailableDevices", INT, PoolStatus::unavailableDevices);
            var node = fields.maybe("nodeName", STRING, PoolStatus::nodeName);
            var error = fields.maybe("validationError", STRING, PoolStatus::validationError);
            var partitions =
                fields.list("partitionSummary", PARTITION, PoolStatus::partitionSummary);
            var shareable =
                fields.maybe("shareableSummary", SHAREABLE, PoolStatus::shareableSummary);
            return values ->
                new PoolStatus(
                    values.get(driver),
                    values.get(name),
                    values.get(generation),
                    values.get(slices),
                    values.get(total),
                    values.get(allocated),
                    values.get(available),
                    values.get(unavailable),
                    values.get(node),
                    values.get(error),
                    values.get(partitions),
                    values.get(shareable));
          });

  private static final ObjectShape<ResourcePoolStatusRequestSpec> SPEC =
      ObjectShape.of(
          fields -> {
            var driver = fields.always("driver", STRING, ResourcePoolStatusRequestSpec::driver);
            var pool = fields.maybe("poolName", STRING, ResourcePoolStatusRequestSpec::poolName);
            var limit = fields.maybe("limit", INT, ResourcePoolStatusRequestSpec::limit);
            var partitionType =
                fields.maybe(
                    "defaultPartitionTypeAttribute",
                    STRING,
                    ResourcePoolStatusRequestSpec::defaultPartitionTypeAttribute);
            return values ->
                new ResourcePoolStatusRequestSpec(
                    values.get(driver),
                    values.get(pool),
                    values.get(limit),
                    values.get(partitionType));
          });

  private static final ObjectShape<ResourcePoolStatusRequestStatus> STATUS =
      ObjectShape.of(
          fields -> {
            var count = fields.maybe("poolCount", INT, ResourcePoolStatusRequestStatus::poolCount);
            var pools = fields.list("pools", POOL, ResourcePoolStatusRequestStatus::pools);
            var conditions =
                fields.list("conditions", CONDITION, ResourcePoolStatusRequestStatus::conditions);
            return values ->
                new ResourcePoolStatusRequestStatus(
                    values.get(count), values.get(pools), values.get(conditions));
          });

  static final ObjectShape<ResourcePoolStatusRequest> REQUEST =
      ObjectShape.of(
          fields -> {
            var metadata = fields.add("metadata", OBJECT_META, ResourcePoolStatusRequest::metadata);
            var spec = fields.always("spec", SPEC, ResourcePoolStatusRequest::spec);
            var status = fields.maybe("status", STATUS, ResourcePoolStatusRequest::status);
            return values ->
                new ResourcePoolStatusRequest(
                    values.get(metadata), values.get(spec), values.get(status));
          });
}
