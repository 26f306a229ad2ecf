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
    int alternatives = allocationRequest.alternatives().size();
    passing = new long[alternatives][];
    needed = new int[alternatives];
    var candidateCheck =
        new CandidateCheck(
            allocationRequest, node, devices, new RemainingBalance(allocationRequest, devices));
    for (int alternative = 0; alternative < alternatives; alternative++) {
      needed[alternative] =
          allocationRequest.alternative(alternative).all()
              ? members(alternative)
              : allocationRequest.alternative(alternative).count();
      int alike = alike(alternative);
      if (alike < alternative) {
        removed.add(removed.get(alike));
        passing[alternative] = passing[alike];
      } else {
        removed.add(new EnumMap<>(DeviceCheck.class));
        passing[alternative] = Bits.none(devices.size());
        count(alternative, candidateCheck);
      }
    }
  }

  /**
   * Returns the first alternative that asks the same of devices: alternatives often differ in count
   * only.
   */
  private int alike(int alternative) {
    int first = 0;
    while (!allocationRequest
            .alternative(first)
            .asksSameOfDevices(allocationRequest.alternative(alternative))
        || !Arrays.equals(
            allocationRequest.covering()[first], allocationRequest.covering()[alternative])) {
      first++;
    }
    return first;
  }

  private void count(int alternative, CandidateCheck candidateCheck) {
    for (int part = 0; part < devices.parts().size(); part++) {
      for (int i = 0; i < devices.parts().get(part).view().size(); i++) {
        var it = candidateCheck.meet(alternative, part, i);
        var deviceCheck = candidateCheck.first(it);
        removed.get(alternative).merge(deviceCheck, 1, Integer::sum);
        if (deviceCheck == DeviceCheck.NONE) {
          Bits.add(passing[alternative], it.device());
        }
      }
    }
  }

  /** Returns the number of devices that an alternative of mode All takes. */
  private int members(int alternative) {
    return devices.parts().stream().mapToInt(part -> members(alternative, part)).sum();
  }

  private static int members(int alternative, Part part) {
    int count = 0;
    if (part.view().state() == PoolView.State.COMPLETE) {
      for (int i = 0; i < part.view().size(); i++) {
        count += Bits.has(part.candidates().members[alternative], part.view().row(i)) ? 1 : 0;
      }
    }
    return count;
  }

  private int removed(int alternative, DeviceCheck deviceCheck) {
    return removed.get(alternative).getOrDefault(deviceCheck, 0);
  }

  int needed(int alternative) {
    return needed[alternative];
  }

  int left(int alternative) {
    return removed(alternative, DeviceCheck.NONE);
  }

  boolean passes(int alternative, int device) {
    return Bits.has(passing[alternative], device);
  }

  boolean hasEnough(int alternative) {
    return left(alternative) >= needed[alternative]
        && (needed[alternative] > 0 || !allocationRequest.alternative(alternative).all());
  }

  /** Returns the first request of which no alternative has enough devices, or -1. */
  int firstWithoutEnough() {
    var from = allocationRequest.alternativesFrom();
    for (int request = 0; request + 1 < from.length; request++) {
      boolean any = false;
      for (int alternative = from[request]; alternative < from[request + 1]; alternative++) {
        any |= hasEnough(alternative);
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
  DeviceCheck decisive(int alternative) {
    if (allocationRequest.alternative(alternative).all()) {
      return decisiveOfAll(alternative);
    }
    int rest = devices.size();
    if (rest < needed[alternative]) {
      return DeviceCheck.NONE;
    }
    for (var deviceCheck : DeviceCheck.values()) {
      rest -= deviceCheck == DeviceCheck.NONE ? 0 : removed(alternative, deviceCheck);
      if (rest < needed[alternative]) {
        return deviceCheck;
      }
    }
    throw new IllegalArgumentException("Alternative [%d] has enough.".formatted(alternative));
  }

  /**
   * Returns the decisive check of an alternative of mode All, which fails with the first device it
   * cannot have: the check that takes most of them.
   */
  private DeviceCheck decisiveOfAll(int alternative) {
    boolean none = needed[alternative] == 0;
    var decisive = DeviceCheck.NONE;
    int most = 0;
    for (var deviceCheck : DeviceCheck.values()) {
      boolean counts =
          deviceCheck != DeviceCheck.NONE
              && (none || deviceCheck.compareTo(DeviceCheck.REQUEST_SELECTORS) > 0);
      if (counts && removed(alternative, deviceCheck) > most) {
        most = removed(alternative, deviceCheck);
        decisive = deviceCheck;
      }
    }
    return decisive;
  }
}
