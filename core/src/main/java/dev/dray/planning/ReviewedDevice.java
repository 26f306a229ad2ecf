package dev.dray.planning;

import dev.dray.api.meta.DeviceId;
import java.util.List;

/**
 * A device that a claim has, and what no longer holds for it.
 *
 * @param request the name in the status: {@code main} or {@code main/sub}
 * @param misfits the reasons why the claim would not get it now; empty if it would
 */
public record ReviewedDevice(String request, DeviceId device, List<Misfit> misfits) {

  /** A condition that is no longer as it was when the device was allocated, or never was. */
  public record Misfit(Aspect aspect, String message) {}

  /** The condition that does not hold any more. */
  public enum Aspect {
    /** The device is published and offered. */
    PUBLISHED("published"),
    /** The class exists and its selectors match the device. */
    CLASS("class"),
    /** The selectors of the request match the device. */
    SELECTOR("selector"),
    /** The device has the requested capacity, and the capacity its holders have. */
    CAPACITY("capacity"),
    /** Its taints are tolerated. */
    TAINT("taint"),
    /** Its attributes satisfy the constraints with the other devices of the claim. */
    CONSTRAINT("constraint");

    private final String word;

    Aspect(String word) {
      this.word = word;
    }

    /** Returns the word for it in output that programs read. */
    public String word() {
      return word;
    }
  }

  public ReviewedDevice {
    misfits = List.copyOf(misfits);
  }
}
