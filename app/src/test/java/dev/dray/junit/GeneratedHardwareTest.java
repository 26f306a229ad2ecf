package dev.dray.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A cluster of hardware that exists, with a feature switched off. */
@DrayCluster(hardware = "h200-mig=2", featureGates = "DRADeviceCompatibilityGroups=false")
@DisplayNameGeneration(ReplaceUnderscores.class)
class GeneratedHardwareTest {
  @Test
  void nodes_and_devices_are_there(DrayCluster.Handle cluster) {
    assertThat(cluster.list("nodes")).hasSize(2);
    assertThat(cluster.list("resourceslices")).isNotEmpty();
    assertThat(cluster.list("deviceclasses")).isNotEmpty();
  }

  @Test
  void nodes_become_ready(DrayCluster.Handle cluster) {
    var name = cluster.list("nodes").getFirst().text("metadata", "name");

    cluster.await(
        "node",
        name,
        "condition Ready=True",
        it ->
            it.objects("status", "conditions").stream()
                .anyMatch(
                    condition ->
                        condition.text("type").equals("Ready")
                            && condition.text("status").equals("True")));
  }
}
