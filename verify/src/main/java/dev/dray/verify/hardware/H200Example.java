package dev.dray.verify.hardware;

import java.util.LinkedHashMap;
import java.util.Map;

/** The files of {@code examples/h200} that are generated. */
public final class H200Example {
  private static final String WITH_MIXINS =
      """
      A node with eight NVIDIA H200 GPUs, each to be had as a whole or in MIG partitions: every
      profile at every placement is a device. What devices have in common is in mixins.
      Generated (dev.dray.verify.hardware); flat.yaml says the same without mixins.
      """;
  private static final String FLAT =
      """
      A node with eight NVIDIA H200 GPUs, each to be had as a whole or in MIG partitions: every
      profile at every placement is a device. For an API server without mixins.
      Generated (dev.dray.verify.hardware); mixins.yaml says the same with mixins.
      """;

  private H200Example() {}

  /** What each file has in it, by its name. */
  public static Map<String, String> files() {
    var pool = pool();
    var files = new LinkedHashMap<String, String>();
    files.put("mixins.yaml", SliceText.of(WITH_MIXINS, pool.withMixins()));
    files.put("flat.yaml", SliceText.of(FLAT, pool.flat()));
    return files;
  }

  public static H200Pool pool() {
    return new H200Pool(GpuNode.ofEight("h200-1"));
  }
}
