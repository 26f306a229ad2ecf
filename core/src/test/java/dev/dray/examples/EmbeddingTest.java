package dev.dray.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.claim.AllocationWriter;
import dev.dray.claim.ClaimStates;
import dev.dray.claim.Written;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.ledger.Ledger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The program that docs/embedding.md shows. */
class EmbeddingTest {
  private static final String MANIFESTS =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu.example.com}
      spec:
        selectors:
        - cel: {expression: 'device.driver == "gpu.example.com"'}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: node-1-gpus}
      spec:
        driver: gpu.example.com
        pool: {name: node-1, generation: 1, resourceSliceCount: 1}
        nodeName: node-1
        devices:
        - {name: gpu-0, attributes: {model: {string: h200}}}
        - {name: gpu-1, attributes: {model: {string: h200}}}
      """;

  /** A claim for two GPUs. */
  private static String twoGpus(String name) {
    return """
    apiVersion: resource.k8s.io/v1
    kind: ResourceClaim
    metadata: {name: %s, namespace: default, uid: uid-of-%s}
    spec:
      devices:
        requests:
        - name: gpu
          exactly: {deviceClassName: gpu.example.com, allocationMode: ExactCount, count: 2}
    """
        .formatted(name, name);
  }

  private static List<ApiObject> read(String manifests) {
    return new Manifests(FieldValidation.STRICT)
        .read(manifests.getBytes(StandardCharsets.UTF_8)).stream()
            .map(document -> ((Document.Read) document).object())
            .toList();
  }

  private static ResourceClaim claim(String manifest) {
    return (ResourceClaim) read(manifest).getFirst();
  }

  @Test
  void a_program_allocates_explains_and_releases() {
    var gates = Gates.defaults();
    var inventory = new Inventory(gates);
    for (var object : read(MANIFESTS)) {
      switch (object) {
        case DeviceClass deviceClass -> inventory.put(deviceClass);
        case ResourceSlice slice -> inventory.put(slice);
        default -> throw new IllegalArgumentException("Not of an inventory: " + object.kind());
      }
    }
    var snapshot = inventory.snapshot();
    var ledger = Ledger.empty();
    var allocator = new Allocator(gates);
    var node = LabeledNode.named("node-1");

    // Ask: nothing changes by asking.
    var train = claim(twoGpus("train"));
    var outcome = allocator.allocate(snapshot, ledger, node, List.of(train));
    var placement = ((AllocationOutcome.Fits) outcome).placement();

    // Commit: write the allocation down, and tell the ledger.
    var writer = new AllocationWriter(gates, () -> UUID.randomUUID().toString());
    var written = (Written.Results) writer.results(placement);
    for (var allocated : ClaimStates.allocated(placement, written)) {
      ledger = ledger.with(allocated);
    }

    // Ask again, for another claim, and find out why it has to wait.
    var infer = claim(twoGpus("infer"));
    var explanation = allocator.explain(snapshot, ledger, node, List.of(infer)).orElseThrow();
    var text =
        """
        claim default/infer, request gpu (class gpu.example.com, count 2): 0 of 2 devices are left,\
         2 are needed
          2 devices on node-1 (pool gpu.example.com/node-1)
          2 are in use: gpu-0, gpu-1 by default/train
          nearest: gpu-0, which is in use by default/train\
        """;
    assertThat(explanation.toText()).isEqualTo(text);

    // The same for many nodes, counted by reason.
    var nodes = List.of(node, LabeledNode.named("node-2"));
    assertThat(allocator.explain(snapshot, ledger, nodes, List.of(infer)).headline())
        .isEqualTo("0/2 nodes fit: 1 has no devices, 1 has too few free devices for request gpu");

    // Release: the devices are free for the next one.
    ledger = ledger.with(ClaimStates.released(train));
    assertThat(allocator.allocate(snapshot, ledger, node, List.of(infer)))
        .isInstanceOf(AllocationOutcome.Fits.class);
  }
}
