package dev.dray.kinds;

import dev.dray.api.json.Json;
import dev.dray.api.meta.GoQuote;
import dev.dray.security.User;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Keeps a kubelet to its own node: its pods, its leases, its slices. */
final class NodeRestriction implements Check {
  private static final String NODES = "system:nodes";
  private static final String PREFIX = "system:node:";
  private static final String MIRROR = "kubernetes.io/config.mirror";
  private static final Set<String> OWN_LABELS =
      Set.of(
          "kubernetes.io/hostname",
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region",
          "beta.kubernetes.io/instance-type",
          "node.kubernetes.io/instance-type",
          "kubernetes.io/os",
          "kubernetes.io/arch",
          "beta.kubernetes.io/os",
          "beta.kubernetes.io/arch");

  @Override
  public Verdict check(Write write, View view) {
    var user = write.circumstances().user();
    if (user.groups().contains(NODES) && user.name().startsWith(PREFIX)) {
      var why = new Rules(write, nodeOf(user)).refused();
      if (why.isPresent()) {
        throw Refusal.forbidden(write.resource(), write.name(), why.get());
      }
    }
    return Verdict.FINE;
  }

  private static String nodeOf(User user) {
    return user.name().substring(PREFIX.length());
  }

  /** What a node may not do, in upstream's words. */
  private record Rules(Write write, String node) {

    Optional<String> refused() {
      return switch (write.resource().qualifiedName()) {
        case "pods" -> pod();
        case "nodes" -> ownNode();
        case "leases.coordination.k8s.io" -> lease();
        case "resourceslices.resource.k8s.io" -> slice();
        default -> Optional.empty();
      };
    }

    private String quoted() {
      return GoQuote.quote(node);
    }

    private static Optional<String> unless(boolean fine, String why) {
      return fine ? Optional.empty() : Optional.of(why);
    }

    private Optional<String> pod() {
      boolean own = write.stored().orElse(write.object()).text("spec", "nodeName").equals(node);
      if (write.subresource().equals("status")) {
        return own
            ? podStatus()
            : Optional.of(
                "node %s can only update pod status for pods with spec.nodeName set to itself"
                    .formatted(quoted()));
      }
      if (!write.subresource().isEmpty()) {
        return Optional.of(
            "unexpected pod subresource %s, only 'status' and 'eviction' are allowed"
                .formatted(GoQuote.quote(write.subresource())));
      }
      return switch (write.deed()) {
        case CREATE -> mirror(own);
        case DELETE ->
            unless(
                own,
                "node %s can only delete pods with spec.nodeName set to itself"
                    .formatted(quoted()));
        case UPDATE ->
            Optional.of(
                "unexpected operation \"UPDATE\", node %s can only create and delete mirror pods"
                    .formatted(quoted()));
      };
    }

    private Optional<String> podStatus() {
      var before = write.stored().orElse(Json.Obj.EMPTY);
      var field = "resourceClaimStatuses";
      return unless(
          write.object().items("status", field).equals(before.items("status", field)),
          "node %s cannot update resource claim statues".formatted(quoted()));
    }

    private Optional<String> mirror(boolean own) {
      var pod = write.object();
      if (!pod.object("metadata", "annotations").has(MIRROR)) {
        return Optional.of(
            "pod does not have %s annotation, node %s can only create mirror pods"
                .formatted(GoQuote.quote(MIRROR), quoted()));
      }
      if (!own) {
        return Optional.of(
            "node %s can only create pods with spec.nodeName set to itself".formatted(quoted()));
      }
      return unless(
          pod.items("spec", "resourceClaims").isEmpty(),
          "node %s can not create pods that reference resourceclaims".formatted(quoted()));
    }

    private Optional<String> ownNode() {
      if (!write.name().equals(node)) {
        return Optional.of(
            "node %s is not allowed to modify node %s"
                .formatted(quoted(), GoQuote.quote(write.name())));
      }
      return switch (write.deed()) {
        case CREATE -> {
          var labels = forbiddenLabels(Json.Obj.EMPTY);
          yield unless(
              labels.isEmpty(),
              "node %s is not allowed to set the following labels: %s"
                  .formatted(quoted(), String.join(", ", labels)));
        }
        case UPDATE -> changedNode(write.stored().orElse(Json.Obj.EMPTY));
        case DELETE -> Optional.empty();
      };
    }

    private Optional<String> changedNode(Json.Obj before) {
      var now = write.object();
      if (!now.items("spec", "taints").equals(before.items("spec", "taints"))) {
        return Optional.of("node %s is not allowed to modify taints".formatted(quoted()));
      }
      if (!now.items("metadata", "ownerReferences")
          .equals(before.items("metadata", "ownerReferences"))) {
        return Optional.of("node %s is not allowed to modify ownerReferences".formatted(quoted()));
      }
      var labels = forbiddenLabels(before);
      return unless(
          labels.isEmpty(), "is not allowed to modify labels: " + String.join(", ", labels));
    }

    /** Labels that would draw pods to the node which are not meant for it. */
    private List<String> forbiddenLabels(Json.Obj before) {
      var now = write.object().map("metadata", "labels");
      var old = before.map("metadata", "labels");
      var keys = new TreeSet<>(now.keySet());
      keys.addAll(old.keySet());
      return keys.stream()
          .filter(key -> !now.getOrDefault(key, "\0").equals(old.getOrDefault(key, "\0")))
          .filter(Rules::isForbidden)
          .toList();
    }

    private static boolean isForbidden(String label) {
      int slash = label.indexOf('/');
      var domain = slash < 0 ? "" : label.substring(0, slash);
      if (within(domain, "node-restriction.kubernetes.io")) {
        return true;
      }
      boolean reserved = within(domain, "kubernetes.io") || within(domain, "k8s.io");
      boolean own =
          OWN_LABELS.contains(label)
              || within(domain, "kubelet.kubernetes.io")
              || within(domain, "node.kubernetes.io");
      return reserved && !own;
    }

    private static boolean within(String domain, String outer) {
      return domain.equals(outer) || domain.endsWith("." + outer);
    }

    private Optional<String> lease() {
      if (!write.namespace().equals("kube-node-lease")) {
        return Optional.of("can only access leases in the \"kube-node-lease\" system namespace");
      }
      return unless(
          write.name().equals(node),
          "can only access node lease with the same name as the requesting node");
    }

    private Optional<String> slice() {
      boolean own = write.object().text("spec", "nodeName").equals(node);
      return switch (write.deed()) {
        case CREATE ->
            unless(
                own, "can only create ResourceSlice with the same NodeName as the requesting node");
        case DELETE ->
            unless(
                own, "can only delete ResourceSlice with the same NodeName as the requesting node");
        case UPDATE -> Optional.empty();
      };
    }
  }
}
