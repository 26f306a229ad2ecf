package dev.dray.security.authorization;

import dev.dray.security.PodUses;
import dev.dray.security.StoredObjects;
import dev.dray.security.User;
import java.util.List;
import java.util.Set;

/**
 * The node authorizer: it lets a node do what its role allows, for some kinds only with objects
 * that are related to it.
 *
 * <p>The relation is a graph that the stored pods span. A node is related to the pods whose {@code
 * spec.nodeName} is the node, and through each of them to the claims, secrets, config maps and
 * service accounts that the pod uses, all in the pod's own namespace ({@link PodUses}). Mirror pods
 * have no such edges: the node creates them itself, and could otherwise give itself access to
 * anything. A node is also related to the slices whose {@code spec.nodeName} is the node. The graph
 * is not stored: {@link StoredObjects} answers from the cache, so an edge appears and disappears
 * with its pod.
 *
 * <p>From it follows what a node may read:
 *
 * <ul>
 *   <li>pods: related ones by name, or a list or watch with a {@code spec.nodeName} field selector
 *       for the node;
 *   <li>secrets and config maps: related ones, one name at a time, also by a list or watch that
 *       selects that name;
 *   <li>service accounts: get and token requests for related ones;
 *   <li>claims: get of related ones, no list;
 *   <li>slices: related ones by name, or a list, watch or deletecollection with a field selector
 *       for the node; it may also update and delete related ones;
 *   <li>nodes: only its own Node object;
 *   <li>leases: only the one with its name, in {@code kube-node-lease}.
 * </ul>
 *
 * <p>All other kinds are decided by the node role alone ({@link BootstrapRoles#nodeRules}). A
 * denial here is not final: {@link RoleAuthorizer} then asks the role bindings. This class sees
 * only what a request is about; the content of what a node writes is checked by {@link
 * NodeRestriction}.
 */
final class NodeAuthorizer implements Authorizer {
  private static final String NODES = "system:nodes";
  private static final String NODE_PREFIX = "system:node:";
  private static final String RESOURCE_GROUP = "resource.k8s.io";
  private static final String LEASE_NAMESPACE = "kube-node-lease";
  private static final Set<String> READ = Set.of("get", "list", "watch");
  private static final List<PolicyRule> RULES = BootstrapRoles.nodeRules();

  private final StoredObjects stored;

  NodeAuthorizer(StoredObjects stored) {
    this.stored = stored;
  }

  static boolean isNode(User user) {
    return user.name().startsWith(NODE_PREFIX) && user.groups().contains(NODES);
  }

  /** Returns the name of the node that this user is; empty if it has none. */
  static String name(User user) {
    return user.name().substring(NODE_PREFIX.length());
  }

  /** Decides about a node; the reason of a denial is bare: the caller adds user and action. */
  @Override
  public Decision decide(User user, Action action) {
    var node = name(user);
    if (node.isEmpty()) {
      return denied("unknown node for user \"" + user.name() + "\"");
    }
    if (!(action instanceof Action.OnResource on)) {
      return byRole(action);
    }
    return switch (on.group() + "/" + on.resource()) {
      case "/pods" -> pod(node, on);
      case "/nodes" -> node(node, on);
      case "/secrets", "/configmaps" -> read(node, on);
      case "/serviceaccounts" -> account(node, on);
      case "coordination.k8s.io/leases" -> lease(node, on);
      case RESOURCE_GROUP + "/resourceclaims" -> claim(node, on);
      case RESOURCE_GROUP + "/resourceslices" -> slice(node, on);
      default -> byRole(action);
    };
  }

  private static Decision byRole(Action action) {
    return RULES.stream().anyMatch(policyRule -> policyRule.allows(action))
        ? allowed()
        : denied("");
  }

  private Decision pod(String node, Action.OnResource on) {
    return switch (on.subresource()) {
      case "" ->
          switch (on.verb()) {
            case "get" -> related(node, on);
            case "list", "watch" -> pods(node, on);
            case "create", "delete" -> allowed();
            default -> denied("");
          };
      case "status" -> Set.of("update", "patch").contains(on.verb()) ? allowed() : denied("");
      case "eviction" -> on.verb().equals("create") ? allowed() : denied("");
      default -> denied("");
    };
  }

  private Decision pods(String node, Action.OnResource on) {
    if (selects(on.fieldSelector(), node)) {
      return allowed();
    }
    return on.name().isEmpty()
        ? denied("can only list/watch pods with spec.nodeName field selector")
        : related(node, on);
  }

  private static Decision node(String node, Action.OnResource on) {
    boolean writes = Set.of("update", "patch").contains(on.verb());
    if (on.subresource().equals("status")) {
      return writes ? allowed() : denied("");
    }
    if (!on.subresource().isEmpty()) {
      return denied("");
    }
    if (writes || on.verb().equals("create")) {
      return allowed();
    }
    if (!READ.contains(on.verb())) {
      return denied("");
    }
    if (on.name().equals(node)) {
      return allowed();
    }
    return on.name().isEmpty()
        ? denied("node '%s' cannot read all nodes, only its own Node object".formatted(node))
        : denied("node '%s' cannot read '%s', only its own Node object".formatted(node, on.name()));
  }

  private Decision read(String node, Action.OnResource on) {
    if (!READ.contains(on.verb())) {
      return denied("can only read resources of this type");
    }
    if (!on.subresource().isEmpty()) {
      return denied("cannot read subresource");
    }
    if (on.namespace().isEmpty()) {
      return denied("can only read namespaced object of this type");
    }
    return related(node, on);
  }

  private Decision account(String node, Action.OnResource on) {
    if (on.verb().equals("get") && on.subresource().isEmpty()) {
      return read(node, on);
    }
    if (!on.verb().equals("create") || on.name().isEmpty()) {
      return denied("can only create tokens for individual service accounts");
    }
    return on.subresource().equals("token")
        ? related(node, on)
        : denied("can only create token subresource of serviceaccount");
  }

  private static Decision lease(String node, Action.OnResource on) {
    if (!Set.of("get", "create", "update", "patch", "delete").contains(on.verb())) {
      return denied("can only get, create, update, patch, or delete a node lease");
    }
    if (!on.namespace().equals(LEASE_NAMESPACE)) {
      return denied(
          "can only access leases in the \"%s\" system namespace".formatted(LEASE_NAMESPACE));
    }
    return on.verb().equals("create") || on.name().equals(node)
        ? allowed()
        : denied("can only access node lease with the same name as the requesting node");
  }

  private Decision claim(String node, Action.OnResource on) {
    if (!on.verb().equals("get")) {
      return denied("can only get individual resources of this type");
    }
    return on.subresource().isEmpty() ? related(node, on) : denied("cannot get subresource");
  }

  private Decision slice(String node, Action.OnResource on) {
    if (!on.subresource().isEmpty()) {
      return denied("cannot authorize ResourceSlice subresources");
    }
    return switch (on.verb()) {
      case "create" -> allowed();
      case "get", "update", "patch", "delete" -> related(node, on);
      case "list", "watch", "deletecollection" ->
          selects(on.fieldSelector(), node)
              ? allowed()
              : denied(
                  "can only list/watch/deletecollection resourceslices with nodeName field"
                      + " selector");
      default ->
          denied(
              "only the following verbs are allowed for a ResourceSlice: get, watch, list, create,"
                  + " update, patch, delete, deletecollection");
    };
  }

  /**
   * Returns whether a field selector selects only objects of the node. An escaped comma does not
   * end a term, and no node name needs an escape, so a selector with a backslash is not trusted.
   */
  private static boolean selects(String fieldSelector, String node) {
    if (fieldSelector.indexOf('\\') >= 0) {
      return false;
    }
    for (var term : fieldSelector.split(",", -1)) {
      if (term.strip().equals("spec.nodeName=" + node)
          || term.strip().equals("spec.nodeName==" + node)) {
        return true;
      }
    }
    return false;
  }

  private Decision related(String node, Action.OnResource on) {
    if (on.name().isEmpty()) {
      return denied("No Object name found");
    }
    boolean related =
        switch (on.resource()) {
          case "pods" ->
              stored
                  .find("", "pods", on.namespace(), on.name())
                  .filter(it -> it.text("spec", "nodeName").equals(node))
                  .isPresent();
          case "resourceslices" ->
              stored
                  .find(RESOURCE_GROUP, "resourceslices", "", on.name())
                  .filter(it -> it.text("spec", "nodeName").equals(node))
                  .isPresent();
          default ->
              stored.usesOn(node, on.namespace()).stream()
                  .anyMatch(it -> named(it, on.resource()).contains(on.name()));
        };
    return related
        ? allowed()
        : denied("no relationship found between node '%s' and this object".formatted(node));
  }

  private static Set<String> named(PodUses uses, String resource) {
    return switch (resource) {
      case "resourceclaims" -> uses.claims();
      case "secrets" -> uses.secrets();
      case "configmaps" -> uses.configMaps();
      case "serviceaccounts" -> uses.accounts();
      default -> Set.of();
    };
  }

  private static Decision allowed() {
    return new Decision.Allowed("");
  }

  private static Decision denied(String reason) {
    return new Decision.Denied(reason);
  }
}
