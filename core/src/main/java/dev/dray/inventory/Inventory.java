package dev.dray.inventory;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import java.util.List;

/** Collects what there is and keeps it merged; for one thread. */
@SuppressWarnings("DoNotCallSuggester")
public final class Inventory {
  public Inventory(Gates gates) {
    throw new UnsupportedOperationException();
  }

  public void put(ResourceSlice slice) {
    throw new UnsupportedOperationException();
  }

  public void removeSlice(String name) {
    throw new UnsupportedOperationException();
  }

  public void put(DeviceClass deviceClass) {
    throw new UnsupportedOperationException();
  }

  public void removeClass(String name) {
    throw new UnsupportedOperationException();
  }

  public void put(ResourceSlicePatch patch) {
    throw new UnsupportedOperationException();
  }

  public void removePatch(String name) {
    throw new UnsupportedOperationException();
  }

  public void put(DeviceTaintRule rule) {
    throw new UnsupportedOperationException();
  }

  public void removeTaintRule(String name) {
    throw new UnsupportedOperationException();
  }

  /** Everything as it is now, at a cost that follows what changed since the last one. */
  public Snapshot snapshot() {
    throw new UnsupportedOperationException();
  }

  /**
   * What there is to say since this was last called, in a fixed order. What was said is not said
   * again while it stays true; a snapshot must be taken for changes to be noticed.
   */
  public List<Notice> takeNotices() {
    throw new UnsupportedOperationException();
  }
}
