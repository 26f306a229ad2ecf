package dev.dray.hardware;

import java.util.ArrayList;
import java.util.List;

/** A node with up to eight NVIDIA GPUs of a model. */
public final class GpuHardware implements Hardware {
  public static final String DRIVER = "gpu.nvidia.com";
  public static final int MOST = GpuSlot.EIGHT.size();

  private final MigModel model;
  private final int gpus;
  private final MigDevices devices;

  public GpuHardware(MigModel model, int gpus) {
    this.model = model;
    this.gpus = gpus;
    this.devices = new MigDevices(model);
    if (gpus < 1 || gpus > MOST) {
      throw new IllegalArgumentException(
          "A node must have 1 to %d GPUs, got (%d).".formatted(MOST, gpus));
    }
  }

  @Override
  public String nodePrefix() {
    return model.label();
  }

  @Override
  public String setting() {
    return model.profiles().isEmpty() ? "gpu.yaml" : "mig.yaml";
  }

  @Override
  public List<PlannedPool> pools(String node, Serials serials) {
    return List.of(pool(node, serials));
  }

  public PlannedPool pool(String node, Serials serials) {
    var sets = new ArrayList<PlannedSet>();
    var units = new ArrayList<List<PlannedDevice>>();
    for (var slot : GpuSlot.EIGHT.subList(0, gpus)) {
      units.add(devices.of(slot, "GPU-" + serials.uuid(node, slot.device())));
      if (!model.profiles().isEmpty()) {
        sets.add(new PlannedSet(slot.device(), devices.available()));
      }
    }
    return new PlannedPool(DRIVER, node, sets, units);
  }
}
