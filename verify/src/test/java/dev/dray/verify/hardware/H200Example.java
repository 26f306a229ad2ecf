package dev.dray.verify.hardware;

import dev.dray.api.resource.ResourceSlice;
import dev.dray.hardware.GpuHardware;
import dev.dray.hardware.H200;
import dev.dray.hardware.Serials;
import dev.dray.hardware.SliceLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of {@code examples/h200} that are generated. */
public final class H200Example {
  private static final String WITH_MIXINS =
      """
      A node with eight NVIDIA H200 GPUs, each available as a whole or in MIG partitions: every
      profile at every placement is a device. What devices have in common is in mixins.
      Generated (dev.dray.hardware); flat.yaml says the same without mixins.
      """;
  private static final String FLAT =
      """
      A node with eight NVIDIA H200 GPUs, each available as a whole or in MIG partitions: every
      profile at every placement is a device. For an API server without mixins.
      Generated (dev.dray.hardware); mixins.yaml says the same with mixins.
      """;

  private H200Example() {}

  /** What each file has in it, by its name. */
  public static Map<String, String> files() {
    var files = new LinkedHashMap<String, String>();
    files.put("mixins.yaml", SliceText.of(WITH_MIXINS, slices(SliceLayout.MIXINS)));
    files.put("flat.yaml", SliceText.of(FLAT, slices(SliceLayout.FLAT)));
    return files;
  }

  public static List<ResourceSlice> slices(SliceLayout sliceLayout) {
    return new GpuHardware(H200.MODEL, 8).pool("h200-1", new Serials(1)).slices(sliceLayout);
  }
}
