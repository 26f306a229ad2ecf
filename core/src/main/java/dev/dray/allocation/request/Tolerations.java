package dev.dray.allocation.request;

import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.device.DeviceTaint;
import java.util.List;

/** The rules by which device taints keep requests off devices. */
public final class Tolerations {
  private Tolerations() {}

  /** Returns whether the taint keeps a request with these tolerations off the device. */
  public static boolean prevents(DeviceTaint taint, List<DeviceToleration> tolerations) {
    boolean counts = taint.effect().equals("NoSchedule") || taint.effect().equals("NoExecute");
    return counts && tolerations.stream().noneMatch(it -> tolerates(it, taint));
  }

  /**
   * Returns whether the toleration matches the taint; its {@code tolerationSeconds} play no part.
   */
  public static boolean tolerates(DeviceToleration toleration, DeviceTaint taint) {
    return (toleration.effect().isEmpty() || toleration.effect().equals(taint.effect()))
        && (toleration.key().isEmpty() || toleration.key().equals(taint.key()))
        && switch (toleration.operator()) {
          case "", "Equal" -> toleration.value().equals(taint.value());
          case "Exists" -> true;
          default -> false;
        };
  }
}
