package dev.dray.api.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.QualifiedName;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceAttribute.IntValue;
import dev.dray.api.resource.device.DeviceMixin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeviceMixinsTest {
  private static final String DRIVER = "gpu.example.com";

  private static Map<String, DeviceAttribute> attributes(Object... namesAndValues) {
    var attributes = new LinkedHashMap<String, DeviceAttribute>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      attributes.put((String) namesAndValues[i], new IntValue((Integer) namesAndValues[i + 1]));
    }
    return attributes;
  }

  private static Device device(Map<String, DeviceAttribute> attributes, String... includes) {
    var named = Device.named("a");
    return new Device(
        named.name(),
        List.of(includes),
        attributes,
        named.capacity(),
        named.consumesCounters(),
        named.nodeName(),
        named.nodeSelector(),
        named.allNodes(),
        named.taints(),
        named.bindsToNode(),
        named.bindingConditions(),
        named.bindingFailureConditions(),
        named.allowMultipleAllocations(),
        named.nodeAllocatableResources());
  }

  private static DeviceMixins mixins() {
    return DeviceMixins.of(
        new ResourceSliceSpec(
            DRIVER,
            new ResourcePool("p", 1, 1),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(
                new ResourceSliceMixins(
                    List.of(
                        new DeviceMixin("first", attributes("x", 1, "y", 1, "z", 1), Map.of()),
                        new DeviceMixin(
                            "second", attributes("gpu.example.com/y", 2, "z", 2), Map.of())),
                    List.of(),
                    List.of())),
            Optional.empty(),
            List.of()));
  }

  @Test
  void own_entries_win_over_later_includes_and_those_over_earlier() {
    var device = device(attributes("gpu.example.com/z", 3), "first", "second");

    assertThat(mixins().attributes(device))
        .containsExactlyInAnyOrderEntriesOf(attributes("x", 1, "y", 2, "z", 3));
  }

  @Test
  void a_look_up_finds_what_flattening_would_give() {
    var device = device(attributes("gpu.example.com/z", 3), "first", "second");

    mixins()
        .attributes(device)
        .forEach(
            (name, value) ->
                assertThat(mixins().attribute(device, QualifiedName.of(name, DRIVER)))
                    .contains(value));
  }

  @Test
  void the_qualified_spelling_counts_where_a_map_has_both() {
    var device = device(attributes("gpu.example.com/x", 1, "x", 2));

    assertThat(mixins().attributes(device)).isEqualTo(attributes("x", 1));
    assertThat(mixins().attribute(device, QualifiedName.of("x", DRIVER))).contains(new IntValue(1));
  }

  @Test
  void an_include_without_a_mixin_adds_nothing() {
    assertThat(mixins().attributes(device(attributes("x", 1), "none"))).hasSize(1);
  }

  @Test
  void a_name_in_another_domain_has_one_spelling() {
    assertThat(QualifiedName.of("other.example.com/x", DRIVER).bare()).isEmpty();
    assertThat(QualifiedName.of("gpu.example.com/x", DRIVER).bare()).contains("x");
    assertThat(QualifiedName.of("x", DRIVER).qualified()).isEqualTo("gpu.example.com/x");
    assertThat(QualifiedName.shortest("gpu.example.com/x", DRIVER)).isEqualTo("x");
    assertThat(QualifiedName.shortest("gpu.example.comx/x", DRIVER))
        .isEqualTo("gpu.example.comx/x");
  }
}
