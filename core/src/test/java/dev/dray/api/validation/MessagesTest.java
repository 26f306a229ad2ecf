package dev.dray.api.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that show values of other types than a string, word for word as clients know them. */
final class MessagesTest {
  private static final Validator VALIDATOR = Validator.with(Gates.defaults());

  @Test
  void a_list_is_shown_as_JSON() {
    var contradicting =
        Written.read(
            """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: a, finalizers: [orphan, foregroundDeletion]}
            spec: {}
            """);

    assertThat(messages(VALIDATOR.create(contradicting)))
        .containsExactly(
            "metadata.finalizers: Invalid value: [\"orphan\",\"foregroundDeletion\"]:"
                + " finalizer orphan and foregroundDeletion cannot be both set");
  }

  @Test
  void a_time_is_shown_in_quotes() {
    var older = deviceClass("1970-01-01T00:16:40Z");
    var newer = deviceClass("1970-01-01T00:33:20Z");

    assertThat(messages(VALIDATOR.update(Written.read(newer), Written.read(older))))
        .containsExactly(
            "metadata.creationTimestamp: Invalid value: \"1970-01-01T00:33:20Z\":"
                + " field is immutable");
  }

  @Test
  void a_field_that_another_needs_is_named() {
    var mapped =
        Written.slice(
            """
            devices:
            - name: d
              capacity: {c: {value: 1}}
              nodeAllocatableResources: {cpu: {mapping: {capacityKey: c}}}
            """);

    assertThat(messages(VALIDATOR.create(mapped)))
        .containsExactly(
            "spec.devices[0].nodeAllocatableResources[cpu].mapping.capacityMultiplier:"
                + " Required value: capacityMultiplier is required when capacityKey is set");
  }

  private static String deviceClass(String created) {
    return """
    apiVersion: resource.k8s.io/v1
    kind: DeviceClass
    metadata: {name: a, resourceVersion: "1", creationTimestamp: "%s"}
    spec: {}
    """
        .formatted(created);
  }

  private static List<String> messages(Violations found) {
    return found.stream().map(Violation::toString).toList();
  }
}
