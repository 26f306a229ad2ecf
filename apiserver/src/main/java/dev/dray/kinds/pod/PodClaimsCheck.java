package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.GroupVersions;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.NodeSelectors;
import dev.dray.kinds.Resource;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.WriteCheck;
import dev.dray.store.Precondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The check that a pod on a node has its claims: it is bound only once all of them are allocated
 * and reserved for it, and until it has ended none of them is taken from it.
 *
 * <p>A single scheduler ensures this by itself. Two schedulers on one pod do not: while one binds
 * it, the other, which has failed, removes the reservation that both rely on, or even has the claim
 * allocated anew, for another node and the same pod. A binding therefore depends on the claims
 * being unchanged, and the removal of a reservation on the pod being unchanged: whichever of the
 * two is stored first, the other is checked again.
 */
public record PodClaimsCheck(Kinds kinds) implements WriteCheck {
  private static final String CLAIMS = "resourceclaims";
  private static final String QUALIFIED_CLAIMS = CLAIMS + "." + GroupVersions.RESOURCE;
  private static final String PODS = "pods";
  private static final String BINDING = "binding";

  @Override
  public Verdict check(Write write, View view) {
    return switch (write.resource().qualifiedName() + "/" + write.subresource()) {
      case PODS + "/" + BINDING ->
          kinds
              .find(GroupVersions.RESOURCE, CLAIMS)
              .map(claims -> bound(write, view, claims))
              .orElse(Verdict.FINE);
      case QUALIFIED_CLAIMS + "/status" ->
          kinds
              .find(GroupVersions.CORE, PODS)
              .map(pods -> written(write, view, pods))
              .orElse(Verdict.FINE);
      default -> Verdict.FINE;
    };
  }

  private Verdict bound(Write write, View view, Resource claims) {
    var labels = nodeLabels(write, view);
    var conditions = new ArrayList<Precondition>();
    for (var name : claimNames(write.object())) {
      var claim =
          view.find(claims, write.namespace(), name)
              .orElseThrow(() -> notYet(write, name, "does not exist"));
      requireReady(write, name, claim.object());
      requireUsable(write, labels, name, claim.object());
      conditions.add(new Precondition.At(claim.key(), claim.revision()));
    }
    return depending(conditions);
  }

  /** Returns the names of a pod's claims, as far as the pod states them. */
  private static List<String> claimNames(Json.Obj pod) {
    var names = new ArrayList<String>();
    for (var entry : pod.objects("spec", "resourceClaims")) {
      names.add(entry.text("resourceClaimName"));
    }
    for (var made : pod.objects("status", "resourceClaimStatuses")) {
      names.add(made.text("resourceClaimName"));
    }
    names.add(pod.text("status", "extendedResourceClaimStatus", "resourceClaimName"));
    return names.stream().filter(it -> !it.isEmpty()).distinct().toList();
  }

  private static void requireReady(Write write, String name, Json.Obj claim) {
    if (claim.find("status", "allocation").isEmpty()) {
      throw notYet(write, name, "has no devices");
    }
    var uid = write.object().text("metadata", "uid");
    if (users(claim).stream().noneMatch(it -> it.text("uid").equals(uid))) {
      throw notYet(write, name, "is not reserved for it");
    }
  }

  /** Returns the labels of the node the pod is bound to; none if the node is not known. */
  private Map<String, String> nodeLabels(Write write, View view) {
    return kinds
        .find(GroupVersions.CORE, "nodes")
        .flatMap(nodes -> view.find(nodes, "", node(write)))
        .map(it -> it.object().object("metadata").map("labels"))
        .orElse(Map.of());
  }

  private static String node(Write write) {
    return write.object().text("spec", "nodeName");
  }

  private static void requireUsable(
      Write write, Map<String, String> labels, String name, Json.Obj claim) {
    var selector = claim.find("status", "allocation", "nodeSelector").orElse(Json.Null.NULL);
    if (selector instanceof Json.Obj some
        && !NodeSelectors.read(some).matches(labels, node(write))) {
      throw notYet(write, name, "has devices that node %s cannot use".formatted(node(write)));
    }
  }

  private static StatusError notYet(Write write, String claim, String why) {
    return StatusError.conflictAt(
        PODS + "/" + BINDING,
        write.name(),
        ("pod %s cannot be assigned to a host: its claim %s %s. Allocate its claims and reserve"
                + " them for it before binding it")
            .formatted(write.name(), claim, why));
  }

  private static Verdict written(Write write, View view, Resource pods) {
    var left = users(write.object()).stream().map(it -> it.text("uid")).toList();
    var conditions = new ArrayList<Precondition>();
    for (var user : write.stored().map(PodClaimsCheck::users).orElse(List.of())) {
      if (!left.contains(user.text("uid"))) {
        pod(write, view, pods, user).flatMap(pod -> lost(write, pod)).ifPresent(conditions::add);
      }
    }
    return depending(conditions);
  }

  private static List<Json.Obj> users(Json.Obj claim) {
    return claim.objects("status", "reservedFor");
  }

  /** Returns the pod that uses a claim, if the user is a pod and still exists. */
  private static Optional<View.Stored> pod(Write write, View view, Resource pods, Json.Obj user) {
    return user.text("apiGroup").isEmpty() && user.text("resource").equals(PODS)
        ? view.find(pods, write.namespace(), user.text("name"))
            .filter(it -> it.object().text("metadata", "uid").equals(user.text("uid")))
        : Optional.empty();
  }

  /** Returns the precondition under which a pod may lose the claim; empty if the pod has ended. */
  private static Optional<Precondition> lost(Write write, View.Stored pod) {
    var phase = pod.object().text("status", "phase");
    if (phase.equals("Succeeded") || phase.equals("Failed")) {
      return Optional.empty();
    }
    var node = pod.object().text("spec", "nodeName");
    if (!node.isEmpty()) {
      throw StatusError.conflict(
          write.resource(),
          write.name(),
          "pod %s is on node %s and has not ended: the claim stays reserved for it until it ends"
              .formatted(pod.object().text("metadata", "name"), node));
    }
    return Optional.of(new Precondition.At(pod.key(), pod.revision()));
  }

  private static Verdict depending(List<Precondition> conditions) {
    return conditions.isEmpty()
        ? Verdict.FINE
        : new Verdict(Violations.NONE, List.of(), conditions, List.of());
  }
}
