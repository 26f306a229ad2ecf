package dev.dray.allocation.explain;

import dev.dray.allocation.explain.Explanation.Request;
import dev.dray.allocation.explain.Funnel.Miss;
import dev.dray.allocation.explain.Funnel.Removal;
import dev.dray.allocation.explain.NodesExplanation.NodeGroup;
import dev.dray.api.meta.DeviceId;
import dev.dray.ledger.Holder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The redaction of an explanation for readers of a namespace, who may not see the names of others:
 * it says that devices are in use, but not by which claims of other namespaces.
 */
record Redaction(String namespace) {
  private static final String OTHERS = "claims of other namespaces";

  NodesExplanation of(NodesExplanation all) {
    return new NodesExplanation(
        all.nodes(),
        all.fitting(),
        all.groups().stream()
            .map(it -> new NodeGroup(it.summary(), it.nodes(), of(it.example())))
            .toList());
  }

  private Explanation of(Explanation one) {
    return new Explanation(
        one.node(),
        one.summary(),
        of(one.cause()),
        one.pools(),
        one.requests().stream().map(this::of).toList());
  }

  private Cause of(Cause cause) {
    return switch (cause) {
      case Cause.NotTogether(var shortfalls) ->
          new Cause.NotTogether(shortfalls.stream().map(this::of).toList());
      case Cause.Refused _, Cause.Failed _, Cause.TooFewDevices _, Cause.Undecided _ -> cause;
    };
  }

  private Shortfall of(Shortfall it) {
    return new Shortfall(of(it.request()), it.before(), it.own(), it.tallies(), it.results());
  }

  private Request of(Request it) {
    return new Request(it.claim(), it.name(), it.alternatives().stream().map(this::of).toList());
  }

  private RequestFunnel of(RequestFunnel it) {
    return new RequestFunnel(
        it.claim(),
        it.request(),
        it.deviceClass(),
        it.amount(),
        it.needed(),
        of(it.funnel()),
        it.hints());
  }

  private Funnel of(Funnel it) {
    return new Funnel(
        it.seen(),
        removals(it.removals()),
        it.left(),
        it.nearest().map(miss -> new Miss(miss.device(), of(miss.reason()))));
  }

  /** Redacts the removals, and merges those that can no longer be told apart. */
  private List<Removal> removals(List<Removal> all) {
    var devices = new LinkedHashMap<Reason, List<DeviceId>>();
    for (var removal : all) {
      devices
          .computeIfAbsent(of(removal.reason()), _ -> new ArrayList<>())
          .addAll(removal.devices());
    }
    return devices.entrySet().stream().map(it -> new Removal(it.getKey(), it.getValue())).toList();
  }

  private Reason of(Reason reason) {
    return switch (reason) {
      case Reason.InUse(var holders) ->
          new Reason.InUse(holders.stream().map(this::of).distinct().toList());
      case Reason.GroupConflict(var set, var declared, var inUse, var holders) ->
          new Reason.GroupConflict(set, declared, inUse, known(holders));
      case Reason.NotOffered _,
          Reason.Unselected _,
          Reason.NoAnswer _,
          Reason.UnsettledPool _,
          Reason.Taken _,
          Reason.Incalculable _,
          Reason.NoCapacity _,
          Reason.AgainstPolicy _,
          Reason.Shortage _,
          Reason.NodeOperations _,
          Reason.PartitionsOff _,
          Reason.CounterShortage _,
          Reason.Tainted _,
          Reason.NoAttribute _,
          Reason.NoValue _,
          Reason.Mismatch _,
          Reason.Repetition _ ->
          reason;
    };
  }

  private Holder of(Holder holder) {
    return holder.namespace().equals(namespace) ? holder : new Holder("", OTHERS, "", "");
  }

  /** Redacts holders: claims by namespace and name, or requests of the same attempt, which stay. */
  private List<String> known(List<String> holders) {
    return holders.stream()
        .map(it -> it.startsWith(namespace + "/") || it.startsWith("request ") ? it : OTHERS)
        .distinct()
        .toList();
  }
}
