package dev.dray.lint;

import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.validation.SliceUsage;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The size of a slice, and how much more it could hold.
 *
 * @param bytes the size of the slice as JSON on one line; etcd stores it in a smaller form
 */
public record SliceSize(String slice, long bytes, List<SliceUsage.Use> uses) {
  /** The most bytes that etcd accepts in one request by default. */
  public static final long MOST = 1_572_864;

  /** The size from which a slice is reported: metadata and managed fields come on top. */
  static final long MUCH = MOST / 10 * 8;

  public SliceSize {
    uses = List.copyOf(uses);
  }

  public static SliceSize of(ResourceSlice slice) {
    var json = new ManifestWriter(ApiVersion.V1).json(slice);
    return new SliceSize(
        slice.metadata().name(),
        json.getBytes(StandardCharsets.UTF_8).length,
        SliceUsage.of(slice.spec()).uses());
  }
}
