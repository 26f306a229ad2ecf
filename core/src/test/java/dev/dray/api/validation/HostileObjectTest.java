package dev.dray.api.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Violation;
import dev.dray.api.resource.ApiObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects made to have more mistakes than fit into memory are told of few of them. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HostileObjectTest {
  private static final Validator VALIDATOR = Validator.with(Gates.defaults());
  private static final int MANY = 1_000_000;

  private static ApiObject read(String kind, String fields) {
    var json = "{\"apiVersion\":\"resource.k8s.io/v1\",\"kind\":\"%s\",%s}".formatted(kind, fields);
    var documents =
        new Manifests(FieldValidation.STRICT).read(json.getBytes(StandardCharsets.UTF_8));
    return ((Document.Read) documents.getFirst()).object();
  }

  private static List<Violation> at(String path, ApiObject object) {
    return VALIDATOR.create(object).stream()
        .filter(violation -> violation.path().toString().equals(path))
        .toList();
  }

  @Test
  void a_manager_of_a_million_unprintable_characters_is_too_long_and_no_more() {
    var manager = "\\u0001".repeat(MANY);
    var object =
        read(
            "DeviceClass",
            "\"metadata\":{\"managedFields\":[{\"operation\":\"Apply\",\"manager\":\"%s\"}]}"
                .formatted(manager));

    assertThat(at("metadata.managedFields[0].manager", object))
        .extracting(Violation::type)
        .containsExactly(Violation.Type.TOO_LONG);
  }

  @Test
  void a_pool_of_a_million_empty_parts_is_too_long_and_no_more() {
    var object =
        read("ResourceSlice", "\"spec\":{\"pool\":{\"name\":\"%s\"}}".formatted("/".repeat(MANY)));

    assertThat(at("spec.pool.name", object))
        .extracting(Violation::type)
        .containsExactly(Violation.Type.TOO_LONG);
  }

  @Test
  void a_hundred_thousand_bad_labels_are_each_told() {
    var labels = new StringBuilder("\"ok\":\"ok\"");
    for (int i = 0; i < 100_000; i++) {
      labels.append(",\"k%d\":\"?\"".formatted(i));
    }
    var object = read("DeviceClass", "\"metadata\":{\"labels\":{%s}}".formatted(labels));

    assertThat(at("metadata.labels", object)).hasSize(100_000);
  }

  @Test
  void a_device_with_a_hundred_thousand_includes_is_flattened_once() {
    var includes = "\"m\",".repeat(100_000) + "\"m\"";
    var object =
        read("ResourceSlice", "\"spec\":{\"devices\":[{\"includes\":[%s]}]}".formatted(includes));

    assertThat(at("spec.devices[0].includes", object))
        .extracting(Violation::type)
        .containsExactly(Violation.Type.TOO_MANY);
  }
}
