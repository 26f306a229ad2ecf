package dev.dray.hardware;

import java.util.List;

/** The NVIDIA H200 as NVML describes it (driver 580.159.04, CUDA 13.0). */
public final class H200 {
  public static final List<MigProfile> PROFILES =
      List.of(
          new MigProfile("1g.18gb", 7, new Engines(1, 16_384, 16, 1, 1, 0, 1, 0), 1, anywhere()),
          new MigProfile("1g.18gb+me", 1, new Engines(1, 16_384, 16, 1, 1, 0, 1, 1), 1, anywhere()),
          new MigProfile(
              "1g.35gb", 4, new Engines(1, 33_280, 26, 1, 1, 0, 1, 0), 2, List.of(0, 2, 4, 6)),
          new MigProfile(
              "2g.35gb", 3, new Engines(2, 33_280, 32, 2, 2, 0, 2, 0), 2, List.of(0, 2, 4)),
          new MigProfile("3g.71gb", 2, new Engines(3, 71_424, 60, 3, 3, 0, 3, 0), 4, List.of(0, 4)),
          new MigProfile("4g.71gb", 1, new Engines(4, 71_424, 64, 4, 4, 0, 4, 0), 4, List.of(0)),
          new MigProfile(
              "7g.141gb", 1, new Engines(7, 143_360, 132, 8, 7, 0, 7, 1), 8, List.of(0)));

  public static final MigModel MODEL =
      new MigModel(
          "h200",
          "NVIDIA H200",
          "Hopper",
          "9.0.0",
          new MigModel.Software("580.159.4", "13.0.0"),
          8,
          new Engines(7, 143_771, 132, 8, 7, 0, 7, 1),
          PROFILES);

  private H200() {}

  /** Returns all starts; the eighth memory slice has no compute slice of its own. */
  private static List<Integer> anywhere() {
    return List.of(0, 1, 2, 3, 4, 5, 6);
  }
}
