package dev.dray.lint;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ResourceSlice;
import java.util.List;

/** The check for slices close to the size limit of etcd. */
final class SizeLint {
  /**
   * The number of devices below which a slice is far from the limit, however full they are, and
   * need not be written out.
   */
  private static final int FEW_DEVICES = 32;

  private SizeLint() {}

  static void look(ResourceSlice slice, List<LintFinding> remarks) {
    if (slice.spec().devices().size() < FEW_DEVICES) {
      return;
    }
    var size = SliceSize.of(slice);
    if (size.bytes() > SliceSize.MUCH) {
      remarks.add(
          LintFinding.warning(
                  LintRule.SLICE_SIZE,
                  ObjectName.of(slice),
                  FieldPath.of("spec"),
                  "the slice has %,d bytes as JSON, which is %d %% of the %,d that etcd accepts in one request"
                      .formatted(size.bytes(), size.bytes() * 100 / SliceSize.MOST, SliceSize.MOST))
              .hint("publish fewer devices in a slice and more slices in the pool, or use mixins"));
    }
  }
}
