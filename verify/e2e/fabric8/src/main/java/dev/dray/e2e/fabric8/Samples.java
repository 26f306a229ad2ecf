package dev.dray.e2e.fabric8;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.Map;

/** Objects to write. */
final class Samples {
  private Samples() {}

  static ConfigMap map(String namespace, String name, Map<String, String> data) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .withData(data)
        .build();
  }

  static ResourceSlice slice(String name, Map<String, String> labels) {
    return new ResourceSliceBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .withDriver("gpu.example.com")
        .withNodeName("node-of-" + name)
        .withNewPool(1L, name, 1L)
        .addNewDevice()
        .withName("gpu-0")
        .endDevice()
        .endSpec()
        .build();
  }

  static ResourceClaim claim(String namespace, String name) {
    return new ResourceClaimBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withNewDevices()
        .addNewRequest()
        .withName("gpu")
        .withNewExactly()
        .withDeviceClassName("e2e-gpu")
        .endExactly()
        .endRequest()
        .endDevices()
        .endSpec()
        .build();
  }

  /** The claim with a device that no other claim of this program has. */
  static ResourceClaim allocated(ResourceClaim claim, String pool) {
    return claim
        .edit()
        .editOrNewStatus()
        .withNewAllocation()
        .withNewDevices()
        .addNewResult()
        .withRequest("gpu")
        .withDriver("gpu.example.com")
        .withPool(pool)
        .withDevice("gpu-0")
        .endResult()
        .endDevices()
        .endAllocation()
        .endStatus()
        .build();
  }
}
