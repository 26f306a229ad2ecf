package dev.dray.allocation.request;

import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.device.DeviceTaint;
import java.util.List;

/** Which taints keep a request off a device. */
public final class Tolerations {
  private Tolerations() {}

  /** Whether the taint keeps off whoever has these tolerations. */
  public static boolean prevents(DeviceTaint taint, List<DeviceToleration> tolerations) {
    boolean counts = taint.effect().equals("NoSchedule") || taint.effect().equals("NoExecute");
    return counts && tolerations.stream().noneMatch(it -> tolerates(it, taint));
  }

  /** Whether the toleration is for this taint; for how long it tolerates it is another matter. */
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
