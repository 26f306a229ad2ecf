package dev.dray.controller;

import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.api.meta.Condition;
import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Reply;
import dev.dray.client.Resources;
import dev.dray.controller.TaintEviction.Item;
import dev.dray.controller.WorkQueue.Outcome;
import dev.dray.informer.Informer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Writes the progress of a rule's eviction into its status; for a rule without effect, the pods
 * that it would evict.
 */
final class RuleStatus {
  /** The shortest time between two writes of the status. */
  static final Duration PERIOD = Duration.ofSeconds(10);

  private static final String TYPE = "EvictionInProgress";

  private final ControllerCalls controllerCalls;
  private final EventLoop loop;
  private final Informer<DeviceTaintRule> rules;
  private final Informer<Pod> pods;
  private final Informer<ResourceSlice> slices;
  private final PublishedTaints published;
  private final EvictionTimes times;
  private final AllocatedClaims claims;
  private final PodEvictor evictor;
  private final Map<String, Integer> evicted = new HashMap<>();

  RuleStatus(
      ControllerCalls controllerCalls,
      EventLoop loop,
      Informer<DeviceTaintRule> rules,
      Informer<Pod> pods,
      Informer<ResourceSlice> slices,
      PublishedTaints published,
      EvictionTimes times,
      AllocatedClaims claims,
      PodEvictor evictor) {
    this.controllerCalls = controllerCalls;
    this.loop = loop;
    this.rules = rules;
    this.pods = pods;
    this.slices = slices;
    this.published = published;
    this.times = times;
    this.claims = claims;
    this.evictor = evictor;
  }

  /** Counts a pod that was evicted because of a rule. */
  void evictedBy(String ruleUid) {
    evicted.merge(ruleUid, 1, Integer::sum);
  }

  void forget(String ruleUid) {
    evicted.remove(ruleUid);
  }

  void work(Item.OfRule item, Consumer<Outcome> then) {
    var rule = rules.find(item.name()).filter(it -> it.metadata().uid().equals(item.uid()));
    if (rule.isEmpty()) {
      then.accept(new Outcome.Finished());
      return;
    }
    var existing = existing(rule.get().value());
    var left = existing.map(it -> left(it, rule.get())).orElse(Duration.ZERO);
    if (left.isPositive()) {
      then.accept(new Outcome.NotYet(left));
      return;
    }
    var condition = condition(rule.get().value());
    if (existing.isPresent() && same(existing.get(), condition)) {
      then.accept(new Outcome.Finished());
    } else {
      write(rule.get(), condition, then);
    }
  }

  private static Optional<Condition> existing(DeviceTaintRule rule) {
    return rule.status().conditions().stream().filter(it -> it.type().equals(TYPE)).findFirst();
  }

  private Duration left(Condition existing, KnownObject<DeviceTaintRule> rule) {
    if (existing.observedGeneration() != rule.metadata().generation()
        || existing.lastTransitionTime().isEmpty()) {
      return Duration.ZERO;
    }
    return PERIOD.minus(Duration.between(existing.lastTransitionTime().get(), loop.now()));
  }

  private static boolean same(Condition one, Condition other) {
    return one.status().equals(other.status())
        && one.reason().equals(other.reason())
        && one.message().equals(other.message())
        && one.observedGeneration() == other.observedGeneration();
  }

  private Condition condition(DeviceTaintRule rule) {
    int count = evicted.getOrDefault(rule.metadata().uid(), 0);
    return switch (rule.spec().taint().effect()) {
      case "NoExecute" -> {
        var affected = Affected.pending(evictor, rule);
        yield affected.pods() > 0
            ? condition(rule, true, "PodsPendingEviction", affected.text("needs", "need") + ".")
            : condition(rule, false, count > 0 ? "Completed" : "NotStarted", "");
      }
      case "None" -> condition(rule, false, "NoEffect", simulation(rule));
      default ->
          condition(rule, false, "OtherEffect", "Eviction only happens for the NoExecute effect.");
    };
  }

  private Condition condition(
      DeviceTaintRule rule, boolean inProgress, String reason, String message) {
    int count = evicted.getOrDefault(rule.metadata().uid(), 0);
    var done =
        count == 0
            ? ""
            : (count == 1 ? "1 pod " : count + " pods ") + "evicted since starting the controller.";
    var separator = message.isEmpty() || done.isEmpty() ? "" : " ";
    return new Condition(
        TYPE,
        inProgress ? "True" : "False",
        rule.metadata().generation(),
        Optional.of(loop.now().truncatedTo(ChronoUnit.SECONDS)),
        reason,
        message + separator + done);
  }

  /** The number of pods that a rule concerns, and of their namespaces. */
  private record Affected(int pods, int namespaces) {
    static Affected pending(PodEvictor evictor, DeviceTaintRule rule) {
      int pods = 0;
      var namespaces = new TreeSet<String>();
      for (var entry : evictor.pending()) {
        if (entry.getValue().isBy(rule.metadata().uid())) {
          pods++;
          namespaces.add(entry.getKey().namespace());
        }
      }
      return new Affected(pods, namespaces.size());
    }

    String text(String one, String many) {
      var who = pods == 1 ? "1 pod " + one : pods + " pods " + many;
      var where = namespaces == 1 ? "1 namespace" : namespaces + " different namespaces";
      return who + " to be evicted in " + where;
    }

    String wouldBe() {
      var who = pods == 1 ? "1 pod" : pods + " pods";
      var where = namespaces == 1 ? "1 namespace" : namespaces + " different namespaces";
      return who + " would be evicted in " + where;
    }
  }

  private String simulation(DeviceTaintRule rule) {
    int devices = publishedDevices(rule);
    int allocated = allocatedDevices(rule);
    return "%d published %s selected. %d allocated %s selected. "
            .formatted(devices, plural(devices), allocated, plural(allocated))
        + wouldEvict(rule).wouldBe()
        + " if the effect was NoExecute. This information will not be updated again. Recreate the"
        + " DeviceTaintRule to trigger an update.";
  }

  private static String plural(int devices) {
    return devices == 1 ? "device" : "devices";
  }

  private int publishedDevices(DeviceTaintRule rule) {
    int count = 0;
    for (var slice : slices.all()) {
      var spec = slice.value().spec();
      var pool = new PoolId(spec.driver(), spec.pool().name());
      if (published.isNewest(slice.value())) {
        for (var device : spec.devices()) {
          count += EvictionTimes.matches(rule, new DeviceId(pool, device.name())) ? 1 : 0;
        }
      }
    }
    return count;
  }

  private int allocatedDevices(DeviceTaintRule rule) {
    int count = 0;
    for (var claim : claims.all()) {
      for (var result : claim.allocation().devices().results()) {
        count += EvictionTimes.matches(rule, EvictionTimes.idOf(result)) ? 1 : 0;
      }
    }
    return count;
  }

  private Affected wouldEvict(DeviceTaintRule rule) {
    var taint = rule.spec().taint();
    var strict = new DeviceTaint(taint.key(), taint.value(), "NoExecute", taint.timeAdded());
    var rules = List.of(rule.withSpec(rule.spec().withTaint(strict)));
    var affected = new TreeSet<String>();
    var namespaces = new TreeSet<String>();
    for (var claim : claims.all()) {
      var eviction = times.of(claim.allocation(), rules);
      if (eviction.isPresent() && eviction.get().isBy(rule.metadata().uid())) {
        for (var pod : TaintEviction.users(claim.claim(), pods)) {
          affected.add(pod.key());
          namespaces.add(pod.metadata().namespace());
        }
      }
    }
    return new Affected(affected.size(), namespaces.size());
  }

  /**
   * Writes the condition. Includes the UID, so that a rule that replaced this one is not changed.
   */
  private void write(
      KnownObject<DeviceTaintRule> rule, Condition condition, Consumer<Outcome> then) {
    var tree =
        Json.obj(
            "type",
            condition.type(),
            "status",
            condition.status(),
            "observedGeneration",
            condition.observedGeneration(),
            "lastTransitionTime",
            condition.lastTransitionTime().orElseThrow().toString(),
            "reason",
            condition.reason(),
            "message",
            condition.message());
    var it = rule.metadata();
    var applied =
        Json.obj(
            "apiVersion",
            Resources.TAINT_RULES.apiVersion(),
            "kind",
            Resources.TAINT_RULES.kind(),
            "metadata",
            Json.obj("name", it.name(), "uid", it.uid()),
            "status",
            Json.obj("conditions", Json.Arr.of(tree)));
    controllerCalls.send(
        Call.apply(Resources.TAINT_RULES, "", it.name(), "status", applied, TaintEviction.NAME),
        reply -> {
          switch (reply) {
            case Reply.Done _ -> then.accept(new Outcome.Finished());
            case Reply.Refused refused when refused.isNotFound() ->
                then.accept(new Outcome.Finished());
            case Reply.Refused _, Reply.Unanswered _ ->
                then.accept(
                    new Outcome.Failed(
                        "status of rule %s: %s".formatted(it.name(), reply.problem())));
          }
        });
  }
}
