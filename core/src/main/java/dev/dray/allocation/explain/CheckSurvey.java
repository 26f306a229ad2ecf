package dev.dray.allocation.explain;

import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.request.NodeCandidates;
import dev.dray.allocation.request.NodeCandidates.Part;
import dev.dray.allocation.search.Bits;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.PoolView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;

/**
 * The number of a node's devices that each check keeps from each alternative, taken alone. It has
 * numbers and no names, since most nodes are only counted.
 */
final class CheckSurvey {
  private final AllocationRequest allocationRequest;
  private final NodeCandidates devices;

  /** For each alternative and check, the number of devices that do not pass. */
  private final List<EnumMap<DeviceCheck, Integer>> removed = new ArrayList<>();

  /** For each alternative, the devices that pass every check. */
  private final long[][] passing;

  private final int[] needed;

  CheckSurvey(AllocationRequest allocationRequest, LabeledNode node, NodeCandidates devices) {
    this.allocationRequest = allocationRequest;
    this.devices = devices;
    int options = allocationRequest.options().size();
    passing = new long[options][];
    needed = new int[options];
    var candidateCheck =
        new CandidateCheck(
            allocationRequest, node, devices, new RemainingBalance(allocationRequest, devices));
    for (int option = 0; option < options; option++) {
      needed[option] =
          allocationRequest.option(option).all()
              ? members(option)
              : allocationRequest.option(option).count();
      int alike = alike(option);
      if (alike < option) {
        removed.add(removed.get(alike));
        passing[option] = passing[alike];
      } else {
        removed.add(new EnumMap<>(DeviceCheck.class));
        passing[option] = Bits.none(devices.size());
        count(option, candidateCheck);
      }
    }
  }

  /**
   * Returns the first alternative that asks the same of devices: alternatives often differ in count
   * only.
   */
  private int alike(int option) {
    int first = 0;
    while (!allocationRequest.option(first).asksSameOfDevices(allocationRequest.option(option))
        || !Arrays.equals(
            allocationRequest.covering()[first], allocationRequest.covering()[option])) {
      first++;
    }
    return first;
  }

  private void count(int option, CandidateCheck candidateCheck) {
    for (int part = 0; part < devices.parts().size(); part++) {
      for (int i = 0; i < devices.parts().get(part).view().size(); i++) {
        var it = candidateCheck.meet(option, part, i);
        var deviceCheck = candidateCheck.first(it);
        removed.get(option).merge(deviceCheck, 1, Integer::sum);
        if (deviceCheck == DeviceCheck.NONE) {
          Bits.add(passing[option], it.device());
        }
      }
    }
  }

  /** Returns the number of devices that an alternative of mode All takes. */
  private int members(int option) {
    return devices.parts().stream().mapToInt(part -> members(option, part)).sum();
  }

  private static int members(int option, Part part) {
    int count = 0;
    if (part.view().state() == PoolView.State.COMPLETE) {
      for (int i = 0; i < part.view().size(); i++) {
        count += Bits.has(part.plan().members[option], part.view().row(i)) ? 1 : 0;
      }
    }
    return count;
  }

  private int removed(int option, DeviceCheck deviceCheck) {
    return removed.get(option).getOrDefault(deviceCheck, 0);
  }

  int needed(int option) {
    return needed[option];
  }

  int left(int option) {
    return removed(option, DeviceCheck.NONE);
  }

  boolean passes(int option, int device) {
    return Bits.has(passing[option], device);
  }

  boolean hasEnough(int option) {
    return left(option) >= needed[option]
        && (needed[option] > 0 || !allocationRequest.option(option).all());
  }

  /** Returns the first request of which no alternative has enough devices, or -1. */
  int firstWithoutEnough() {
    var from = allocationRequest.optionsFrom();
    for (int request = 0; request + 1 < from.length; request++) {
      boolean any = false;
      for (int option = from[request]; option < from[request + 1]; option++) {
        any |= hasEnough(option);
      }
      if (!any) {
        return request;
      }
    }
    return -1;
  }

  /**
   * Returns the check after which too few devices are left; {@link DeviceCheck#NONE} if there never
   * were enough.
   */
  DeviceCheck decisive(int option) {
    if (allocationRequest.option(option).all()) {
      return decisiveOfAll(option);
    }
    int rest = devices.size();
    if (rest < needed[option]) {
      return DeviceCheck.NONE;
    }
    for (var deviceCheck : DeviceCheck.values()) {
      rest -= deviceCheck == DeviceCheck.NONE ? 0 : removed(option, deviceCheck);
      if (rest < needed[option]) {
        return deviceCheck;
      }
    }
    throw new IllegalArgumentException("Alternative [%d] has enough.".formatted(option));
  }

  /**
   * Returns the decisive check of an alternative of mode All, which fails with the first device it
   * cannot have: the check that takes most of them.
   */
  private DeviceCheck decisiveOfAll(int option) {
    boolean none = needed[option] == 0;
    var decisive = DeviceCheck.NONE;
    int most = 0;
    for (var deviceCheck : DeviceCheck.values()) {
      boolean counts =
          deviceCheck != DeviceCheck.NONE
              && (none || deviceCheck.compareTo(DeviceCheck.REQUEST_SELECTORS) > 0);
      if (counts && removed(option, deviceCheck) > most) {
        most = removed(option, deviceCheck);
        decisive = deviceCheck;
      }
    }
    return decisive;
  }
}
