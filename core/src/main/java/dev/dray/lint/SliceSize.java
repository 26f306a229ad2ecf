package dev.dray.lint;

import static java.util.Objects.requireNonNull;

import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.validation.SliceUsage;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How large a slice is, and how much more it could hold.
 *
 * @param bytes of the slice as JSON on one line; etcd keeps it in a form that is smaller
 */
public record SliceSize(String slice, long bytes, List<SliceUsage.Use> uses) {
  /** What etcd takes in one request unless it is told otherwise. */
  public static final long MOST = 1_572_864;

  /** From here on it is worth telling: metadata and managed fields come on top. */
  static final long MUCH = MOST / 10 * 8;

  public SliceSize {
    requireNonNull(slice, "slice");
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
