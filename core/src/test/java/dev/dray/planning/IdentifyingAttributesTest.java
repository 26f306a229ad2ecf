package dev.dray.planning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which attributes tell one device from another, and which tell kinds. */
class IdentifyingAttributesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uuid",
        "parentUUID",
        "index",
        "parentIndex",
        "minor",
        "pciBusID",
        "pcieRoot",
        "numaNode",
        "numa",
        "name",
        "ifName",
        "serialNumber",
        "pci-address",
        "mac",
        "coordinates"
      })
  void names_and_places_are_of_one_device(String id) {
    assertThat(IdentifyingAttributes.identifies(id)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "productName", "profile", "type", "model", "architecture", "driverVersion", "pciVendor",
        "deviceID", "brand", "cudaComputeCapability", "linkSpeed", "rdma", "placementSize", "state"
      })
  void what_a_device_is_makes_a_kind(String id) {
    assertThat(IdentifyingAttributes.identifies(id)).isFalse();
  }

  @Test
  void words_are_found_in_every_way_to_write_them() {
    assertThat(IdentifyingAttributes.words("PCIBusID")).containsExactly("pci", "bus", "id");
    assertThat(IdentifyingAttributes.words("parent-uuid.x_y"))
        .containsExactly("parent", "uuid", "x", "y");
  }
}
