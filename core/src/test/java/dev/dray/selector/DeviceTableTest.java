package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.DeviceMixins;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceMixin;
import dev.dray.testing.PlainSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DeviceTableTest {
  private static final String DRIVER = "gpu.example.com";

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void rows_with_mixins_are_the_flattened_devices(long seed) {
    var random = new Random(seed);
    var slice = randomSlice(random);
    var mixins = DeviceMixins.of(slice);

    var builder = DeviceTable.builder(new Schema(10));
    builder.add(slice, mixins);
    var table = builder.build();

    for (int row = 0; row < table.size(); row++) {
      var device = slice.devices().get(row);
      var flat = new CelDevice(DRIVER, mixins.attributes(device), mixins.capacity(device), false);
      assertThat(Sights.entries(table.device(row))).isEqualTo(Sights.entries(flat));
    }
  }

  @Test
  void a_thousand_devices_that_share_a_mixin_store_its_entries_once() {
    var mixin = new DeviceMixin("m", Map.of("model", text("h200"), "ecc", text("on")), Map.of());
    var devices =
        IntStream.range(0, 1_000)
            .mapToObj(i -> Device.named("gpu-" + i).withIncludes(List.of("m")))
            .map(device -> device.withAttributes(Map.of("uuid", text(device.name()))))
            .toList();

    var table = table(slice(List.of(mixin), devices));

    assertThat(table.storedEntries()).isEqualTo(1_000 + 2);
    assertThat(table.distinctValues()).isEqualTo(1_000 + 2);
    assertThat(table.device(7).attributes())
        .isEqualTo(Map.of("model", text("h200"), "ecc", text("on"), "uuid", text("gpu-7")));
  }

  @Test
  void rows_that_are_selected_are_those_of_a_table_made_of_them() {
    var slice = randomSlice(new Random(1));
    var table = table(slice);
    var rows = IntStream.range(0, table.size()).filter(row -> row % 3 != 1).toArray();

    var selected = table.select(rows);

    assertThat(selected.size()).isEqualTo(rows.length);
    for (int row = 0; row < rows.length; row++) {
      assertThat(selected.device(row)).isEqualTo(table.device(rows[row]));
    }
  }

  @Test
  void what_a_device_has_of_its_own_is_neither_included_nor_patched() {
    var mixin = new DeviceMixin("m", Map.of("model", text("h200"), "ecc", text("on")), Map.of());
    var device =
        Device.named("gpu")
            .withIncludes(List.of("m"))
            .withAttributes(Map.of(DRIVER + "/ecc", text("off"), "uuid", text("1")));
    var builder = DeviceTable.builder(new Schema(10));
    builder.addPatched(
        DRIVER,
        device,
        DeviceMixins.of(DRIVER, List.of(mixin)),
        Map.of("uuid", text("2"), "tier", text("gold")),
        Map.of());

    assertThat(builder.build().ownAttributes(0)).isEqualTo(device.attributes());
  }

  @Test
  void a_table_shows_quantities_as_it_was_given_them_whatever_others_were_given() {
    var schema = new Schema(10);

    for (var written : List.of("1Ki", "1024")) {
      var memory = new DeviceCapacity(Quantity.parse(written), Optional.empty());
      var device = new CelDevice(DRIVER, Map.of(), Map.of("memory", memory), false);
      assertThat(DeviceTable.of(schema, List.of(device)).device(0).capacity().values())
          .singleElement()
          .satisfies(capacity -> assertThat(capacity.value()).hasToString(written));
    }
  }

  @Test
  void slices_of_a_pool_that_repeat_a_mixin_store_it_once() {
    var builder = DeviceTable.builder(new Schema(10));
    for (int i = 0; i < 2; i++) {
      var mixin = new DeviceMixin("m" + i, Map.of("model", text("h200")), Map.of());
      var device = Device.named("gpu-" + i).withIncludes(List.of("m" + i));
      var slice = slice(List.of(mixin), List.of(device));
      builder.add(slice, DeviceMixins.of(slice));
    }

    assertThat(builder.build().storedEntries()).isEqualTo(1);
  }

  @Test
  void the_qualified_spelling_wins_in_one_map_and_the_stronger_map_over_both() {
    var both = Map.of("model", text("bare"), DRIVER + "/model", text("qualified"));
    var mixin = new DeviceMixin("m", both, Map.of());
    var plain = Device.named("a").withIncludes(List.of("m"));
    var own = plain.withAttributes(Map.of("model", text("own")));

    var table = table(slice(List.of(mixin), List.of(plain, own)));

    assertThat(table.device(0).attributes())
        .isEqualTo(Map.of(DRIVER + "/model", text("qualified")));
    assertThat(table.device(1).attributes()).isEqualTo(Map.of("model", text("own")));
  }

  @Test
  void a_patch_wins_over_everything_and_can_take_an_attribute_away() {
    var mixin = new DeviceMixin("m", Map.of("model", text("a"), "ecc", text("on")), Map.of());
    var device =
        Device.named("a").withIncludes(List.of("m")).withAttributes(Map.of("uuid", text("1")));
    var mixins = DeviceMixins.of(slice(List.of(mixin), List.of()));
    var builder = DeviceTable.builder(new Schema(10));

    builder.addPatched(
        DRIVER,
        device,
        mixins,
        Map.of(DRIVER + "/model", new DeviceAttribute.NullValue(), "uuid", text("2")),
        Map.of("memory", amount("1Gi")));

    var table = builder.build();
    assertThat(table.device(0).attributes())
        .isEqualTo(Map.of("ecc", text("on"), "uuid", text("2")));
    assertThat(table.device(0).capacity()).isEqualTo(Map.of("memory", amount("1Gi")));
    assertThat(table.mayFailAlways().isEmpty()).isTrue();
  }

  @Test
  void amounts_are_one_value_only_if_no_expression_tells_them_apart() {
    assertThat(new Cell.Amount(Quantity.parse("1Gi")))
        .isEqualTo(new Cell.Amount(Quantity.parse("1024Mi")));
    assertThat(new Cell.Amount(Quantity.parse("1")))
        .isNotEqualTo(new Cell.Amount(Quantity.parse("1000m")))
        .isNotEqualTo(new Cell.Amount(Quantity.parse("1.0")));
  }

  @Test
  void a_version_that_is_none_may_fail_every_expression() {
    var bad = new DeviceAttribute.VersionValue("1.2");
    var good = new DeviceAttribute.VersionValue("1.2.3");
    var table =
        DeviceTable.of(
            new Schema(10),
            List.of(device(Map.of("v", good)), device(Map.of("v", bad)), device(Map.of())));

    assertThat(table.mayFailAlways()).hasToString("{1}");
  }

  private static ResourceSliceSpec randomSlice(Random random) {
    var entries = new RandomDevices(random);
    var mixins = new ArrayList<DeviceMixin>();
    for (int i = 0; i < 4; i++) {
      mixins.add(new DeviceMixin("m" + i, entries.attributes(), entries.capacity()));
    }
    var devices = new ArrayList<Device>();
    for (int i = 0; i < 20; i++) {
      var includes =
          random.ints(0, 5).limit(random.nextInt(4)).distinct().mapToObj(it -> "m" + it).toList();
      devices.add(
          Device.named("gpu-" + i)
              .withIncludes(includes)
              .withAttributes(entries.attributes())
              .withCapacity(entries.capacity()));
    }
    return slice(mixins, devices);
  }

  private static DeviceTable table(ResourceSliceSpec slice) {
    var builder = DeviceTable.builder(new Schema(10));
    builder.add(slice, DeviceMixins.of(slice));
    return builder.build();
  }

  private static ResourceSliceSpec slice(List<DeviceMixin> mixins, List<Device> devices) {
    return PlainSlice.withDevices(0)
        .spec()
        .withMixins(Optional.of(new ResourceSliceMixins(mixins, List.of(), List.of())))
        .withDeviceList(Optional.of(devices));
  }

  private static CelDevice device(Map<String, DeviceAttribute> attributes) {
    return new CelDevice(DRIVER, attributes, Map.of(), false);
  }

  private static DeviceAttribute text(String value) {
    return new DeviceAttribute.StringValue(value);
  }

  private static DeviceCapacity amount(String value) {
    return new DeviceCapacity(Quantity.parse(value), Optional.empty());
  }
}
