package dev.dray.allocation.explain;

import dev.dray.allocation.explain.CandidateCheck.Case;
import dev.dray.allocation.explain.Funnel.Miss;
import dev.dray.allocation.explain.Funnel.Removal;
import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.request.NodeCandidates;
import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.LabeledNode;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The builder of funnels, which sorts the devices of a node by the reason an alternative does not
 * get them; for one thread.
 */
final class FunnelBuilder {
  private final NodeCandidates devices;
  private final CandidateCheck candidateCheck;
  private final ReasonFinder reasonFinder;

  FunnelBuilder(
      AllocationRequest request,
      List<ResourceClaim> claims,
      LabeledNode node,
      NodeCandidates devices,
      RemainingBalance left) {
    this.devices = devices;
    this.candidateCheck = new CandidateCheck(request, node, devices, left);
    this.reasonFinder = new ReasonFinder(request, claims, devices, left, candidateCheck);
  }

  Funnel funnel(int alternative) {
    return funnel(alternative, Set.of());
  }

  /** Builds the funnel of an alternative that has some devices already. */
  Funnel funnel(int alternative, Set<Integer> own) {
    var sorted = new LinkedHashMap<Reason, List<DeviceId>>();
    int left = 0;
    var nearest = new Nearest();
    for (int part = 0; part < devices.parts().size(); part++) {
      for (int i = 0; i < devices.parts().get(part).view().size(); i++) {
        var it = candidateCheck.meet(alternative, part, i);
        var deviceCheck = own.contains(it.device()) ? DeviceCheck.NONE : candidateCheck.first(it);
        if (deviceCheck == DeviceCheck.NONE) {
          left++;
        } else {
          var reason = reasonFinder.of(deviceCheck, it);
          sorted.computeIfAbsent(reason, _ -> new ArrayList<>()).add(name(it));
          nearest.offer(it, reason);
        }
      }
    }
    return new Funnel(devices.size(), removals(sorted), left, nearest.miss());
  }

  private static DeviceId name(Case it) {
    var generation = it.part().candidates().generation();
    return new DeviceId(generation.pool(), generation.name(it.row()));
  }

  private static List<Removal> removals(Map<Reason, List<DeviceId>> sorted) {
    var removals = new ArrayList<Removal>();
    sorted.forEach((reason, devices) -> removals.add(new Removal(reason, devices)));
    removals.sort(Comparator.comparing(removal -> removal.reason().check()));
    return removals;
  }

  /** The nearest miss: the first device that passed the most checks and lacks the least. */
  private static final class Nearest {
    private static final Comparator<Reason> FARTHEST =
        Comparator.comparing(Reason::check)
            .thenComparingInt(Nearest::selector)
            .thenComparing(Comparator.comparingDouble(Nearest::lacking).reversed());

    private Optional<Miss> best = Optional.empty();

    void offer(Case it, Reason reason) {
      if (best.isEmpty() || FARTHEST.compare(reason, best.get().reason()) > 0) {
        best = Optional.of(new Miss(name(it), reason));
      }
    }

    Optional<Miss> miss() {
      return best;
    }

    private static int selector(Reason reason) {
      return reason instanceof Reason.Unselected(var selector) ? selector.number() : 0;
    }

    /** Returns the missing amount as a fraction of the total. */
    private static double lacking(Reason reason) {
      return switch (reason) {
        case Reason.Shortage(_, var needed, var left, var total) -> part(needed, left, total);
        case Reason.CounterShortage(_, _, var needed, var left, var total) ->
            part(needed, left, total);
        default -> 0;
      };
    }

    private static double part(Quantity needed, Quantity left, Quantity total) {
      return total.isZero()
          ? Double.MAX_VALUE
          : needed
              .subtract(left)
              .toBigDecimal()
              .divide(total.toBigDecimal(), MathContext.DECIMAL32)
              .doubleValue();
    }
  }
}
