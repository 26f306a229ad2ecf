package dev.dray.security.authorization;

import dev.dray.api.json.Json;
import dev.dray.api.meta.GoQuote;
import dev.dray.security.StoredObjects;
import dev.dray.security.User;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The restriction of a node's writes to its own objects, as far as their content decides it: the
 * authorizer knows only what a request is about, not what it contains.
 */
public final class NodeRestriction {
  private static final String RESTRICTED = "node-restriction.kubernetes.io";
  private static final String LEASE_NAMESPACE = "kube-node-lease";

  /** The Kubernetes labels that a node may set on itself. */
  private static final Set<String> OWN_LABELS =
      Set.of(
          "kubernetes.io/hostname",
          "kubernetes.io/os",
          "kubernetes.io/arch",
          "beta.kubernetes.io/os",
          "beta.kubernetes.io/arch",
          "beta.kubernetes.io/instance-type",
          "topology.kubernetes.io/zone",
          "topology.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region");

  private static final List<String> OWN_LABEL_DOMAINS =
      List.of("kubelet.kubernetes.io", "node.kubernetes.io");

  /** The kind of write. */
  public enum Verb {
    CREATE,
    UPDATE,
    DELETE
  }

  /**
   * A write that is about to be stored.
   *
   * @param plural the resource, such as {@code pods}
   * @param subresource the subresource; empty for the object itself
   * @param object the object after the write; before it, for a deletion
   * @param stored the object before the write; empty for a creation
   */
  public record Write(
      Verb verb,
      String group,
      String plural,
      String subresource,
      String namespace,
      String name,
      Json.Obj object,
      Optional<Json.Obj> stored) {}

  private final StoredObjects stored;
  private final Authorizer authorizer;

  public NodeRestriction(StoredObjects stored, Authorizer authorizer) {
    this.stored = stored;
    this.authorizer = authorizer;
  }

  /**
   * Returns the reason why a node may not do this write, in upstream's words; empty if it may, or
   * the user is not a node.
   */
  public Optional<String> refusal(User user, Write write) {
    if (!NodeAuthorizer.isNode(user) || user.groups().contains(User.MASTERS)) {
      return Optional.empty();
    }
    var node = NodeAuthorizer.name(user);
    return switch (write.group() + "/" + write.plural()) {
      case "/pods" -> pod(node, write);
      case "/nodes" -> node(node, write);
      case "coordination.k8s.io/leases" -> lease(node, write);
      case "resource.k8s.io/resourceslices" -> slice(node, write);
      default -> Optional.empty();
    };
  }

  /** Returns the reason why a node may not have this token for a service account. */
  public Optional<String> tokenRefusal(
      User user, String namespace, String account, Json.Obj request) {
    if (!NodeAuthorizer.isNode(user) || user.groups().contains(User.MASTERS)) {
      return Optional.empty();
    }
    var reference = request.object("spec", "boundObjectRef");
    var name = reference.text("name");
    if (!reference.text("apiVersion").equals("v1")
        || !reference.text("kind").equals("Pod")
        || name.isEmpty()) {
      return Optional.of("node requested token not bound to a pod");
    }
    if (reference.text("uid").isEmpty()) {
      return Optional.of("node requested token with a pod binding without a uid");
    }
    // If the pod is missing or has been replaced, the token request itself is refused.
    return stored
        .find("", "pods", namespace, name)
        .flatMap(
            pod ->
                isOn(pod, NodeAuthorizer.name(user))
                    ? audienceRefusal(user, namespace, account, request, pod)
                    : Optional.of(
                        "node requested token bound to a pod scheduled on a different node"));
  }

  /**
   * Returns the reason why a node may not have a token for this audience: tokens for others than
   * this server must be mounted by the pod, or allowed by a role.
   */
  private Optional<String> audienceRefusal(
      User user, String namespace, String account, Json.Obj request, Json.Obj pod) {
    var audiences = request.texts("spec", "audiences");
    if (audiences.size() > 1) {
      return Optional.of("node may only request 0 or 1 audiences");
    }
    if (audiences.isEmpty() || mounts(pod, audiences.getFirst())) {
      return Optional.empty();
    }
    var audience = audiences.getFirst();
    var action =
        new Action.OnResource(
            "request-serviceaccounts-token-audience",
            "",
            "v1",
            audience,
            "",
            namespace,
            account,
            "");
    return authorizer.decide(user, action) instanceof Decision.Allowed
        ? Optional.empty()
        : Optional.of(
            "%s is not authorized to request tokens for audience %s"
                .formatted(user.name(), GoQuote.quote(audience)));
  }

  private static boolean mounts(Json.Obj pod, String audience) {
    return pod.objects("spec", "volumes").stream()
        .flatMap(it -> it.objects("projected", "sources").stream())
        .filter(it -> it.has("serviceAccountToken"))
        .anyMatch(it -> it.text("serviceAccountToken", "audience").equals(audience));
  }

  private Optional<String> pod(String node, Write write) {
    var who = GoQuote.quote(node);
    return switch (write.subresource()) {
      case "" ->
          switch (write.verb()) {
            case CREATE -> mirror(node, who, write.object());
            case DELETE ->
                unless(
                    isOn(write.object(), node),
                    "node %s can only delete pods with spec.nodeName set to itself",
                    who);
            case UPDATE ->
                Optional.of(
                    "unexpected operation \"UPDATE\", node %s can only create and delete mirror pods"
                        .formatted(who));
          };
      case "status" -> podStatus(node, who, write.object(), write.stored().orElse(write.object()));
      case "eviction" ->
          unless(
              stored
                  .find("", "pods", write.namespace(), write.name())
                  .filter(it -> !isOn(it, node))
                  .isEmpty(),
              "node %s can only evict pods with spec.nodeName set to itself",
              node);
      default ->
          Optional.of(
              "unexpected pod subresource %s, only 'status' and 'eviction' are allowed"
                  .formatted(GoQuote.quote(write.subresource())));
    };
  }

  private Optional<String> mirror(String node, String who, Json.Obj pod) {
    if (!MirrorPods.isMirror(pod)) {
      return Optional.of(
          "pod does not have \"%s\" annotation, node %s can only create mirror pods"
              .formatted(MirrorPods.ANNOTATION, who));
    }
    if (!isOn(pod, node)) {
      return Optional.of(
          "node %s can only create pods with spec.nodeName set to itself".formatted(who));
    }
    return owner(node, who, pod)
        .or(
            () ->
                MirrorPods.reference(pod)
                    .map(it -> "node %s can not create pods that reference %s".formatted(who, it)));
  }

  private Optional<String> owner(String node, String who, Json.Obj pod) {
    var owners = pod.objects("metadata", "ownerReferences");
    if (owners.size() > 1) {
      return Optional.of(
          "node %s can only create pods with a single owner reference set to itself"
              .formatted(who));
    }
    if (owners.isEmpty() || !isNode(owners.getFirst(), node)) {
      return Optional.of(
          "node %s can only create pods with an owner reference set to itself".formatted(who));
    }
    var owner = owners.getFirst();
    if (!owner.truth("controller")) {
      return Optional.of(
          "node %s can only create pods with a controller owner reference set to itself"
              .formatted(who));
    }
    if (owner.truth("blockOwnerDeletion")) {
      return Optional.of(
          "node %s must not set blockOwnerDeletion on an owner reference".formatted(who));
    }
    var uid = stored.find("", "nodes", "", node).map(it -> it.text("metadata", "uid")).orElse("");
    return unless(
        owner.text("uid").equals(uid) && !uid.isEmpty(),
        "node %s UID mismatch: expected " + owner.text("uid") + " got " + uid,
        node);
  }

  private static boolean isNode(Json.Obj owner, String node) {
    return owner.text("apiVersion").equals("v1")
        && owner.text("kind").equals("Node")
        && owner.text("name").equals(node);
  }

  private static Optional<String> podStatus(
      String node, String who, Json.Obj pod, Json.Obj before) {
    if (!isOn(before, node)) {
      return Optional.of(
          "node %s can only update pod status for pods with spec.nodeName set to itself"
              .formatted(who));
    }
    if (differ(pod, before, "metadata", "labels")) {
      return Optional.of("node %s cannot update labels through pod status".formatted(who));
    }
    if (differ(pod, before, "status", "resourceClaimStatuses")) {
      return Optional.of("node %s cannot update resource claim statues".formatted(who));
    }
    if (differ(pod, before, "status", "extendedResourceClaimStatus")) {
      return Optional.of("node %s cannot update extended resource claim status".formatted(who));
    }
    return unless(
        !differ(pod, before, "status", "nodeAllocatableResourceClaimStatuses"),
        "node %s cannot update node allocatable resource claim statuses",
        who);
  }

  private static Optional<String> node(String node, Write write) {
    var who = GoQuote.quote(node);
    if (!write.name().equals(node)) {
      return Optional.of(
          "node %s is not allowed to modify node %s".formatted(who, GoQuote.quote(write.name())));
    }
    var before = write.stored().orElse(Json.Obj.EMPTY);
    if (write.object().object("spec").has("configSource")
        && differ(write.object(), before, "spec", "configSource")) {
      return Optional.of(
          write.verb() == Verb.CREATE
              ? "node %s is not allowed to create pods with a non-nil configSource".formatted(who)
              : "node %s is not allowed to update configSource to a new non-nil configSource"
                  .formatted(who));
    }
    var labels =
        forbidden(write.object().map("metadata", "labels"), before.map("metadata", "labels"));
    return switch (write.verb()) {
      case DELETE -> Optional.empty();
      case CREATE ->
          unless(
              labels.isEmpty(),
              "node %s is not allowed to set the following labels: " + labels,
              who);
      case UPDATE -> {
        if (differ(write.object(), before, "spec", "taints")) {
          yield Optional.of("node %s is not allowed to modify taints".formatted(who));
        }
        if (differ(write.object(), before, "metadata", "ownerReferences")) {
          yield Optional.of("node %s is not allowed to modify ownerReferences".formatted(who));
        }
        yield unless(labels.isEmpty(), "is not allowed to modify labels: " + labels, who);
      }
    };
  }

  /** Returns the changed labels that a node may not set. */
  private static String forbidden(Map<String, String> after, Map<String, String> before) {
    var keys = new TreeSet<>(after.keySet());
    keys.addAll(before.keySet());
    keys.removeIf(
        it ->
            after.getOrDefault(it, "").equals(before.getOrDefault(it, ""))
                && after.containsKey(it) == before.containsKey(it));
    keys.removeIf(it -> !isForbidden(it));
    return String.join(", ", keys);
  }

  private static boolean isForbidden(String label) {
    int slash = label.indexOf('/');
    var domain = slash < 0 ? "" : label.substring(0, slash);
    if (isWithin(domain, RESTRICTED)) {
      return true;
    }
    boolean own =
        OWN_LABELS.contains(label)
            || OWN_LABEL_DOMAINS.stream().anyMatch(it -> isWithin(domain, it));
    return (isWithin(domain, "kubernetes.io") || isWithin(domain, "k8s.io")) && !own;
  }

  private static boolean isWithin(String domain, String outer) {
    return domain.equals(outer) || domain.endsWith("." + outer);
  }

  private static Optional<String> lease(String node, Write write) {
    if (!write.namespace().equals(LEASE_NAMESPACE)) {
      return Optional.of(
          "can only access leases in the \"%s\" system namespace".formatted(LEASE_NAMESPACE));
    }
    return write.name().equals(node)
        ? Optional.empty()
        : Optional.of("can only access node lease with the same name as the requesting node");
  }

  private static Optional<String> slice(String node, Write write) {
    return switch (write.verb()) {
      case CREATE ->
          isOn(write.object(), node)
              ? Optional.empty()
              : Optional.of(
                  "can only create ResourceSlice with the same NodeName as the requesting node");
      case DELETE ->
          isOn(write.object(), node)
              ? Optional.empty()
              : Optional.of(
                  "can only delete ResourceSlice with the same NodeName as the requesting node");
      case UPDATE -> Optional.empty();
    };
  }

  private static boolean isOn(Json.Obj object, String node) {
    return object.text("spec", "nodeName").equals(node);
  }

  private static boolean differ(Json.Obj object, Json.Obj other, String... path) {
    return !object
        .find(path)
        .filter(NodeRestriction::isThere)
        .equals(other.find(path).filter(NodeRestriction::isThere));
  }

  /** Returns whether a value is present; empty and missing are the same. */
  private static boolean isThere(Json value) {
    return !value.equals(Json.Obj.EMPTY)
        && !value.equals(Json.Arr.of())
        && !value.equals(Json.Null.NULL);
  }

  private static Optional<String> unless(boolean fine, String why, String who) {
    return fine ? Optional.empty() : Optional.of(why.replace("%s", who));
  }
}
