package dev.dray.controller;

import dev.dray.api.core.Pod;
import dev.dray.api.core.PodResourceClaim;
import dev.dray.api.core.PodResourceClaimStatus;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.client.Call;
import dev.dray.client.KnownObject;
import dev.dray.client.Reply;
import dev.dray.client.Resources;
import dev.dray.controller.PodEntries.Meaning;
import dev.dray.controller.WorkQueue.Outcome;
import dev.dray.events.Events;
import dev.dray.framework.claim.GeneratedClaims;
import dev.dray.framework.claim.PodClaims;
import dev.dray.informer.Informer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Generates the claims of a pod from templates, records them in its status, and reserves claims for
 * a pod that got to its node without a scheduler that does so.
 *
 * <p>The name of a claim follows from its pod and entry. Creating it a second time, because no
 * answer came, after a restart, or as a second replica, is refused because it exists, and the
 * existing claim is used.
 */
final class PodSync {
  private static final String MANAGER = "ResourceClaimController";
  private static final String FAILED = "FailedResourceClaimCreation";
  private static final int NAMES_TRIED = 8;

  private final ControllerCalls controllerCalls;
  private final Events events;
  private final Gates gates;
  private final ClaimMetrics metrics;
  private final Informer<Pod> pods;
  private final Informer<ResourceClaimTemplate> templates;
  private final Claims claims;
  private final Recorded recorded;

  PodSync(
      ControllerCalls controllerCalls,
      Events events,
      Gates gates,
      ClaimMetrics metrics,
      Informer<Pod> pods,
      Informer<ResourceClaimTemplate> templates,
      Claims claims,
      Recorded recorded) {
    this.controllerCalls = controllerCalls;
    this.events = events;
    this.gates = gates;
    this.metrics = metrics;
    this.pods = pods;
    this.templates = templates;
    this.claims = claims;
    this.recorded = recorded;
  }

  void sync(String key, Consumer<Outcome> then) {
    var pod = pods.find(key);
    if (pod.isEmpty() || !mayRun(pod.get().value())) {
      then.accept(new Outcome.Finished());
      return;
    }
    new Task(pod.get(), then).begin();
  }

  private static boolean mayRun(Pod pod) {
    return pod.metadata().deletionTimestamp().isEmpty() && !pod.status().finished();
  }

  /** Returns whether there seems to be work; cheap, as it is asked for every change of a pod. */
  boolean isNeeded(KnownObject<Pod> pod) {
    if (!mayRun(pod.value())) {
      return false;
    }
    var statuses = recorded.of(pod);
    for (var entry : pod.value().spec().resourceClaims()) {
      switch (PodEntries.meaning(entry, statuses)) {
        case Meaning.Unmade() -> {
          return true;
        }
        case Meaning.NotNeeded() -> {}
        case Meaning.Made(var name) -> {
          var claim = claims.find(keyOf(pod, name));
          if (claim.isEmpty()
              || !PodEntries.owns(pod.value(), claim.get().metadata())
              || lacksReservation(pod.value(), claim.get().value())) {
            return true;
          }
        }
        case Meaning.Shared(var name) -> {
          var claim = claims.find(keyOf(pod, name));
          if (claim.isPresent() && lacksReservation(pod.value(), claim.get().value())) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static String keyOf(KnownObject<Pod> pod, String claim) {
    return KnownObject.key(pod.metadata().namespace(), claim);
  }

  /** Returns whether the pod is on a node, and the claim is allocated but not reserved for it. */
  private static boolean lacksReservation(Pod pod, ResourceClaim claim) {
    var users = claim.status().reservedFor();
    return !pod.spec().nodeName().isEmpty()
        && claim.status().allocation().isPresent()
        && claim.metadata().deletionTimestamp().isEmpty()
        && users.size() < PodClaims.MOST_CONSUMERS
        && users.stream().noneMatch(user -> user.uid().equals(pod.metadata().uid()));
  }

  /** The work for one pod: all entries at once, then its status, then reservations. */
  private final class Task {
    private final KnownObject<Pod> pod;
    private final Consumer<Outcome> then;
    private final List<PodResourceClaim> entries;
    private final Map<String, String> found = new TreeMap<>();
    private final Map<Integer, String> problems = new TreeMap<>();
    private int open;

    Task(KnownObject<Pod> pod, Consumer<Outcome> then) {
      this.pod = pod;
      this.then = then;
      this.entries = pod.value().spec().resourceClaims();
    }

    void begin() {
      var statuses = recorded.of(pod);
      open = entries.size() + 1;
      for (int i = 0; i < entries.size(); i++) {
        var entry = new Entry(i, entries.get(i));
        switch (PodEntries.meaning(entries.get(i), statuses)) {
          case Meaning.Shared _, Meaning.NotNeeded _ -> entry.settled();
          case Meaning.Unmade() -> entry.findOrMake();
          case Meaning.Made(var name) -> entry.see(name);
        }
      }
      oneLess();
    }

    private void oneLess() {
      if (--open > 0) {
        return;
      }
      if (!problems.isEmpty()) {
        fail();
      } else if (found.isEmpty()) {
        reserve();
      } else {
        record();
      }
    }

    private void fail() {
      var first = problems.entrySet().iterator().next();
      var message =
          "PodResourceClaim %s: %s".formatted(entries.get(first.getKey()).name(), first.getValue());
      events.tell(Resources.PODS, pod.metadata(), Events.Type.WARNING, FAILED, message);
      then.accept(new Outcome.Failed(message));
    }

    /** An entry of the pod. */
    private final class Entry {
      private final int number;
      private final PodResourceClaim entry;

      Entry(int number, PodResourceClaim entry) {
        this.number = number;
        this.entry = entry;
      }

      void settled() {
        oneLess();
      }

      private void found(String claim) {
        found.put(entry.name(), claim);
        oneLess();
      }

      private void problem(String problem) {
        problems.put(number, problem);
        oneLess();
      }

      /**
       * Verifies a claim that was generated and recorded, as it may have been deleted by accident.
       */
      void see(String name) {
        var claim = claims.find(keyOf(pod, name));
        if (claim.isEmpty()) {
          controllerCalls.send(get(name), reply -> seen(name, reply));
        } else if (PodEntries.owns(pod.value(), claim.get().metadata())) {
          settled();
        } else {
          findOrMake();
        }
      }

      private Call get(String name) {
        return Call.get(Resources.CLAIMS, pod.metadata().namespace(), name);
      }

      private void seen(String name, Reply reply) {
        switch (reply) {
          case Reply.Done(var tree) -> {
            if (PodEntries.owns(pod.value(), claims.wrote(tree).metadata())) {
              settled();
            } else {
              findOrMake();
            }
          }
          case Reply.Refused refused when refused.isNotFound() ->
              controllerCalls.send(
                  Call.get(Resources.PODS, pod.metadata().namespace(), pod.metadata().name()),
                  this::findOrMakeIfNeeded);
          case Reply.Refused _, Reply.Unanswered _ ->
              problem("look for ResourceClaim %s: %s".formatted(name, reply.problem()));
        }
      }

      /**
       * Generates the claim again only if the pod may still run. The claim may be gone because the
       * pod has ended, which is not known here yet; then the controller that knows would delete
       * each new one, and both would go on for as long as they differ.
       */
      private void findOrMakeIfNeeded(Reply reply) {
        switch (reply) {
          case Reply.Done(var tree) when isStill(tree) -> findOrMake();
          case Reply.Done _ -> settled();
          case Reply.Refused refused when refused.isNotFound() -> settled();
          case Reply.Refused _, Reply.Unanswered _ ->
              problem("look for the pod: %s".formatted(reply.problem()));
        }
      }

      void findOrMake() {
        var made = claims.madeFor(pod.metadata().uid(), entry.name());
        if (made.isPresent()) {
          found(made.get().metadata().name());
          return;
        }
        var name = entry.resourceClaimTemplateName();
        var template = templates.find(pod.metadata().namespace(), name);
        if (template.isEmpty()) {
          problem(
              "resource claim template \"%s\": resourceclaimtemplate.resource.k8s.io \"%s\" not found"
                  .formatted(name, name));
          return;
        }
        var spec = template.get().value().spec().spec();
        if (!gates.enabled(Gate.DRA_ADMIN_ACCESS) && ClaimMetrics.needsAdminAccess(spec)) {
          problem("admin access is requested, but the feature is disabled");
        } else if (!gates.enabled(Gate.DRA_PRIORITIZED_LIST) && ClaimMetrics.isRanked(spec)) {
          problem(
              "template includes a prioritized list of subrequests, but the feature is disabled");
        } else {
          make(template.get(), 0);
        }
      }

      private void make(KnownObject<ResourceClaimTemplate> template, int attempt) {
        var base = GeneratedClaims.base(pod.metadata().name(), entry.name());
        var name = GeneratedClaims.name(base, pod.metadata(), attempt);
        var claim = NewClaims.of(pod.metadata(), entry.name(), template.tree(), base, name);
        controllerCalls.send(
            Call.create(Resources.CLAIMS, pod.metadata().namespace(), claim),
            reply -> {
              switch (reply) {
                case Reply.Done(var tree) -> {
                  metrics.made(template.value().spec().spec(), true);
                  found(claims.wrote(tree).metadata().name());
                }
                case Reply.Refused refused when refused.isAlreadyThere() ->
                    controllerCalls.send(get(name), there -> meet(template, attempt, name, there));
                case Reply.Refused _, Reply.Unanswered _ -> {
                  metrics.made(template.value().spec().spec(), false);
                  problem("create ResourceClaim %s: %s".formatted(name, reply.problem()));
                }
              }
            });
      }

      /**
       * Uses the existing claim of this name if it is that of this entry; by a rare chance it is
       * another's.
       */
      private void meet(
          KnownObject<ResourceClaimTemplate> template, int attempt, String name, Reply reply) {
        if (!(reply instanceof Reply.Done(var tree))) {
          problem("look for ResourceClaim %s: %s".formatted(name, reply.problem()));
          return;
        }
        var claim = claims.wrote(tree);
        if (Claims.isFor(claim, pod.metadata().uid(), entry.name())) {
          found(name);
        } else if (attempt + 1 < NAMES_TRIED) {
          make(template, attempt + 1);
        } else {
          problem("create ResourceClaim %s: the name is taken by others".formatted(name));
        }
      }
    }

    private void record() {
      var merged = new TreeMap<String, String>();
      for (var status : recorded.of(pod)) {
        if (!status.resourceClaimName().isEmpty()) {
          merged.put(status.name(), status.resourceClaimName());
        }
      }
      merged.putAll(found);
      controllerCalls.send(
          Call.apply(
              Resources.PODS,
              pod.metadata().namespace(),
              pod.metadata().name(),
              "status",
              status(merged),
              MANAGER),
          reply -> {
            switch (reply) {
              case Reply.Done(var tree) -> {
                recorded.wrote(pod, tree, statuses(merged));
                reserve();
              }
              case Reply.Refused refused when refused.isNotFound() ->
                  then.accept(new Outcome.Finished());
              case Reply.Refused _, Reply.Unanswered _ ->
                  then.accept(
                      new Outcome.Failed(
                          "update pod %s ResourceClaimStatuses: %s"
                              .formatted(pod.key(), reply.problem())));
            }
          });
    }

    /** Includes the UID, so that a pod that replaced this one is not changed. */
    private Json.Obj status(Map<String, String> merged) {
      var items = new ArrayList<Json>();
      merged.forEach(
          (entry, claim) -> items.add(Json.obj("name", entry, "resourceClaimName", claim)));
      var it = pod.metadata();
      return Json.obj(
          "apiVersion",
          "v1",
          "kind",
          "Pod",
          "metadata",
          Json.obj("name", it.name(), "namespace", it.namespace(), "uid", it.uid()),
          "status",
          Json.obj("resourceClaimStatuses", Json.of(items)));
    }

    private static List<PodResourceClaimStatus> statuses(Map<String, String> merged) {
      var statuses = new ArrayList<PodResourceClaimStatus>();
      merged.forEach((entry, claim) -> statuses.add(new PodResourceClaimStatus(entry, claim)));
      return List.copyOf(statuses);
    }

    /**
     * Reserves claims that the scheduler has not. The pod is read first: if it has ended, which is
     * not known here yet, the controller that knows would remove each reservation again.
     */
    private void reserve() {
      if (lacking().isEmpty()) {
        then.accept(new Outcome.Finished());
        return;
      }
      controllerCalls.send(
          Call.get(Resources.PODS, pod.metadata().namespace(), pod.metadata().name()),
          reply -> {
            switch (reply) {
              case Reply.Done(var tree) when isStill(tree) -> reserveAll();
              case Reply.Done _ -> then.accept(new Outcome.Finished());
              case Reply.Refused refused when refused.isNotFound() ->
                  then.accept(new Outcome.Finished());
              case Reply.Refused _, Reply.Unanswered _ ->
                  then.accept(
                      new Outcome.Failed(
                          "look for pod %s: %s".formatted(pod.key(), reply.problem())));
            }
          });
    }

    /** Returns whether this is the same pod, and it may run. */
    private boolean isStill(Json.Obj tree) {
      var now = Resources.PODS.read(tree);
      return now.metadata().uid().equals(pod.metadata().uid()) && mayRun(now.value());
    }

    private void reserveAll() {
      var lacking = lacking();
      open = lacking.size() + 1;
      var failures = new ArrayList<String>();
      for (var claim : lacking) {
        controllerCalls.send(
            Call.updateStatus(Resources.CLAIMS, reserved(claim)),
            reply -> {
              switch (reply) {
                case Reply.Done(var tree) -> claims.wrote(tree);
                case Reply.Refused _, Reply.Unanswered _ ->
                    failures.add("reserve claim %s: %s".formatted(claim.key(), reply.problem()));
              }
              oneReserved(failures);
            });
      }
      oneReserved(failures);
    }

    private void oneReserved(List<String> failures) {
      if (--open == 0) {
        then.accept(
            failures.isEmpty()
                ? new Outcome.Finished()
                : new Outcome.Failed(String.join("; ", failures)));
      }
    }

    private List<KnownObject<ResourceClaim>> lacking() {
      var lacking = new ArrayList<KnownObject<ResourceClaim>>();
      var statuses = recorded.of(pod);
      for (var entry : entries) {
        switch (PodEntries.meaning(entry, statuses)) {
          case Meaning.Shared(var name) ->
              claims
                  .find(keyOf(pod, name))
                  .filter(it -> lacksReservation(pod.value(), it.value()))
                  .ifPresent(lacking::add);
          case Meaning.Made(var name) ->
              claims
                  .find(keyOf(pod, name))
                  .filter(it -> PodEntries.owns(pod.value(), it.metadata()))
                  .filter(it -> lacksReservation(pod.value(), it.value()))
                  .ifPresent(lacking::add);
          case Meaning.Unmade(), Meaning.NotNeeded() -> {}
        }
      }
      return lacking;
    }

    private Json.Obj reserved(KnownObject<ResourceClaim> claim) {
      var users = new ArrayList<>(claim.tree().items("status", "reservedFor"));
      users.add(
          Json.obj("resource", "pods", "name", pod.metadata().name(), "uid", pod.metadata().uid()));
      return claim.tree().with(List.of("status", "reservedFor"), Json.of(users));
    }
  }
}
