package dev.dray.api.admission;

import static dev.dray.api.admission.Written.NOTHING;
import static dev.dray.api.admission.Written.ONE;
import static dev.dray.api.admission.Written.POLICY;
import static dev.dray.api.admission.Written.REQUESTED;
import static dev.dray.api.admission.Written.ROUNDED;
import static dev.dray.api.admission.Written.STATIC;
import static dev.dray.api.admission.Written.TAINT;
import static dev.dray.api.admission.Written.device;
import static dev.dray.api.admission.Written.devices;
import static dev.dray.api.admission.Written.mixins;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.device.DeviceMixin;
import dev.dray.api.resource.device.NodeAllocatableResource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SliceFieldsTest extends GateContract<ResourceSliceSpec> {
  private static final Device PLAIN = Device.named("device");
  private static final DeviceAttribute EMPTY = new DeviceAttribute.Malformed(List.of());
  private static final DeviceAttribute TEXT = new DeviceAttribute.StringValue("x");

  @Override
  FieldPath at() {
    return FieldPath.of("spec");
  }

  @Override
  GatedFields<ResourceSliceSpec> rows() {
    return SliceFields.ALL;
  }

  @Override
  ResourceSliceSpec plain() {
    return devices(PLAIN);
  }

  @Override
  List<GateCase<ResourceSliceSpec>> cases() {
    var cases = new ArrayList<GateCase<ResourceSliceSpec>>();
    cases.addAll(ofMixins());
    cases.addAll(ofPartitions());
    cases.addAll(ofCapacity());
    cases.addAll(ofLists());
    cases.addAll(ofTheRest());
    return cases;
  }

  private List<GateCase<ResourceSliceSpec>> ofMixins() {
    return List.of(
        GateCase.of(
            Gate.DRA_RESOURCE_SLICE_MIXINS,
            plain().withMixins(Optional.of(mixins())),
            plain(),
            "spec.mixins"));
  }

  private List<GateCase<ResourceSliceSpec>> ofPartitions() {
    var gate = Gate.DRA_PARTITIONABLE_DEVICES;
    var none = mixins();
    return List.of(
        GateCase.of(
            gate,
            sharing(set(STATIC)),
            sharing().withCounterSetList(Optional.empty()),
            "spec.sharedCounters"),
        GateCase.of(gate, perDevice(), plain(), "spec.perDeviceNodeSelection"),
        GateCase.of(
            gate,
            devices(consuming(consumption(STATIC))),
            plain(),
            "spec.devices[0].consumesCounters"),
        GateCase.of(
            gate,
            devices(
                device(
                    Optional.of("node"),
                    Optional.of(true),
                    Optional.empty(),
                    List.of(),
                    Optional.empty())),
            plain(),
            "spec.devices[0].nodeName",
            "spec.devices[0].allNodes"),
        GateCase.of(gate, devices(selecting()), plain(), "spec.devices[0].nodeSelector"),
        GateCase.of(
            gate,
            mixing(none.withCounterSet(List.of(setMixin(STATIC)))),
            mixing(none),
            "spec.mixins.counterSet"),
        GateCase.of(
            gate,
            mixing(none.withDeviceCounterConsumption(List.of(consumptionMixin(STATIC)))),
            mixing(none),
            "spec.mixins.deviceCounterConsumption"));
  }

  private List<GateCase<ResourceSliceSpec>> ofCapacity() {
    return List.of(
        GateCase.of(
            Gate.DRA_CONSUMABLE_CAPACITY,
            devices(
                device(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Optional.of(false))),
            plain(),
            "spec.devices[0].allowMultipleAllocations"),
        GateCase.of(
            Gate.DRA_CONSUMABLE_CAPACITY,
            devices(PLAIN.withCapacity(capacity(Optional.of(POLICY)))),
            devices(PLAIN.withCapacity(capacity(Optional.empty()))),
            "spec.devices[0].capacity[memory].requestPolicy"),
        GateCase.of(
            Gate.DRA_CONSUMABLE_CAPACITY,
            mixing(new DeviceMixin("model", Map.of(), capacity(Optional.of(POLICY)))),
            mixing(new DeviceMixin("model", Map.of(), capacity(Optional.empty()))),
            "spec.mixins.device[0].capacity[memory].requestPolicy"),
        shared(sharing(set(ROUNDED)), sharing(set(STATIC)), "sharedCounters[0]", "requestPolicy"),
        shared(
            devices(consuming(consumption(REQUESTED))),
            devices(consuming(consumption(NOTHING))),
            "devices[0].consumesCounters[0]",
            "valueFrom"),
        shared(
            mixing(mixins().withCounterSet(List.of(setMixin(ROUNDED)))),
            mixing(mixins().withCounterSet(List.of(setMixin(STATIC)))),
            "mixins.counterSet[0]",
            "requestPolicy"),
        shared(
            mixing(mixins().withDeviceCounterConsumption(List.of(consumptionMixin(REQUESTED)))),
            mixing(mixins().withDeviceCounterConsumption(List.of(consumptionMixin(NOTHING)))),
            "mixins.deviceCounterConsumption[0]",
            "valueFrom"));
  }

  private static GateCase<ResourceSliceSpec> shared(
      ResourceSliceSpec using, ResourceSliceSpec left, String at, String field) {
    return GateCase.of(
        Gate.DRA_SHARED_CONSUMABLE_CAPACITY,
        using,
        left,
        "spec." + at + ".counters[memory]." + field);
  }

  private List<GateCase<ResourceSliceSpec>> ofLists() {
    var gate = Gate.DRA_LIST_TYPE_ATTRIBUTES;
    return List.of(
        list(new DeviceAttribute.IntValues(List.of(1L)), EMPTY, "ints"),
        list(new DeviceAttribute.BoolValues(List.of(true)), EMPTY, "bools"),
        list(new DeviceAttribute.StringValues(List.of("x")), EMPTY, "strings"),
        list(new DeviceAttribute.VersionValues(List.of()), EMPTY, "versions"),
        list(
            new DeviceAttribute.Malformed(
                List.of(TEXT, new DeviceAttribute.IntValues(List.of(1L)))),
            TEXT,
            "ints"),
        GateCase.of(
            gate,
            mixing(
                new DeviceMixin(
                    "model",
                    Map.of("links", new DeviceAttribute.IntValues(List.of(1L))),
                    Map.of())),
            mixing(new DeviceMixin("model", Map.of("links", EMPTY), Map.of())),
            "spec.mixins.device[0].attributes[links].ints"));
  }

  private static GateCase<ResourceSliceSpec> list(
      DeviceAttribute using, DeviceAttribute left, String field) {
    return GateCase.of(
        Gate.DRA_LIST_TYPE_ATTRIBUTES,
        devices(PLAIN.withAttributes(Map.of("links", using))),
        devices(PLAIN.withAttributes(Map.of("links", left))),
        "spec.devices[0].attributes[links]." + field);
  }

  private List<GateCase<ResourceSliceSpec>> ofTheRest() {
    var binding =
        devices(
            device(
                Optional.empty(),
                Optional.empty(),
                Optional.of(true),
                List.of("Ready"),
                Optional.empty()));
    return List.of(
        GateCase.of(
            Gate.DRA_DEVICE_TAINTS,
            devices(PLAIN.withTaints(List.of(TAINT))),
            plain(),
            "spec.devices[0].taints"),
        GateCase.of(
            Gate.DRA_DEVICE_BINDING_CONDITIONS,
            binding,
            plain(),
            "spec.devices[0].bindsToNode",
            "spec.devices[0].bindingConditions"),
        GateCase.of(
            Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS,
            binding,
            plain(),
            "spec.devices[0].bindsToNode",
            "spec.devices[0].bindingConditions"),
        GateCase.of(
            Gate.DRA_DEVICE_COMPATIBILITY_GROUPS,
            devices(consuming(consumption(STATIC).withCompatibilityGroups(List.of("mig")))),
            devices(consuming(consumption(STATIC))),
            "spec.devices[0].consumesCounters[0].compatibilityGroups"),
        GateCase.of(
            Gate.DRA_NODE_ALLOCATABLE_RESOURCES,
            devices(
                PLAIN.withNodeAllocatableResources(
                    Map.of(
                        "cpu", new NodeAllocatableResource(Optional.empty(), Optional.empty())))),
            plain(),
            "spec.devices[0].nodeAllocatableResources"),
        GateCase.of(
            Gate.DRA_PARTITIONABLE_DEVICES_TYPE, typed(), plain(), "spec.partitionTypeAttribute"),
        GateCase.of(
            Gate.DRA_OPTIONAL_NODE_OPERATIONS,
            plain().withSkipNodeOperations(List.of("*")),
            plain(),
            "spec.skipNodeOperations"));
  }

  @Test
  void what_includes_mixins_is_left_for_validation_to_refuse() {
    var including =
        devices(
            consuming(consumption(STATIC).withIncludes(List.of("half")))
                .withIncludes(List.of("model")));
    var sharing = sharing(new CounterSet("set", List.of("memory"), Map.of("memory", STATIC)));
    var off = allOn().without(Gate.DRA_RESOURCE_SLICE_MIXINS);

    assertThat(
            SliceFields.ALL
                .onCreate(including.withMixins(Optional.of(mixins())), at(), off)
                .object())
        .isEqualTo(including);
    assertThat(SliceFields.ALL.onCreate(including, at(), off))
        .isEqualTo(Admitted.silently(including));
    assertThat(SliceFields.ALL.onCreate(sharing, at(), off)).isEqualTo(Admitted.silently(sharing));
  }

  @Test
  void a_stored_include_keeps_mixins() {
    var including = devices(PLAIN.withIncludes(List.of("model")));
    var incoming = including.withMixins(Optional.of(mixins()));

    var admitted =
        SliceFields.ALL.onUpdate(
            incoming, including, at(), allOn().without(Gate.DRA_RESOURCE_SLICE_MIXINS));

    assertThat(admitted).isEqualTo(Admitted.silently(incoming));
  }

  @Test
  void many_fields_alike_give_one_warning() {
    var tainted = PLAIN.withTaints(List.of(TAINT));
    var spec = plain().withDeviceList(Optional.of(Collections.nCopies(127, tainted)));

    var admitted = SliceFields.ALL.onCreate(spec, at(), allOn().without(Gate.DRA_DEVICE_TAINTS));

    assertThat(admitted.warnings())
        .containsExactly(
            "spec.devices[0].taints and 126 more: dropped because the feature gate DRADeviceTaints"
                + " is disabled");
  }

  @Test
  void a_use_on_one_stored_device_keeps_new_uses_on_others() {
    var tainted = PLAIN.withTaints(List.of(TAINT));
    var incoming = devices(PLAIN, tainted);

    var admitted =
        SliceFields.ALL.onUpdate(
            incoming, devices(tainted, PLAIN), at(), allOn().without(Gate.DRA_DEVICE_TAINTS));

    assertThat(admitted).isEqualTo(Admitted.silently(incoming));
  }

  @Test
  void a_use_of_one_feature_does_not_keep_another() {
    var admitted =
        SliceFields.ALL.onUpdate(
            devices(PLAIN.withTaints(List.of(TAINT))),
            devices(consuming(consumption(STATIC))),
            at(),
            allOff());

    assertThat(admitted.object()).isEqualTo(plain());
  }

  @Test
  void a_field_that_needs_two_gates_names_those_that_are_off() {
    var binding =
        devices(
            device(
                Optional.empty(),
                Optional.empty(),
                Optional.of(true),
                List.of(),
                Optional.empty()));

    assertThat(SliceFields.ALL.onCreate(binding, at(), allOff()).warnings())
        .containsExactly(
            "spec.devices[0].bindsToNode: dropped because the feature gates"
                + " DRADeviceBindingConditions and DRAResourceClaimDeviceStatus are disabled");
  }

  @Test
  void what_goes_with_the_field_around_it_is_not_reported_again() {
    var spec =
        devices(
            consuming(
                consumption(REQUESTED)
                    .withIncludes(List.of("half"))
                    .withCompatibilityGroups(List.of("mig"))));

    assertThat(
            SliceFields.ALL
                .onCreate(
                    spec,
                    at(),
                    allOn()
                        .without(Gate.DRA_PARTITIONABLE_DEVICES)
                        .without(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS)
                        .without(Gate.DRA_SHARED_CONSUMABLE_CAPACITY))
                .warnings())
        .containsExactly(
            "spec.devices[0].consumesCounters: dropped because the feature gate"
                + " DRAPartitionableDevices is disabled");
  }

  private static Device consuming(DeviceCounterConsumption consumption) {
    return PLAIN.withConsumesCounters(List.of(consumption));
  }

  private static DeviceCounterConsumption consumption(Counter counter) {
    return new DeviceCounterConsumption("set", List.of(), Map.of("memory", counter), List.of());
  }

  private static CounterSet set(Counter counter) {
    return new CounterSet("set", List.of(), Map.of("memory", counter));
  }

  private static CounterSetMixin setMixin(Counter counter) {
    return new CounterSetMixin("memory", Map.of("memory", counter));
  }

  private static DeviceCounterConsumptionMixin consumptionMixin(Counter counter) {
    return new DeviceCounterConsumptionMixin("half", Map.of("memory", counter));
  }

  private static ResourceSliceSpec sharing(CounterSet... sets) {
    return devices()
        .withDeviceList(Optional.empty())
        .withCounterSetList(Optional.of(List.of(sets)));
  }

  private static ResourceSliceSpec mixing(ResourceSliceMixins mixins) {
    return devices(PLAIN).withMixins(Optional.of(mixins));
  }

  private static ResourceSliceSpec mixing(DeviceMixin mixin) {
    return mixing(mixins().withDevice(List.of(mixin)));
  }

  private static Map<String, DeviceCapacity> capacity(Optional<CapacityRequestPolicy> policy) {
    return Map.of("memory", new DeviceCapacity(ONE, policy));
  }

  private static Device selecting() {
    return new Device(
        "device",
        List.of(),
        Map.of(),
        Map.of(),
        List.of(),
        Optional.empty(),
        Optional.of(new NodeSelector(List.of())),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Map.of());
  }

  private static ResourceSliceSpec perDevice() {
    return spec(Optional.of(true), Optional.empty());
  }

  private static ResourceSliceSpec typed() {
    return spec(Optional.empty(), Optional.of("gpu.example.com/profile"));
  }

  private static ResourceSliceSpec spec(
      Optional<Boolean> perDeviceNodeSelection, Optional<String> partitionTypeAttribute) {
    var plain = devices(PLAIN);
    return new ResourceSliceSpec(
        plain.driver(),
        plain.pool(),
        plain.nodeName(),
        plain.nodeSelector(),
        plain.allNodes(),
        plain.deviceList(),
        perDeviceNodeSelection,
        plain.counterSetList(),
        plain.mixins(),
        partitionTypeAttribute,
        plain.skipNodeOperations());
  }
}
