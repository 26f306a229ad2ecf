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
          fields ->
              new PartitionTypeStatus(
                  fields.add("attribute", STRING, PartitionTypeStatus::attribute),
                  fields.add("type", STRING, PartitionTypeStatus::type),
                  fields.maybe("total", INT, PartitionTypeStatus::total),
                  fields.maybe("allocatable", INT, PartitionTypeStatus::allocatable)));

  private static final ObjectShape<ShareableCapacityStatus> SHAREABLE_CAPACITY =
      ObjectShape.of(
          fields ->
              new ShareableCapacityStatus(
                  fields.add("name", STRING, ShareableCapacityStatus::name),
                  fields.maybe("total", QUANTITY, ShareableCapacityStatus::total),
                  fields.maybe("consumed", QUANTITY, ShareableCapacityStatus::consumed),
                  fields.maybe("available", QUANTITY, ShareableCapacityStatus::available)));

  private static final ObjectShape<ShareableSummaryStatus> SHAREABLE =
      ObjectShape.of(
          fields ->
              new ShareableSummaryStatus(
                  fields.maybe(
                      "fullyAvailableDevices", INT, ShareableSummaryStatus::fullyAvailableDevices),
                  fields.maybe(
                      "partiallyAvailableDevices",
                      INT,
                      ShareableSummaryStatus::partiallyAvailableDevices),
                  fields.list("capacity", SHAREABLE_CAPACITY, ShareableSummaryStatus::capacity)));

  private static final ObjectShape<PoolStatus> POOL =
      ObjectShape.of(
          fields ->
              new PoolStatus(
                  fields.add("driver", STRING, PoolStatus::driver),
                  fields.add("poolName", STRING, PoolStatus::poolName),
                  fields.always("generation", LONG, PoolStatus::generation),
                  fields.maybe("resourceSliceCount", INT, PoolStatus::resourceSliceCount),
                  fields.maybe("totalDevices", INT, PoolStatus::totalDevices),
                  fields.maybe("allocatedDevices", INT, PoolStatus::allocatedDevices),
                  fields.maybe("availableDevices", INT, PoolStatus::availableDevices),
                  fields.maybe("unavailableDevices", INT, PoolStatus::unavailableDevices),
                  fields.maybe("nodeName", STRING, PoolStatus::nodeName),
                  fields.maybe("validationError", STRING, PoolStatus::validationError),
                  fields.list("partitionSummary", PARTITION, PoolStatus::partitionSummary),
                  fields.maybe("shareableSummary", SHAREABLE, PoolStatus::shareableSummary)));

  private static final ObjectShape<ResourcePoolStatusRequestSpec> SPEC =
      ObjectShape.of(
          fields ->
              new ResourcePoolStatusRequestSpec(
                  fields.always("driver", STRING, ResourcePoolStatusRequestSpec::driver),
                  fields.maybe("poolName", STRING, ResourcePoolStatusRequestSpec::poolName),
                  fields.maybe("limit", INT, ResourcePoolStatusRequestSpec::limit),
                  fields.maybe(
                      "defaultPartitionTypeAttribute",
                      STRING,
                      ResourcePoolStatusRequestSpec::defaultPartitionTypeAttribute)));

  private static final ObjectShape<ResourcePoolStatusRequestStatus> STATUS =
      ObjectShape.of(
          fields ->
              new ResourcePoolStatusRequestStatus(
                  fields.maybe("poolCount", INT, ResourcePoolStatusRequestStatus::poolCount),
                  fields.list("pools", POOL, ResourcePoolStatusRequestStatus::pools),
                  fields.list(
                      "conditions", CONDITION, ResourcePoolStatusRequestStatus::conditions)));

  static final ObjectShape<ResourcePoolStatusRequest> REQUEST =
      ObjectShape.of(
          fields ->
              new ResourcePoolStatusRequest(
                  fields.add("metadata", OBJECT_META, ResourcePoolStatusRequest::metadata),
                  fields.always("spec", SPEC, ResourcePoolStatusRequest::spec),
                  fields.maybe("status", STATUS, ResourcePoolStatusRequest::status)));
}
