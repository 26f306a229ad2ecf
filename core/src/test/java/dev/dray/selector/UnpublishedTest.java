package dev.dray.selector;

import static dev.dray.selector.EntryName.Part.ATTRIBUTES;
import static dev.dray.selector.EntryName.Part.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnpublishedTest {
  private static final String DOMAIN = "gpu.example.com";
  private static final EntryName MODEL = new EntryName(ATTRIBUTES, DOMAIN, "model");

  @Test
  void a_name_that_differs_by_a_letter_is_probably_another() {
    assertThat(mistakes("device.attributes['gpu.example.com'].modle == 'x'"))
        .containsExactly(new Unpublished(new EntryName(ATTRIBUTES, DOMAIN, "modle"), MODEL));
  }

  @Test
  void a_domain_may_be_misspelt_too() {
    assertThat(mistakes("device.attributes['gpu.exampel.com'].model == 'x'"))
        .containsExactly(
            new Unpublished(new EntryName(ATTRIBUTES, "gpu.exampel.com", "model"), MODEL));
  }

  @Test
  void an_attribute_that_is_a_capacity_is_found_there() {
    assertThat(mistakes("device.attributes['gpu.example.com'].memory == 'x'"))
        .containsExactly(
            new Unpublished(
                new EntryName(ATTRIBUTES, DOMAIN, "memory"),
                new EntryName(CAPACITY, DOMAIN, "memory")));
  }

  @Test
  void a_published_name_and_one_like_no_other_are_left_alone() {
    assertThat(mistakes("device.attributes['gpu.example.com'].model == 'x'")).isEmpty();
    assertThat(mistakes("device.attributes['gpu.example.com'].firmware == 'x'")).isEmpty();
    assertThat(mistakes("size(device.attributes['gpu.exampel.com']) == 0")).isEmpty();
  }

  private static List<Unpublished> mistakes(String expression) {
    var device =
        new CelDevice(
            DOMAIN,
            Map.of("model", new DeviceAttribute.StringValue("h200")),
            Map.of("memory", new DeviceCapacity(Quantity.parse("141Gi"), Optional.empty())),
            false);
    var table = DeviceTable.of(new Schema(10), List.of(device));
    return Unpublished.in(Compiled.reads(expression), List.of(table));
  }
}
