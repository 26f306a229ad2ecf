package dev.dray.hardware;

import java.util.List;

/**
 * The NVIDIA A100 with 40 and 80 GB, as in NVIDIA's MIG guide and nvidia-smi.
 *
 * <p>Partitions have 14 multiprocessors per compute slice, 98 together; a GPU that is not in MIG
 * mode has 108.
 */
public final class A100 {
  private static final List<Integer> ANYWHERE = List.of(0, 1, 2, 3, 4, 5, 6);
  private static final List<Integer> EVERY_SECOND = List.of(0, 2, 4, 6);

  public static final List<MigProfile> PROFILES_40GB =
      List.of(
          new MigProfile("1g.5gb", 7, new Engines(1, 4_864, 14, 1, 0, 0, 0, 0), 1, ANYWHERE),
          new MigProfile("1g.5gb+me", 1, new Engines(1, 4_864, 14, 1, 1, 0, 1, 1), 1, ANYWHERE),
          new MigProfile("1g.10gb", 4, new Engines(1, 9_856, 14, 1, 1, 0, 0, 0), 2, EVERY_SECOND),
          new MigProfile(
              "2g.10gb", 3, new Engines(2, 9_856, 28, 2, 1, 0, 0, 0), 2, List.of(0, 2, 4)),
          new MigProfile("3g.20gb", 2, new Engines(3, 19_968, 42, 3, 2, 0, 0, 0), 4, List.of(0, 4)),
          new MigProfile("4g.20gb", 1, new Engines(4, 19_968, 56, 4, 2, 0, 0, 0), 4, List.of(0)),
          new MigProfile("7g.40gb", 1, new Engines(7, 40_192, 98, 7, 5, 0, 1, 1), 8, List.of(0)));

  public static final List<MigProfile> PROFILES_80GB =
      List.of(
          new MigProfile("1g.10gb", 7, new Engines(1, 9_728, 14, 1, 0, 0, 0, 0), 1, ANYWHERE),
          new MigProfile("1g.10gb+me", 1, new Engines(1, 9_728, 14, 1, 1, 0, 1, 1), 1, ANYWHERE),
          new MigProfile("1g.20gb", 4, new Engines(1, 19_968, 14, 1, 1, 0, 0, 0), 2, EVERY_SECOND),
          new MigProfile(
              "2g.20gb", 3, new Engines(2, 19_968, 28, 2, 1, 0, 0, 0), 2, List.of(0, 2, 4)),
          new MigProfile("3g.40gb", 2, new Engines(3, 40_192, 42, 3, 2, 0, 0, 0), 4, List.of(0, 4)),
          new MigProfile("4g.40gb", 1, new Engines(4, 40_192, 56, 4, 2, 0, 0, 0), 4, List.of(0)),
          new MigProfile("7g.80gb", 1, new Engines(7, 80_896, 98, 7, 5, 0, 1, 1), 8, List.of(0)));

  public static final MigModel MODEL_40GB =
      model("a100", "NVIDIA A100-SXM4-40GB", 40_960, PROFILES_40GB);
  public static final MigModel MODEL_80GB =
      model("a100-80gb", "NVIDIA A100-SXM4-80GB", 81_920, PROFILES_80GB);

  private A100() {}

  private static MigModel model(
      String label, String product, long memoryMebibytes, List<MigProfile> profiles) {
    return new MigModel(
        label,
        product,
        "Ampere",
        "8.0.0",
        new MigModel.Software("580.159.4", "13.0.0"),
        8,
        new Engines(7, memoryMebibytes, 108, 7, 5, 0, 1, 1),
        profiles);
  }
}
