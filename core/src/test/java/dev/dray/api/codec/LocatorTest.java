package dev.dray.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.Location;
import dev.dray.api.meta.FieldPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocatorTest {
  private static final FieldPath REQUEST = FieldPath.of("spec", "devices", "requests").index(0);

  private static Location locate(String source, int document, FieldPath path) {
    var bytes = source.getBytes(StandardCharsets.UTF_8);
    var place = new Manifests(FieldValidation.IGNORE).read(bytes).get(document).place();
    var located = new Locator().locate(bytes, place, List.of(path));
    return located.getOrDefault(path, new Location(0, 0));
  }

  @Test
  void a_field_is_where_its_name_is() {
    var source =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        spec:
          devices:
            requests:
            - name: a
              exactly:
                deviceClassName: gpu
        """;

    assertThat(locate(source, 0, REQUEST.child("exactly").child("deviceClassName")))
        .isEqualTo(new Location(8, 9));
  }

  @Test
  void an_item_is_where_it_begins() {
    var source =
        """
        {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim",
         "spec": {"devices": {"requests": [{"name": "a"},
                                           {"name": "b"}]}}}
        """;

    assertThat(locate(source, 0, FieldPath.of("spec", "devices", "requests").index(1)))
        .isEqualTo(new Location(3, 36));
  }

  @Test
  void a_field_that_is_not_there_is_at_the_object_that_lacks_it() {
    var source =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        spec:
          devices:
            requests:
            - name: a
        """;

    assertThat(locate(source, 0, REQUEST.child("exactly").child("count")))
        .isEqualTo(new Location(6, 7));
  }

  @Test
  void the_paths_of_v1_are_found_in_v1beta1() {
    var claim =
        """
        apiVersion: resource.k8s.io/v1beta1
        kind: ResourceClaim
        spec:
          devices:
            requests:
            - name: a
              count: 0
        """;
    var slice =
        """
        apiVersion: resource.k8s.io/v1beta1
        kind: ResourceSlice
        spec:
          devices:
          - name: a
            basic:
              capacity:
                memory: {value: "1"}
        """;

    assertThat(locate(claim, 0, REQUEST.child("exactly").child("count")))
        .isEqualTo(new Location(7, 7));
    assertThat(
            locate(
                slice, 0, FieldPath.of("spec", "devices").index(0).child("capacity").key("memory")))
        .isEqualTo(new Location(8, 9));
  }

  @Test
  void an_object_is_found_in_a_list_and_among_documents() {
    var source =
        """
        apiVersion: v1
        kind: List
        items:
        - {apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: one}}
        - apiVersion: resource.k8s.io/v1
          kind: DeviceClass
          metadata: {name: two}
        ---
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata:
          name: three
        """;
    var name = FieldPath.of("metadata", "name");

    assertThat(locate(source, 0, name)).isEqualTo(new Location(4, 66));
    assertThat(locate(source, 1, name)).isEqualTo(new Location(7, 14));
    assertThat(locate(source, 2, name)).isEqualTo(new Location(12, 3));
  }
}
