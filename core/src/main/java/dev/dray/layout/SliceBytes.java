package dev.dray.layout;

import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.resource.ResourceSlice;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The size of slices as JSON on one line, the form in which they travel. */
public final class SliceBytes {
  private static final ManifestWriter WRITER = new ManifestWriter(ApiVersion.V1);

  private SliceBytes() {}

  public static int of(ResourceSlice slice) {
    return WRITER.json(slice).getBytes(StandardCharsets.UTF_8).length;
  }

  public static long of(List<ResourceSlice> slices) {
    return slices.stream().mapToLong(SliceBytes::of).sum();
  }
}
