package dev.dray.hardware;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;

/** The kinds of hardware that are known by name. */
public enum HardwareKind {
  H200_MIG("h200-mig", Countable.GPUS, gpus -> new GpuHardware(H200.MODEL, gpus)),
  H200_UNDIVIDED("h200", Countable.GPUS, gpus -> new GpuHardware(H200.MODEL.undivided(), gpus)),
  A100_MIG("a100-mig", Countable.GPUS, gpus -> new GpuHardware(A100.MODEL_40GB, gpus)),
  A100_80GB_MIG("a100-80gb-mig", Countable.GPUS, gpus -> new GpuHardware(A100.MODEL_80GB, gpus)),
  SRIOV("sriov", Countable.FUNCTIONS, SriovHardware::new),
  NUMA("numa", Countable.NOTHING, _ -> new NumaHardware()),
  TPU_V5E("tpu-v5e", Countable.NOTHING, _ -> new TpuHardware());

  /** The parts of which a node may have more or fewer. */
  public enum Countable {
    GPUS(8, GpuHardware.MOST),
    FUNCTIONS(16, SriovHardware.MOST),
    NOTHING(0, 0);

    private final int usual;
    private final int most;

    Countable(int usual, int most) {
      this.usual = usual;
      this.most = most;
    }

    public int usual() {
      return usual;
    }

    public int most() {
      return most;
    }
  }

  private final String title;
  private final Countable countable;
  private final IntFunction<Hardware> maker;

  HardwareKind(String title, Countable countable, IntFunction<Hardware> maker) {
    this.title = title;
    this.countable = countable;
    this.maker = maker;
  }

  public static Optional<HardwareKind> named(String title) {
    return Arrays.stream(values()).filter(kind -> kind.title.equals(title)).findFirst();
  }

  /** Returns the name on the command line. */
  public String title() {
    return title;
  }

  public Countable countable() {
    return countable;
  }

  /** Returns hardware with this number of countable parts per node. */
  public Hardware of(int count) {
    return maker.apply(count);
  }
}
