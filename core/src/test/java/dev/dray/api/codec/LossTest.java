package dev.dray.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.meta.FieldPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LossTest {
  private static List<String> lost(String yaml, ApiVersion version) {
    var source = yaml.getBytes(StandardCharsets.UTF_8);
    var read = (Document.Read) new Manifests(FieldValidation.STRICT).read(source).getFirst();
    assertThat(read.problems()).isEmpty();
    return Loss.of(read.object(), version).stream().map(FieldPath::toString).toList();
  }

  @Test
  void v1beta1_cannot_tell_an_empty_node_name_from_none() {
    var slice =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: s}
        spec: {driver: d, nodeName: "", allNodes: false, pool: {name: p}}
        """;

    assertThat(lost(slice, ApiVersion.V1BETA1)).containsExactly("spec.nodeName", "spec.allNodes");
    assertThat(lost(slice, ApiVersion.V1BETA2)).isEmpty();
  }

  @Test
  void v1beta1_cannot_hold_an_exact_request_without_anything() {
    var claim =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: c}
        spec: {devices: {requests: [{name: r, exactly: {}}]}}
        """;

    assertThat(lost(claim, ApiVersion.V1BETA1)).containsExactly("spec.devices.requests[0].exactly");
  }
}
