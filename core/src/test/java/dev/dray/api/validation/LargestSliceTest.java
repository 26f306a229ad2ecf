package dev.dray.api.validation;

import static dev.dray.testing.LargestSlice.consumption;
import static dev.dray.testing.LargestSlice.listOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterValueFrom;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.device.DeviceMixin;
import dev.dray.testing.LargestSlice;
import dev.dray.testing.Longest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The largest slices that the limits of KEP-5234 allow, and one more of everything they limit. */
class LargestSliceTest {
  private static final Validator VALIDATOR = Validator.with(Gates.defaults());
  private static final ResourceSlice DEVICES = LargestSlice.withDevices();
  private static final ResourceSlice COUNTERS = LargestSlice.withCounters();
  private static final ResourceSlice LISTS = withList(17);

  @Test
  void the_largest_slices_are_accepted() {
    assertThat(VALIDATOR.create(DEVICES)).isEmpty();
    assertThat(VALIDATOR.create(COUNTERS)).isEmpty();
    assertThat(VALIDATOR.create(LISTS)).isEmpty();
  }

  /**
   * The KEP states 1,288,825 bytes and does not show the slice. Without the fields that came after
   * it, binding conditions and compatibility groups, ours is larger by a sixth: JSON repeats the
   * names of fields for each of thousands of entries, which the protobuf that upstream stores does
   * not. The KEP had counters beside the devices; they are now in a slice of their own.
   */
  @Test
  void the_largest_slices_have_a_known_size_as_json() {
    assertThat(json(DEVICES).length()).isEqualTo(1_862_308);
    assertThat(json(asInTheKep()).length()).isEqualTo(1_485_604);
    assertThat(json(COUNTERS).length()).isEqualTo(42_535);
  }

  /**
   * The limits count entries and not bytes: the same number of entries takes far more of them as
   * capacities with a request policy, each in a mixin of its own. What bounds such a slice is the
   * size of a request, in etcd 1.5 MiB.
   */
  @Test
  void the_limits_do_not_bound_the_bytes() {
    var policy = new CapacityRequestPolicy(Optional.of(amount(0)), amounts(10), Optional.empty());
    var capacity = new DeviceCapacity(LargestSlice.AMOUNT, Optional.of(policy));
    var mixins =
        listOf(
            4096,
            number ->
                new DeviceMixin(
                    Longest.label("mixin", number),
                    Map.of(),
                    Map.of(Longest.qualified("included", number), capacity)));
    var slice =
        DEVICES.withSpec(
            DEVICES
                .spec()
                .withDeviceList(Optional.of(List.of()))
                .withMixins(Optional.of(new ResourceSliceMixins(mixins, List.of(), List.of()))));

    assertThat(VALIDATOR.create(slice)).isEmpty();
    assertThat(json(slice).length()).isEqualTo(2_069_384);
  }

  private static ResourceSlice asInTheKep() {
    return DEVICES.withSpec(
        DEVICES
            .spec()
            .withDeviceList(
                Optional.of(
                    DEVICES.spec().devices().stream()
                        .map(Device::withoutBinding)
                        .map(
                            device ->
                                device.withConsumesCounters(
                                    device.consumesCounters().stream()
                                        .map(each -> each.withCompatibilityGroups(List.of()))
                                        .toList()))
                        .toList())));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"oneMore", "oneMoreConsumed", "oneMoreCounter", "oneByteMore"})
  void one_more_is_refused(String what, ResourceSlice slice, List<String> expected) {
    assertThat(found(VALIDATOR.create(slice))).isEqualTo(expected);
  }

  static Stream<Arguments> oneMore() {
    return Stream.of(
        more(
            "device",
            devices(DEVICES, all -> added(all, bare(all.getFirst()))),
            "TOO_MANY spec.devices"),
        more(
            "attribute of the slice",
            mixins(
                DEVICES,
                all -> all.withDevice(added(all.device(), LargestSlice.deviceMixin(999, 999)))),
            "INVALID spec"),
        more(
            "capacity of the slice",
            mixins(DEVICES, all -> all.withDevice(added(all.device(), capacityMixin()))),
            "INVALID spec"),
        more(
            "attribute of a flattened device",
            first(DEVICES, device -> device.withIncludes(mixinNames(100))),
            "INVALID spec.devices[0]"),
        more("value in lists", withList(18), "INVALID spec.devices[0]"),
        more(
            "device beside a list",
            devices(LISTS, all -> added(all, DEVICES.spec().devices().getLast())),
            "TOO_MANY spec.devices"),
        more(
            "include of a device",
            first(DEVICES, device -> device.withIncludes(nineIncludes())),
            "TOO_MANY spec.devices[0].includes"),
        more(
            "taint",
            first(DEVICES, device -> device.withTaints(listOf(5, LargestSlice::taint))),
            "TOO_MANY spec.devices[0].taints"),
        more(
            "binding condition",
            text(DEVICES, "bindingConditions\":[", "bindingConditions\":[\"a/b\","),
            "TOO_MANY spec.devices[0].bindingConditions"),
        more(
            "binding failure condition",
            text(DEVICES, "bindingFailureConditions\":[", "bindingFailureConditions\":[\"a/b\","),
            "TOO_MANY spec.devices[0].bindingFailureConditions"),
        more(
            "valid value of a capacity",
            mixins(
                DEVICES,
                all -> all.withDevice(replaced(all.device(), 100, policyMixin(amounts(11))))),
            "TOO_MANY spec.mixins.device[100].capacity[memory].requestPolicy.validValues",
            "INVALID spec.mixins.device[100].capacity[memory].requestPolicy.validValues"));
  }

  static Stream<Arguments> oneMoreConsumed() {
    return Stream.of(
        more(
            "consumed counter of the slice",
            mixins(
                DEVICES,
                all ->
                    all.withDeviceCounterConsumption(
                        added(all.deviceCounterConsumption(), LargestSlice.consumptionMixin(999)))),
            "INVALID spec"),
        more(
            "consumption of a device",
            first(
                DEVICES,
                device ->
                    device.withConsumesCounters(
                        listOf(3, number -> consumption(number).withCounters(counters(number))))),
            "TOO_MANY spec.devices[0].consumesCounters"),
        more(
            "include of a consumption",
            firstConsumption(each -> each.withIncludes(nineIncludes())),
            "TOO_MANY spec.devices[0].consumesCounters[0].includes"),
        more(
            "group of a consumption",
            firstConsumption(each -> each.withCompatibilityGroups(List.of("a", "b", "c"))),
            "TOO_MANY spec.devices[0].consumesCounters[0].compatibilityGroups"),
        more(
            "request-driven counter of a flattened consumption",
            requestDriven(33),
            "TOO_MANY spec.devices[0].consumesCounters[0].counters"));
  }

  static Stream<Arguments> oneMoreCounter() {
    var spec = COUNTERS.spec();
    return Stream.of(
        more(
            "counter set",
            COUNTERS.withSpec(
                spec.withCounterSetList(
                    Optional.of(
                        added(
                            spec.sharedCounters(),
                            LargestSlice.counterSet(8).withCounters(Map.of()))))),
            "TOO_MANY spec.sharedCounters"),
        more(
            "counter of the slice",
            mixins(
                COUNTERS,
                all ->
                    all.withCounterSet(added(all.counterSet(), LargestSlice.counterSetMixin(999)))),
            "INVALID spec"),
        more(
            "include of a counter set",
            COUNTERS.withSpec(
                spec.withCounterSetList(
                    Optional.of(
                        replaced(
                            spec.sharedCounters(),
                            0,
                            spec.sharedCounters().getFirst().withIncludes(nineIncludes()))))),
            "TOO_MANY spec.sharedCounters[0].includes"));
  }

  static Stream<Arguments> oneByteMore() {
    var consumption = "spec.devices[0].consumesCounters[0].";
    var taint = LargestSlice.taint(0);
    return Stream.of(
        longer(DEVICES, Longest.subdomain("slice", 0), "INVALID metadata.name"),
        longer(DEVICES, "driver\":\"" + Longest.DRIVER, "TOO_LONG spec.driver"),
        longer(
            DEVICES,
            Longest.subdomain("pool", 0),
            "TOO_LONG spec.pool.name",
            "INVALID spec.pool.name"),
        longer(COUNTERS, Longest.subdomain("node", 0), "INVALID spec.nodeName"),
        longer(DEVICES, Longest.subdomain("node", 0), "INVALID spec.devices[0].nodeName"),
        longer(DEVICES, Longest.label("device", 0), "INVALID spec.devices[0].name"),
        longer(DEVICES, Longest.label("mixin", 100), "INVALID spec.mixins.device[100].name"),
        longer(
            DEVICES,
            Longest.label("mixin", 200),
            "INVALID spec.mixins.deviceCounterConsumption[200].name"),
        longer(
            DEVICES,
            Longest.label("mixed", 0),
            "INVALID spec.mixins.deviceCounterConsumption[0].counters"),
        longer(DEVICES, Longest.label("set", 0), "INVALID " + consumption + "counterSet"),
        longer(DEVICES, Longest.label("own", 0), "INVALID " + consumption + "counters"),
        longer(
            DEVICES,
            Longest.label("group", 0),
            "INVALID " + consumption + "compatibilityGroups[0]"),
        longer(DEVICES, taint.key(), "INVALID spec.devices[0].taints[0].key"),
        longer(DEVICES, Longest.subdomain("taint", 0), "INVALID spec.devices[0].taints[0].key"),
        longer(DEVICES, taint.value(), "INVALID spec.devices[0].taints[0].value"),
        longer(
            DEVICES, Longest.labelKey("ready", 0), "INVALID spec.devices[0].bindingConditions[0]"),
        longer(
            DEVICES,
            Longest.labelKey("failed", 0),
            "INVALID spec.devices[0].bindingFailureConditions[0]"),
        longer(DEVICES, Longest.qualified("own", 0), "TOO_LONG spec.devices[0].attributes"),
        more(
            "byte in the domain of an attribute",
            text(DEVICES, Longest.DRIVER + "/own", Longest.DRIVER + "x/own"),
            "TOO_LONG spec.devices[0].attributes"),
        longer(
            DEVICES,
            Longest.version(100),
            "TOO_LONG spec.mixins.device[100].attributes[%s].version"
                .formatted(Longest.qualified("included", 100))),
        more(
            "byte in a string",
            withAttribute(new DeviceAttribute.StringValue(Longest.string("a") + "x")),
            "TOO_LONG spec.devices[0].attributes[%s].string"
                .formatted(Longest.qualified("own", 0))),
        longer(COUNTERS, Longest.label("set", 0), "INVALID spec.sharedCounters[0].name"),
        longer(COUNTERS, Longest.label("own", 0), "INVALID spec.sharedCounters[0].counters"),
        longer(COUNTERS, Longest.label("mixed", 0), "INVALID spec.mixins.counterSet[0].counters"),
        longer(COUNTERS, Longest.label("mixin", 100), "INVALID spec.mixins.counterSet[100].name"));
  }

  private static Arguments more(String what, ResourceSlice slice, String... expected) {
    return arguments("one more " + what, slice, List.of(expected));
  }

  private static Arguments longer(ResourceSlice slice, String name, String... expected) {
    return more("byte at " + expected[0], text(slice, name, name + "x"), expected);
  }

  private static List<String> found(Violations violations) {
    return violations.stream().map(each -> each.type() + " " + each.path()).toList();
  }

  /** The slice with the first occurrence of a text in its JSON replaced. */
  private static ResourceSlice text(ResourceSlice slice, String from, String to) {
    var json = json(slice);
    var edited = json.replaceFirst(Pattern.quote(from), to.replace("\\", "\\\\"));
    assertThat(edited).isNotEqualTo(json);
    var documents =
        new Manifests(FieldValidation.STRICT).read(edited.getBytes(StandardCharsets.UTF_8));
    return (ResourceSlice) ((Document.Read) documents.getFirst()).object();
  }

  private static String json(ResourceSlice slice) {
    return new ManifestWriter(ApiVersion.V1).json(slice);
  }

  private static ResourceSlice devices(ResourceSlice slice, UnaryOperator<List<Device>> edit) {
    var spec = slice.spec();
    return slice.withSpec(spec.withDeviceList(Optional.of(edit.apply(spec.devices()))));
  }

  private static ResourceSlice first(ResourceSlice slice, UnaryOperator<Device> edit) {
    return devices(slice, all -> replaced(all, 0, edit.apply(all.getFirst())));
  }

  private static ResourceSlice firstConsumption(UnaryOperator<DeviceCounterConsumption> edit) {
    return first(
        DEVICES,
        device ->
            device.withConsumesCounters(
                replaced(
                    device.consumesCounters(),
                    0,
                    edit.apply(device.consumesCounters().getFirst()))));
  }

  private static ResourceSlice mixins(
      ResourceSlice slice, UnaryOperator<ResourceSliceMixins> edit) {
    return slice.withSpec(slice.spec().withMixins(slice.spec().mixins().map(edit)));
  }

  private static List<String> nineIncludes() {
    return listOf(9, number -> Longest.label("mixin", number));
  }

  private static Device bare(Device device) {
    return device.withName("one-more").withAttributes(Map.of()).withConsumesCounters(List.of());
  }

  /** Eight includes, one of which is not among those that every device has. */
  private static List<String> mixinNames(int one) {
    return replaced(
        listOf(8, number -> Longest.label("mixin", number)), 0, Longest.label("mixin", one));
  }

  /** As many devices as there may be beside a list, the first with so many values in one. */
  private static ResourceSlice withList(int values) {
    return devices(
        withAttribute(new DeviceAttribute.IntValues(listOf(values, Long::valueOf))),
        all -> all.subList(0, 64));
  }

  private static ResourceSlice withAttribute(DeviceAttribute attribute) {
    return first(
        DEVICES,
        device -> {
          var attributes = new java.util.LinkedHashMap<>(device.attributes());
          attributes.put(Longest.qualified("own", 0), attribute);
          return device.withAttributes(attributes);
        });
  }

  private static DeviceMixin capacityMixin() {
    return LargestSlice.deviceMixin(999, 999)
        .withAttributes(Map.of())
        .withCapacity(Map.of("memory", new DeviceCapacity(LargestSlice.AMOUNT, Optional.empty())));
  }

  private static DeviceMixin policyMixin(List<Quantity> values) {
    var policy = new CapacityRequestPolicy(Optional.of(amount(0)), values, Optional.empty());
    return new DeviceMixin(
        Longest.label("mixin", 999),
        Map.of(),
        Map.of("memory", new DeviceCapacity(LargestSlice.AMOUNT, Optional.of(policy))));
  }

  private static Map<String, Counter> counters(int number) {
    return number == 0 ? LargestSlice.counters("own", 1) : LargestSlice.counters("own", 2);
  }

  private static ResourceSlice requestDriven(int count) {
    var from =
        new Counter(
            Optional.empty(), Optional.empty(), Optional.of(new CounterValueFrom("memory")));
    var mixin =
        new DeviceCounterConsumptionMixin(
            "driven", LargestSlice.mapOf(count, number -> "counter-" + number, _ -> from));
    var slice =
        mixins(
            DEVICES,
            all ->
                all.withDeviceCounterConsumption(
                    added(all.deviceCounterConsumption().subList(0, 100), mixin)));
    return first(
        slice,
        device ->
            device.withConsumesCounters(List.of(consumption(0).withIncludes(List.of("driven")))));
  }

  private static Quantity amount(int number) {
    return Quantity.parse(Long.toString(Long.MAX_VALUE - 100 + number));
  }

  private static List<Quantity> amounts(int count) {
    return listOf(count, LargestSliceTest::amount);
  }

  private static <T> List<T> added(List<T> items, T item) {
    var all = new ArrayList<>(items);
    all.add(item);
    return all;
  }

  private static <T> List<T> replaced(List<T> items, int index, T item) {
    var all = new ArrayList<>(items);
    all.set(index, item);
    return all;
  }
}
