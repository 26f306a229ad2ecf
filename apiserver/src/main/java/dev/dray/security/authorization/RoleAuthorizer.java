package dev.dray.security.authorization;

import dev.dray.security.StoredObjects;
import dev.dray.security.User;
import java.util.ArrayList;
import java.util.List;

/**
 * The authorizer by roles and their bindings, and for nodes first by the node authorizer.
 *
 * <p>Members of {@code system:masters} may do everything, whatever the roles say: otherwise nobody
 * could repair them.
 */
public final class RoleAuthorizer implements Authorizer {
  private static final Decision MASTER = new Decision.Allowed("");

  private record Indexed(long changes, RoleIndex index) {}

  private final RoleSource roleSource;
  private final NodeAuthorizer nodes;
  private volatile Indexed indexed;

  public RoleAuthorizer(RoleSource roleSource, StoredObjects stored) {
    this.roleSource = roleSource;
    this.nodes = new NodeAuthorizer(stored);
    this.indexed = indexed(roleSource);
  }

  /**
   * Indexes the roles. The change number is read first, so that the next caller notices a change in
   * between.
   */
  private static Indexed indexed(RoleSource roleSource) {
    long changes = roleSource.changes();
    return new Indexed(changes, new RoleIndex(roleSource));
  }

  private RoleIndex index() {
    var current = indexed;
    if (current.changes() != roleSource.changes()) {
      current = indexed(roleSource);
      indexed = current;
    }
    return current.index();
  }

  @Override
  public Decision decide(User user, Action action) {
    if (user.groups().contains(User.MASTERS)) {
      return MASTER;
    }
    var reasons = new ArrayList<String>();
    if (NodeAuthorizer.isNode(user)) {
      switch (nodes.decide(user, action)) {
        case Decision.Allowed allowed -> {
          return allowed;
        }
        case Decision.Denied(var reason) -> reasons.add(reason);
      }
    }
    var problems = new ArrayList<String>();
    for (var grant : index().grants(user, namespace(action))) {
      for (var policyRule : grant.rules()) {
        if (policyRule.allows(action)) {
          return new Decision.Allowed("RBAC: allowed by " + grant.source());
        }
      }
      if (!grant.problem().isEmpty() && !problems.contains(grant.problem())) {
        problems.add(grant.problem());
      }
    }
    reasons.add(problems.isEmpty() ? "" : "RBAC: " + listed(problems));
    reasons.removeIf(String::isEmpty);
    return new Decision.Denied(Denial.message(user, action, String.join("\n", reasons)));
  }

  private static String listed(List<String> problems) {
    return problems.size() == 1 ? problems.getFirst() : "[" + String.join(", ", problems) + "]";
  }

  private static String namespace(Action action) {
    return switch (action) {
      case Action.OnResource it -> it.namespace();
      case Action.OnPath _ -> "";
    };
  }

  /** Returns the rules of a user in a namespace. */
  public UserRules rulesFor(User user, String namespace) {
    var rules = new ArrayList<PolicyRule>();
    var problems = new ArrayList<String>();
    if (user.groups().contains(User.MASTERS)) {
      rules.addAll(PolicyRule.EVERYTHING);
    }
    for (var grant : index().grants(user, namespace)) {
      rules.addAll(grant.rules());
      if (!grant.problem().isEmpty()) {
        problems.add(grant.problem());
      }
    }
    boolean node = NodeAuthorizer.isNode(user);
    if (node) {
      problems.add("node authorizer does not support user rule resolution");
    }
    return new UserRules(rules, node, problems.isEmpty() ? "" : listed(problems));
  }

  /** Returns the current roles, for checks of writes to them. */
  RoleIndex current() {
    return index();
  }
}
