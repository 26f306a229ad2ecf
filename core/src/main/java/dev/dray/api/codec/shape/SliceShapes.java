package dev.dray.api.codec.shape;

import static dev.dray.api.codec.shape.MetaShapes.NODE_SELECTOR;
import static dev.dray.api.codec.shape.MetaShapes.OBJECT_META;
import static dev.dray.api.codec.shape.ScalarShape.BOOL;
import static dev.dray.api.codec.shape.ScalarShape.LONG;
import static dev.dray.api.codec.shape.ScalarShape.QUANTITY;
import static dev.dray.api.codec.shape.ScalarShape.STRING;
import static dev.dray.api.codec.shape.ScalarShape.TIME;

import dev.dray.api.codec.shape.ApiVersion.Dialect;
import dev.dray.api.codec.shape.ObjectShape.Fields;
import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.CapacityRequestPolicyRange;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.CounterValueFrom;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.device.DeviceMixin;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.api.resource.device.NodeAllocatableMapping;
import dev.dray.api.resource.device.NodeAllocatableOverhead;
import dev.dray.api.resource.device.NodeAllocatableResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** The shapes of a ResourceSlice and everything in it. */
public final class SliceShapes {
  private SliceShapes() {}

  private static final WireShape<DeviceAttribute> ATTRIBUTE =
      new AttributeShape(AttributeShape.Nullable.NO);

  private static final ObjectShape<CapacityRequestPolicyRange> RANGE =
      ObjectShape.of(
          fields ->
              new CapacityRequestPolicyRange(
                  fields.maybe("min", QUANTITY, CapacityRequestPolicyRange::min),
                  fields.maybe("max", QUANTITY, CapacityRequestPolicyRange::max),
                  fields.maybe("step", QUANTITY, CapacityRequestPolicyRange::step)));

  static final ObjectShape<CapacityRequestPolicy> POLICY =
      ObjectShape.of(
          fields ->
              new CapacityRequestPolicy(
                  fields.maybe("default", QUANTITY, CapacityRequestPolicy::defaultValue),
                  fields.list("validValues", QUANTITY, CapacityRequestPolicy::validValues),
                  fields.maybe("validRange", RANGE, CapacityRequestPolicy::validRange)));

  public static final ObjectShape<DeviceCapacity> CAPACITY =
      ObjectShape.of(
          fields ->
              new DeviceCapacity(
                  fields.always("value", QUANTITY, DeviceCapacity::value),
                  fields.maybe("requestPolicy", POLICY, DeviceCapacity::requestPolicy)));

  private static final ObjectShape<CounterValueFrom> VALUE_FROM =
      ObjectShape.of(
          fields ->
              new CounterValueFrom(
                  fields.always("capacityKey", STRING, CounterValueFrom::capacityKey)));

  public static final ObjectShape<Counter> COUNTER =
      ObjectShape.of(
          fields ->
              new Counter(
                  fields.maybe("value", QUANTITY, Counter::value),
                  fields.maybe("requestPolicy", POLICY, Counter::requestPolicy),
                  fields.maybe("valueFrom", VALUE_FROM, Counter::valueFrom)));

  private static final ObjectShape<CounterSet> COUNTER_SET =
      ObjectShape.of(
          fields ->
              new CounterSet(
                  fields.always("name", STRING, CounterSet::name),
                  fields.list("includes", STRING, CounterSet::includes),
                  fields.map("counters", COUNTER, CounterSet::counters)));

  private static final ObjectShape<DeviceCounterConsumption> CONSUMPTION =
      ObjectShape.of(
          fields ->
              new DeviceCounterConsumption(
                  fields.always("counterSet", STRING, DeviceCounterConsumption::counterSet),
                  fields.list("includes", STRING, DeviceCounterConsumption::includes),
                  fields.map("counters", COUNTER, DeviceCounterConsumption::counters),
                  fields.list(
                      "compatibilityGroups",
                      STRING,
                      DeviceCounterConsumption::compatibilityGroups)));

  public static final ObjectShape<DeviceTaint> TAINT =
      ObjectShape.of(
          fields ->
              new DeviceTaint(
                  fields.always("key", STRING, DeviceTaint::key),
                  fields.add("value", STRING, DeviceTaint::value),
                  fields.always("effect", STRING, DeviceTaint::effect),
                  fields.maybe("timeAdded", TIME, DeviceTaint::timeAdded)));

  private static final ObjectShape<NodeAllocatableMapping> MAPPING =
      ObjectShape.of(
          fields ->
              new NodeAllocatableMapping(
                  fields.maybe("capacityKey", STRING, NodeAllocatableMapping::capacityKey),
                  fields.maybe(
                      "capacityMultiplier", QUANTITY, NodeAllocatableMapping::capacityMultiplier),
                  fields.maybe(
                      "deviceMultiplier", QUANTITY, NodeAllocatableMapping::deviceMultiplier)));

  private static final ObjectShape<NodeAllocatableOverhead> OVERHEAD =
      ObjectShape.of(
          fields ->
              new NodeAllocatableOverhead(
                  fields.maybe("perPod", QUANTITY, NodeAllocatableOverhead::perPod),
                  fields.maybe("perContainer", QUANTITY, NodeAllocatableOverhead::perContainer)));

  private static final ObjectShape<NodeAllocatableResource> NODE_ALLOCATABLE =
      ObjectShape.of(
          fields ->
              new NodeAllocatableResource(
                  fields.maybe("mapping", MAPPING, NodeAllocatableResource::mapping),
                  fields.maybe("overhead", OVERHEAD, NodeAllocatableResource::overhead)));

  /** Returns a device with this name, which v1beta1 keeps apart from all other fields. */
  private static Device device(String name, Fields<Device> fields) {
    return new Device(
        name,
        fields.list("includes", STRING, Device::includes),
        fields.map("attributes", ATTRIBUTE, Device::attributes),
        fields.map("capacity", CAPACITY, Device::capacity),
        fields.list("consumesCounters", CONSUMPTION, Device::consumesCounters),
        fields.maybe("nodeName", STRING, Device::nodeName),
        fields.maybe("nodeSelector", NODE_SELECTOR, Device::nodeSelector),
        fields.maybe("allNodes", BOOL, Device::allNodes),
        fields.list("taints", TAINT, Device::taints),
        fields.maybe("bindsToNode", BOOL, Device::bindsToNode),
        fields.list("bindingConditions", STRING, Device::bindingConditions),
        fields.list("bindingFailureConditions", STRING, Device::bindingFailureConditions),
        fields.maybe("allowMultipleAllocations", BOOL, Device::allowMultipleAllocations),
        fields.map("nodeAllocatableResources", NODE_ALLOCATABLE, Device::nodeAllocatableResources));
  }

  private static final ObjectShape<Device> DEVICE =
      ObjectShape.of(
          Map.of("basic", "only v1beta1 has \"basic\": put its fields into the device"),
          fields -> device(fields.always("name", STRING, Device::name), fields));

  private static final ObjectShape<Device> BASIC_DEVICE =
      ObjectShape.of(fields -> device("", fields));

  private static final ObjectShape<Device> V1BETA1_DEVICE =
      ObjectShape.of(
          BASIC_DEVICE.hints("v1beta1 has this field under \"basic\""),
          fields -> {
            var name = fields.always("name", STRING, Device::name);
            return fields.always("basic", BASIC_DEVICE, Function.identity()).withName(name);
          });

  private static final ObjectShape<ResourcePool> POOL =
      ObjectShape.of(
          fields ->
              new ResourcePool(
                  fields.always("name", STRING, ResourcePool::name),
                  fields.always("generation", LONG, ResourcePool::generation),
                  fields.always("resourceSliceCount", LONG, ResourcePool::resourceSliceCount)));

  private static final ObjectShape<DeviceMixin> DEVICE_MIXIN =
      ObjectShape.of(
          fields ->
              new DeviceMixin(
                  fields.always("name", STRING, DeviceMixin::name),
                  fields.map("attributes", ATTRIBUTE, DeviceMixin::attributes),
                  fields.map("capacity", CAPACITY, DeviceMixin::capacity)));

  private static final ObjectShape<DeviceCounterConsumptionMixin> CONSUMPTION_MIXIN =
      ObjectShape.of(
          fields ->
              new DeviceCounterConsumptionMixin(
                  fields.always("name", STRING, DeviceCounterConsumptionMixin::name),
                  fields.map("counters", COUNTER, DeviceCounterConsumptionMixin::counters)));

  private static final ObjectShape<CounterSetMixin> COUNTER_SET_MIXIN =
      ObjectShape.of(
          fields ->
              new CounterSetMixin(
                  fields.always("name", STRING, CounterSetMixin::name),
                  fields.map("counters", COUNTER, CounterSetMixin::counters)));

  private static final ObjectShape<ResourceSliceMixins> MIXINS =
      ObjectShape.of(
          fields ->
              new ResourceSliceMixins(
                  fields.list("device", DEVICE_MIXIN, ResourceSliceMixins::device),
                  fields.list(
                      "deviceCounterConsumption",
                      CONSUMPTION_MIXIN,
                      ResourceSliceMixins::deviceCounterConsumption),
                  fields.list("counterSet", COUNTER_SET_MIXIN, ResourceSliceMixins::counterSet)));

  /**
   * Returns the shape of the spec. In v1beta1 {@code nodeName} and {@code allNodes} are plain
   * values, so that an empty one is the same as none.
   */
  private static ObjectShape<ResourceSliceSpec> spec(Dialect dialect) {
    return ObjectShape.of(
        fields -> {
          var driver = fields.always("driver", STRING, ResourceSliceSpec::driver);
          var pool = fields.always("pool", POOL, ResourceSliceSpec::pool);
          var nodeName = fields.maybe("nodeName", STRING, ResourceSliceSpec::nodeName);
          var nodeSelector =
              fields.maybe("nodeSelector", NODE_SELECTOR, ResourceSliceSpec::nodeSelector);
          var allNodes = fields.maybe("allNodes", BOOL, ResourceSliceSpec::allNodes);
          var perDevice =
              fields.maybe(
                  "perDeviceNodeSelection", BOOL, ResourceSliceSpec::perDeviceNodeSelection);
          var mixins = fields.maybe("mixins", MIXINS, ResourceSliceSpec::mixins);
          var sets =
              maybeList(fields, "sharedCounters", COUNTER_SET, ResourceSliceSpec::counterSetList);
          var devices =
              maybeList(fields, "devices", device(dialect), ResourceSliceSpec::deviceList);
          var partitionType =
              fields.maybe(
                  "partitionTypeAttribute", STRING, ResourceSliceSpec::partitionTypeAttribute);
          var skip =
              fields.list("skipNodeOperations", STRING, ResourceSliceSpec::skipNodeOperations);
          return new ResourceSliceSpec(
              driver,
              pool,
              set(dialect, nodeName, name -> !name.isEmpty()),
              nodeSelector,
              set(dialect, allNodes, all -> all),
              devices,
              perDevice,
              sets,
              mixins,
              partitionType,
              skip);
        });
  }

  private static <V> Optional<V> set(Dialect dialect, Optional<V> value, Predicate<V> isSet) {
    return dialect == Dialect.V1BETA1 ? value.filter(isSet) : value;
  }

  private static <T, V> Optional<List<V>> maybeList(
      Fields<T> fields, String name, WireShape<V> shape, Function<T, Optional<List<V>>> of) {
    return fields.maybe(name, new WireShape.Items<>(shape), of);
  }

  private static WireShape<Device> device(Dialect dialect) {
    return dialect == Dialect.V1BETA1 ? V1BETA1_DEVICE : DEVICE;
  }

  static ObjectShape<ResourceSlice> slice(Dialect dialect) {
    var spec = spec(dialect);
    return ObjectShape.of(
        fields ->
            new ResourceSlice(
                fields.add("metadata", OBJECT_META, ResourceSlice::metadata),
                fields.always("spec", spec, ResourceSlice::spec)));
  }
}
