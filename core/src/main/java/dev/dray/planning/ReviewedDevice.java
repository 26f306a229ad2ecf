package dev.dray.planning;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.DeviceId;
import java.util.List;

/**
 * A device that a claim has, and what no longer holds of it.
 *
 * @param request as the status calls it: {@code main} or {@code main/sub}
 * @param misfits why the claim would not get it now; empty if it would
 */
public record ReviewedDevice(String request, DeviceId device, List<Misfit> misfits) {

  /** Something that is no longer as it was when the device was allocated, or never was. */
  public record Misfit(Aspect aspect, String message) {
    public Misfit {
      requireNonNull(aspect, "aspect");
      requireNonNull(message, "message");
    }
  }

  /** What does not hold any more. */
  public enum Aspect {
    /** The device is published and offered. */
    PUBLISHED("published"),
    /** The class is there and its selectors select the device. */
    CLASS("class"),
    /** The selectors of the request select it. */
    SELECTOR("selector"),
    /** It has what the request asks of its capacity, and what its holders have. */
    CAPACITY("capacity"),
    /** Its taints are tolerated. */
    TAINT("taint"),
    /** Its attributes go with those of the other devices of the claim. */
    CONSTRAINT("constraint");

    private final String word;

    Aspect(String word) {
      this.word = word;
    }

    /** As programs read it. */
    public String word() {
      return word;
    }
  }

  public ReviewedDevice {
    requireNonNull(request, "request");
    requireNonNull(device, "device");
    misfits = List.copyOf(misfits);
  }
}
