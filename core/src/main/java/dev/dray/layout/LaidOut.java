package dev.dray.layout;

import dev.dray.api.resource.ResourceSlice;
import java.util.List;

/** Slices in another layout, with notes about them. */
public record LaidOut(List<ResourceSlice> slices, List<LayoutNote> remarks) {
  public LaidOut {
    slices = List.copyOf(slices);
    remarks = List.copyOf(remarks);
  }

  /** Returns whether claims get the same devices from these slices as from the original ones. */
  public boolean isSame() {
    return has(LayoutNote.Weight.DIFFERENT).isEmpty();
  }

  /** Returns whether these slices may replace the original ones. */
  public boolean isUsable() {
    return isSame() && has(LayoutNote.Weight.INVALID).isEmpty();
  }

  private List<LayoutNote> has(LayoutNote.Weight weight) {
    return remarks.stream().filter(it -> it.weight() == weight).toList();
  }
}
