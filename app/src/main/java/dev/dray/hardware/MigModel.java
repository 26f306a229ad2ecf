package dev.dray.hardware;

import java.util.List;

/**
 * An NVIDIA GPU that can be allocated as a whole or in partitions.
 *
 * @param label the name in mixins and nodes
 * @param software the versions its driver reports
 * @param whole the whole GPU; its memory may be slightly more than that of the largest profile
 */
public record MigModel(
    String label,
    String productName,
    String architecture,
    String computeCapability,
    Software software,
    int memorySlices,
    Engines whole,
    List<MigProfile> profiles) {

  /** The versions of the driver, as semantic versions without leading zeros. */
  public record Software(String driver, String cuda) {}

  public MigModel {
    profiles = List.copyOf(profiles);
  }

  /** Returns the same GPU without partitions. */
  public MigModel undivided() {
    return new MigModel(
        label,
        productName,
        architecture,
        computeCapability,
        software,
        memorySlices,
        whole,
        List.of());
  }

  Traits product() {
    return Traits.named(label)
        .string("productName", productName)
        .string("brand", "Nvidia")
        .string("architecture", architecture)
        .version("cudaComputeCapability", computeCapability)
        .version("driverVersion", software.driver())
        .version("cudaDriverVersion", software.cuda());
  }
}
