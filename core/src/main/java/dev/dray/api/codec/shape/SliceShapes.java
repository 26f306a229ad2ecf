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
import dev.dray.api.codec.shape.ObjectShape.Slot;
import dev.dray.api.codec.shape.ObjectShape.Values;
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
          fields -> {
            var min = fields.maybe("min", QUANTITY, CapacityRequestPolicyRange::min);
            var max = fields.maybe("max", QUANTITY, CapacityRequestPolicyRange::max);
            var step = fields.maybe("step", QUANTITY, CapacityRequestPolicyRange::step);
            return values ->
                new CapacityRequestPolicyRange(values.get(min), values.get(max), values.get(step));
          });

  static final ObjectShape<CapacityRequestPolicy> POLICY =
      ObjectShape.of(
          fields -> {
            var byDefault = fields.maybe("default", QUANTITY, CapacityRequestPolicy::defaultValue);
            var valid = fields.list("validValues", QUANTITY, CapacityRequestPolicy::validValues);
            var range = fields.maybe("validRange", RANGE, CapacityRequestPolicy::validRange);
            return values ->
                new CapacityRequestPolicy(
                    values.get(byDefault), values.get(valid), values.get(range));
          });

  public static final ObjectShape<DeviceCapacity> CAPACITY =
      ObjectShape.of(
          fields -> {
            var value = fields.always("value", QUANTITY, DeviceCapacity::value);
            var policy = fields.maybe("requestPolicy", POLICY, DeviceCapacity::requestPolicy);
            return values -> new DeviceCapacity(values.get(value), values.get(policy));
          });

  private static final ObjectShape<CounterValueFrom> VALUE_FROM =
      ObjectShape.of(
          fields -> {
            var key = fields.always("capacityKey", STRING, CounterValueFrom::capacityKey);
            return values -> new CounterValueFrom(values.get(key));
          });

  public static final ObjectShape<Counter> COUNTER =
      ObjectShape.of(
          fields -> {
            var value = fields.maybe("value", QUANTITY, Counter::value);
            var policy = fields.maybe("requestPolicy", POLICY, Counter::requestPolicy);
            var valueFrom = fields.maybe("valueFrom", VALUE_FROM, Counter::valueFrom);
            return values ->
                new Counter(values.get(value), values.get(policy), values.get(valueFrom));
          });

  private static final ObjectShape<CounterSet> COUNTER_SET =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, CounterSet::name);
            var includes = fields.list("includes", STRING, CounterSet::includes);
            var counters = fields.map("counters", COUNTER, CounterSet::counters);
            return values ->
                new CounterSet(values.get(name), values.get(includes), values.get(counters));
          });

  private static final ObjectShape<DeviceCounterConsumption> CONSUMPTION =
      ObjectShape.of(
          fields -> {
            var set = fields.always("counterSet", STRING, DeviceCounterConsumption::counterSet);
            var includes = fields.list("includes", STRING, DeviceCounterConsumption::includes);
            var counters = fields.map("counters", COUNTER, DeviceCounterConsumption::counters);
            var groups =
                fields.list(
                    "compatibilityGroups", STRING, DeviceCounterConsumption::compatibilityGroups);
            return values ->
                new DeviceCounterConsumption(
                    values.get(set),
                    values.get(includes),
                    values.get(counters),
                    values.get(groups));
          });

  public static final ObjectShape<DeviceTaint> TAINT =
      ObjectShape.of(
          fields -> {
            var key = fields.always("key", STRING, DeviceTaint::key);
            var text = fields.add("value", STRING, DeviceTaint::value);
            var effect = fields.always("effect", STRING, DeviceTaint::effect);
            var added = fields.maybe("timeAdded", TIME, DeviceTaint::timeAdded);
            return values ->
                new DeviceTaint(
                    values.get(key), values.get(text), values.get(effect), values.get(added));
          });

  private static final ObjectShape<NodeAllocatableMapping> MAPPING =
      ObjectShape.of(
          fields -> {
            var key = fields.maybe("capacityKey", STRING, NodeAllocatableMapping::capacityKey);
            var perCapacity =
                fields.maybe(
                    "capacityMultiplier", QUANTITY, NodeAllocatableMapping::capacityMultiplier);
            var perDevice =
                fields.maybe(
                    "deviceMultiplier", QUANTITY, NodeAllocatableMapping::deviceMultiplier);
            return values ->
                new NodeAllocatableMapping(
                    values.get(key), values.get(perCapacity), values.get(perDevice));
          });

  private static final ObjectShape<NodeAllocatableOverhead> OVERHEAD =
      ObjectShape.of(
          fields -> {
            var perPod = fields.maybe("perPod", QUANTITY, NodeAllocatableOverhead::perPod);
            var perContainer =
                fields.maybe("perContainer", QUANTITY, NodeAllocatableOverhead::perContainer);
            return values ->
                new NodeAllocatableOverhead(values.get(perPod), values.get(perContainer));
          });

  private static final ObjectShape<NodeAllocatableResource> NODE_ALLOCATABLE =
      ObjectShape.of(
          fields -> {
            var mapping = fields.maybe("mapping", MAPPING, NodeAllocatableResource::mapping);
            var overhead = fields.maybe("overhead", OVERHEAD, NodeAllocatableResource::overhead);
            return values -> new NodeAllocatableResource(values.get(mapping), values.get(overhead));
          });

  /** Declares the fields of a device other than its name, which v1beta1 keeps apart. */
  private static Function<Values, Function<String, Device>> body(Fields<Device> fields) {
    var includes = fields.list("includes", STRING, Device::includes);
    var attributes = fields.map("attributes", ATTRIBUTE, Device::attributes);
    var capacity = fields.map("capacity", CAPACITY, Device::capacity);
    var consumes = fields.list("consumesCounters", CONSUMPTION, Device::consumesCounters);
    var nodeName = fields.maybe("nodeName", STRING, Device::nodeName);
    var nodeSelector = fields.maybe("nodeSelector", NODE_SELECTOR, Device::nodeSelector);
    var allNodes = fields.maybe("allNodes", BOOL, Device::allNodes);
    var taints = fields.list("taints", TAINT, Device::taints);
    var bindsToNode = fields.maybe("bindsToNode", BOOL, Device::bindsToNode);
    var conditions = fields.list("bindingConditions", STRING, Device::bindingConditions);
    var failures =
        fields.list("bindingFailureConditions", STRING, Device::bindingFailureConditions);
    var shared = fields.maybe("allowMultipleAllocations", BOOL, Device::allowMultipleAllocations);
    var allocatable =
        fields.map("nodeAllocatableResources", NODE_ALLOCATABLE, Device::nodeAllocatableResources);
    return values ->
        name ->
            new Device(
                name,
                values.get(includes),
                values.get(attributes),
                values.get(capacity),
                values.get(consumes),
                values.get(nodeName),
                values.get(nodeSelector),
                values.get(allNodes),
                values.get(taints),
                values.get(bindsToNode),
                values.get(conditions),
                values.get(failures),
                values.get(shared),
                values.get(allocatable));
  }

  private static final ObjectShape<Device> DEVICE =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, Device::name);
            var body = body(fields);
            fields.hint("basic", "only v1beta1 has \"basic\": put its fields into the device");
            return values -> body.apply(values).apply(values.get(name));
          });

  private static final ObjectShape<Device> BASIC_DEVICE =
      ObjectShape.of(
          fields -> {
            var body = body(fields);
            return values -> body.apply(values).apply("");
          });

  private static final ObjectShape<Device> V1BETA1_DEVICE =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, Device::name);
            var basic = fields.always("basic", BASIC_DEVICE, Function.identity());
            BASIC_DEVICE
                .names()
                .forEach(field -> fields.hint(field, "v1beta1 has this field under \"basic\""));
            return values -> values.get(basic).withName(values.get(name));
          });

  private static final ObjectShape<ResourcePool> POOL =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, ResourcePool::name);
            var generation = fields.always("generation", LONG, ResourcePool::generation);
            var count = fields.always("resourceSliceCount", LONG, ResourcePool::resourceSliceCount);
            return values ->
                new ResourcePool(values.get(name), values.get(generation), values.get(count));
          });

  private static final ObjectShape<DeviceMixin> DEVICE_MIXIN =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, DeviceMixin::name);
            var attributes = fields.map("attributes", ATTRIBUTE, DeviceMixin::attributes);
            var capacity = fields.map("capacity", CAPACITY, DeviceMixin::capacity);
            return values ->
                new DeviceMixin(values.get(name), values.get(attributes), values.get(capacity));
          });

  private static final ObjectShape<DeviceCounterConsumptionMixin> CONSUMPTION_MIXIN =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, DeviceCounterConsumptionMixin::name);
            var counters = fields.map("counters", COUNTER, DeviceCounterConsumptionMixin::counters);
            return values ->
                new DeviceCounterConsumptionMixin(values.get(name), values.get(counters));
          });

  private static final ObjectShape<CounterSetMixin> COUNTER_SET_MIXIN =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, CounterSetMixin::name);
            var counters = fields.map("counters", COUNTER, CounterSetMixin::counters);
            return values -> new CounterSetMixin(values.get(name), values.get(counters));
          });

  private static final ObjectShape<ResourceSliceMixins> MIXINS =
      ObjectShape.of(
          fields -> {
            var devices = fields.list("device", DEVICE_MIXIN, ResourceSliceMixins::device);
            var consumptions =
                fields.list(
                    "deviceCounterConsumption",
                    CONSUMPTION_MIXIN,
                    ResourceSliceMixins::deviceCounterConsumption);
            var sets =
                fields.list("counterSet", COUNTER_SET_MIXIN, ResourceSliceMixins::counterSet);
            return values ->
                new ResourceSliceMixins(
                    values.get(devices), values.get(consumptions), values.get(sets));
          });

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
          return values ->
              new ResourceSliceSpec(
                  values.get(driver),
                  values.get(pool),
                  set(dialect, values.get(nodeName), name -> !name.isEmpty()),
                  values.get(nodeSelector),
                  set(dialect, values.get(allNodes), all -> all),
                  values.get(devices),
                  values.get(perDevice),
                  values.get(sets),
                  values.get(mixins),
                  values.get(partitionType),
                  values.get(skip));
        });
  }

  private static <V> Optional<V> set(Dialect dialect, Optional<V> value, Predicate<V> isSet) {
    return dialect == Dialect.V1BETA1 ? value.filter(isSet) : value;
  }

  private static <T, V> Slot<Optional<List<V>>> maybeList(
      Fields<T> fields, String name, WireShape<V> shape, Function<T, Optional<List<V>>> of) {
    return fields.maybe(name, new WireShape.Items<>(shape), of);
  }

  private static WireShape<Device> device(Dialect dialect) {
    return dialect == Dialect.V1BETA1 ? V1BETA1_DEVICE : DEVICE;
  }

  static ObjectShape<ResourceSlice> slice(Dialect dialect) {
    var spec = spec(dialect);
    return ObjectShape.of(
        fields -> {
          var metadata = fields.add("metadata", OBJECT_META, ResourceSlice::metadata);
          var specSlot = fields.always("spec", spec, ResourceSlice::spec);
          return values -> new ResourceSlice(values.get(metadata), values.get(specSlot));
        });
  }
}
