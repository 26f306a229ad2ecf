package dev.dray.scheduler;

import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.Resources;
import dev.dray.framework.SchedulerCache;
import dev.dray.scheduler.ObjectUpdate.Next;
import java.util.ArrayList;
import java.util.List;

/** The changes a scheduler makes to pods, each as a step from the pod's current state. */
final class PodSteps {
  private PodSteps() {}

  /** Binds the pod to a node. */
  static ObjectUpdate.Step<Pod> bind(Pod wanted, String node) {
    var uid = wanted.metadata().uid();
    return pod -> {
      var metadata = pod.metadata();
      var at = pod.value().spec().nodeName();
      if (!metadata.uid().equals(uid) || metadata.deletionTimestamp().isPresent()) {
        return new Next.Impossible("pod %s got deleted in the meantime".formatted(pod.key()));
      }
      if (!at.isEmpty()) {
        return at.equals(node)
            ? new Next.Done()
            : new Next.Impossible(
                "pod %s is already assigned to node \"%s\"".formatted(pod.key(), at));
      }
      return new Next.Send(
          Call.bind(metadata.namespace(), metadata.name(), uid, node),
          "bind pod " + pod.key(),
          true);
    };
  }

  /** Names the claim that stands for extended resources in the pod's status. */
  static ObjectUpdate.Step<Pod> nameExtended(
      Pod wanted, String claim, List<SchedulerCache.RequestMapping> mappings) {
    var uid = wanted.metadata().uid();
    var requests = new ArrayList<Json>();
    mappings.forEach(
        it ->
            requests.add(
                Json.obj(
                    "containerName",
                    it.container(),
                    "resourceName",
                    it.resource(),
                    "requestName",
                    it.request())));
    var status = Json.obj("requestMappings", Json.of(requests), "resourceClaimName", claim);
    return pod -> {
      if (!pod.metadata().uid().equals(uid)) {
        return new Next.Impossible("pod %s got deleted in the meantime".formatted(pod.key()));
      }
      var known = pod.tree().text("status", "extendedResourceClaimStatus", "resourceClaimName");
      if (known.equals(claim)) {
        return new Next.Done();
      }
      return new Next.Send(
          Call.patch(
              Call.Verb.STRATEGIC_PATCH,
              Resources.PODS,
              pod.metadata().namespace(),
              pod.metadata().name(),
              "status",
              Json.obj(
                  "metadata",
                  Json.obj("uid", uid),
                  "status",
                  Json.obj("extendedResourceClaimStatus", status))),
          "update pod %s ExtendedResourceClaimStatus".formatted(pod.key()),
          true);
    };
  }
}
