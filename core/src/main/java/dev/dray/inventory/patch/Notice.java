package dev.dray.inventory.patch;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.resource.Kind;
import java.util.List;
import java.util.Optional;

/**
 * Something about a stored object that its author should hear.
 *
 * @param name of the object: a patch or a slice, as {@link Reason#about} says
 * @param first the first devices it concerns; none if it concerns a counter set
 * @param devices the number of devices it concerns
 */
public record Notice(
    Reason reason, String name, List<DeviceId> first, int devices, String message) {
  /** The most devices that a notice names. */
  static final int NAMED = 3;

  public Notice {
    first = List.copyOf(first);
  }

  /** Returns the first device it concerns; empty if it concerns a counter set. */
  public Optional<DeviceId> device() {
    return first.stream().findFirst();
  }

  /** The reason of the event that reports the notice. */
  public enum Reason {
    /** A filter fails on a device, so the patch does not apply to it. */
    CEL_RUNTIME_ERROR("CELRuntimeError", Kind.RESOURCE_SLICE_PATCH),
    /** A device would have too many entries, so the patch does not apply to it. */
    DEVICE_LIMIT_EXCEEDED("DeviceLimitExceeded", Kind.RESOURCE_SLICE_PATCH),
    /** A stored slice includes a mixin that it does not define. */
    DANGLING_INCLUDE("DanglingInclude", Kind.RESOURCE_SLICE);

    private final String word;
    private final Kind about;

    Reason(String word, Kind about) {
      this.word = word;
      this.about = about;
    }

    /** Returns the reason as events write it. */
    public String word() {
      return word;
    }

    /** Returns the kind of the object the notice is about. */
    public Kind about() {
      return about;
    }
  }
}
