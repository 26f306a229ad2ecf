package dev.dray.layout;

import dev.dray.api.resource.ResourceSlice;
import java.util.List;

/** Slices in another layout, and what there is to say about them. */
public record LaidOut(List<ResourceSlice> slices, List<LayoutNote> remarks) {
  public LaidOut {
    slices = List.copyOf(slices);
    remarks = List.copyOf(remarks);
  }

  /** Whether claims are answered from the slices as from those they were made from. */
  public boolean isSame() {
    return has(LayoutNote.Weight.DIFFERENT).isEmpty();
  }

  /** Whether the slices may take the place of those they were made from. */
  public boolean isUsable() {
    return isSame() && has(LayoutNote.Weight.INVALID).isEmpty();
  }

  private List<LayoutNote> has(LayoutNote.Weight weight) {
    return remarks.stream().filter(it -> it.weight() == weight).toList();
  }
}
