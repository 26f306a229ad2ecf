package dev.dray.cli.simulate;

import dev.dray.allocation.explain.NodesExplanation;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.cli.options.SearchLimit;
import dev.dray.cli.output.TextTable;
import dev.dray.framework.UnschedulableReason;
import dev.dray.framework.whatif.OfflineScheduler;
import dev.dray.framework.whatif.PodOutcome;
import dev.dray.framework.whatif.Simulation;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/** The report of a simulation: what is placed where, and what waits and why. */
final class SimulationReport {
  private static final int MOST_NAMES = 3;
  private static final int MOST_EXPLAINED = 10;

  /** The detail about devices. */
  enum Detail {
    SHORT,
    WIDE
  }

  private final Detail detail;
  private final Ansi ansi;

  SimulationReport(Detail detail, Ansi ansi) {
    this.detail = detail;
    this.ansi = ansi;
  }

  void print(Simulation.Result result, PrintWriter out) {
    var placed = new TextTable("POD", "NODE", "CLAIM", "DEVICES");
    long rows = 0;
    for (var pod : result.pods()) {
      if (pod instanceof PodOutcome.On on) {
        add(placed, on);
        rows++;
      }
    }
    for (var claim : result.claims()) {
      if (claim instanceof OfflineScheduler.Allocated.Done(var allocated)) {
        placed.row("-", "-", name(allocated), devices(allocated));
        rows++;
      }
    }
    if (rows > 0) {
      placed.print(out);
      out.println();
    }
    out.println(summary(result));
    printWaiting(result, out);
    notes(result).forEach(out::println);
  }

  private void add(TextTable textTable, PodOutcome.On on) {
    var pod = PodFates.key(on.pod());
    if (on.claims().isEmpty()) {
      textTable.row(pod, on.node(), "-", "-");
    }
    for (var claim : on.claims()) {
      textTable.row(pod, on.node(), claim.metadata().name(), devices(claim));
    }
  }

  private String devices(ResourceClaim claim) {
    return claim.status().allocation().stream()
        .flatMap(allocation -> allocation.devices().results().stream())
        .map(this::device)
        .collect(Collectors.joining(", "));
  }

  private String device(DeviceRequestAllocationResult result) {
    if (detail == Detail.SHORT) {
      return result.device();
    }
    var consumed = new ArrayList<String>();
    result.consumedCapacity().forEach((name, amount) -> consumed.add(name + "=" + amount));
    result
        .consumedCounters()
        .forEach(
            (set, counters) ->
                counters.forEach((name, amount) -> consumed.add(set + "." + name + "=" + amount)));
    return "%s: %s/%s/%s%s"
        .formatted(
            result.request(),
            result.driver(),
            result.pool(),
            result.device(),
            consumed.isEmpty() ? "" : " (" + String.join(", ", consumed) + ")");
  }

  private static String summary(Simulation.Result result) {
    long waiting = result.pods().stream().filter(PodOutcome.Waits.class::isInstance).count();
    int all = result.pods().size();
    if (all == 0) {
      return "No pod waits for a place.";
    }
    if (waiting == 0) {
      return all == 1 ? "The pod is placed." : "All %d pods are placed.".formatted(all);
    }
    return "%d of %d pods %s placed, %d %s."
        .formatted(
            all - waiting,
            all,
            all - waiting == 1 ? "is" : "are",
            waiting,
            waiting == 1 ? "waits" : "wait");
  }

  /** The key of pods that wait for the same reason. */
  private record Group(String message, List<DeviceClaim> asks) {
    static Group of(UnschedulableReason reason) {
      var asks =
          reason instanceof UnschedulableReason.NoNode noNode
              ? noNode.unallocated().stream().map(claim -> claim.spec().devices()).toList()
              : List.<DeviceClaim>of();
      return new Group(reason.message(), asks);
    }
  }

  /** The names of waiting pods, and the reason of the first. */
  private record Waiting(List<String> names, UnschedulableReason reason) {}

  private void printWaiting(Simulation.Result result, PrintWriter out) {
    int explained = 0;
    for (var waiting : waiting(result).values()) {
      out.println();
      var verb = waiting.names().size() == 1 ? "waits" : "wait";
      out.println(
          "%s %s: %s"
              .formatted(
                  some(waiting.names()),
                  ansi.string("@|red " + verb + "|@"),
                  waiting.reason().message()));
      if (explained < MOST_EXPLAINED) {
        var explanations = waiting.reason().explanations();
        explained += explanations.isEmpty() ? 0 : 1;
        explanations.forEach(it -> print(it, out));
      }
      SearchLimit.advice(waiting.reason()).ifPresent(it -> out.println("  " + it));
    }
    if (explained == MOST_EXPLAINED) {
      out.println();
      out.println("Only the first %d reasons are explained.".formatted(MOST_EXPLAINED));
    }
  }

  private static void print(NodesExplanation explanation, PrintWriter out) {
    explanation.toText().lines().forEach(line -> out.println(line.isEmpty() ? "" : "  " + line));
  }

  private static Map<Group, Waiting> waiting(Simulation.Result result) {
    var groups = new LinkedHashMap<Group, Waiting>();
    for (var pod : result.pods()) {
      if (pod instanceof PodOutcome.Waits(var waits, var reason)) {
        add(groups, PodFates.key(waits), reason);
      }
    }
    for (var claim : result.claims()) {
      if (claim instanceof OfflineScheduler.Allocated.Waits(var waits, var reason)) {
        add(groups, "claim " + name(waits), reason);
      }
    }
    return groups;
  }

  private static void add(Map<Group, Waiting> groups, String name, UnschedulableReason reason) {
    groups
        .computeIfAbsent(Group.of(reason), _ -> new Waiting(new ArrayList<>(), reason))
        .names()
        .add(name);
  }

  private static String name(ResourceClaim claim) {
    return claim.metadata().namespace() + "/" + claim.metadata().name();
  }

  private static String some(List<String> names) {
    return names.size() <= MOST_NAMES + 1
        ? String.join(", ", names)
        : "%s and %,d more"
            .formatted(String.join(", ", names.subList(0, MOST_NAMES)), names.size() - MOST_NAMES);
  }

  /** Returns notes about fields that the simulation did not consider. */
  static List<String> notes(Simulation.Result result) {
    var fields = new TreeMap<String, List<String>>();
    for (var outcome : result.pods()) {
      for (var field : outcome.pod().spec().unconsidered()) {
        fields.computeIfAbsent(field, _ -> new ArrayList<>()).add(PodFates.key(outcome.pod()));
      }
    }
    var notes = new ArrayList<String>();
    fields.forEach(
        (field, pods) -> notes.add("note: %s is ignored in %s".formatted(field, some(pods))));
    if (!result.idle().isEmpty()) {
      var names = result.idle().stream().map(SimulationReport::name).toList();
      notes.add(
          "note: no pod uses %s %s, so nothing allocates %s; --claims does"
              .formatted(
                  names.size() == 1 ? "the claim" : "the claims",
                  some(names),
                  names.size() == 1 ? "it" : "them"));
    }
    if (!notes.isEmpty()) {
      notes.addFirst("");
    }
    return notes;
  }
}
