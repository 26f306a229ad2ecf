package dev.dray.security.authorization;

import dev.dray.api.json.Json;
import dev.dray.api.meta.GoQuote;
import dev.dray.security.User;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The check that a writer of roles and bindings does not grant, to themselves or others, what they
 * do not have: unless they may {@code escalate} the role, or {@code bind} it.
 */
public final class RoleEscalation {
  private static final String GROUP = "rbac.authorization.k8s.io";

  /** The result of checking a write. */
  public sealed interface Verdict {
    record Fine() implements Verdict {}

    /** The response is 403. */
    record Forbidden(String why) implements Verdict {}

    /**
     * The role of a binding does not exist, and the user may not bind what they cannot see: 404.
     */
    record Missing(String plural, String name) implements Verdict {}
  }

  private static final Verdict FINE = new Verdict.Fine();

  private final RoleAuthorizer authorizer;

  public RoleEscalation(RoleAuthorizer authorizer) {
    this.authorizer = authorizer;
  }

  /**
   * Checks a new or changed object of {@code roles}, {@code clusterroles}, {@code rolebindings} or
   * {@code clusterrolebindings}.
   *
   * @param namespace the namespace; empty for a cluster-scoped object
   * @param stored the object before the write; empty for a creation
   */
  public Verdict check(
      User user, String plural, String namespace, Json.Obj object, Optional<Json.Obj> stored) {
    if (user.groups().contains(User.MASTERS)
        || stored.filter(it -> onlyCollectorsFieldsDiffer(object, it)).isPresent()) {
      return FINE;
    }
    return switch (plural) {
      case "roles", "clusterroles" -> role(user, plural, namespace, object, stored);
      case "rolebindings", "clusterrolebindings" -> binding(user, namespace, object);
      default -> throw new IllegalArgumentException("Not a role resource: (%s).".formatted(plural));
    };
  }

  /**
   * Returns whether only fields of the garbage collector differ: rules granted long ago must not
   * stop it.
   */
  private static boolean onlyCollectorsFieldsDiffer(Json.Obj object, Json.Obj stored) {
    return withoutCollectorsFields(object).equals(withoutCollectorsFields(stored));
  }

  private static Json.Obj withoutCollectorsFields(Json.Obj object) {
    return object
        .without(List.of("metadata", "ownerReferences"))
        .without(List.of("metadata", "finalizers"))
        .without(List.of("metadata", "managedFields"))
        .without(List.of("metadata", "resourceVersion"));
  }

  private Verdict role(
      User user, String plural, String namespace, Json.Obj role, Optional<Json.Obj> stored) {
    var name = stored.isPresent() ? role.text("metadata", "name") : "";
    if (may(user, "escalate", plural, namespace, name)) {
      return FINE;
    }
    var missing = missing(user, namespace, PolicyRule.ofRole(role));
    if (missing.isPresent()) {
      return new Verdict.Forbidden(missing.get());
    }
    boolean aggregated =
        AggregatedRoles.isAggregated(role)
            || stored.filter(AggregatedRoles::isAggregated).isPresent();
    return aggregated && missing(user, namespace, PolicyRule.EVERYTHING).isPresent()
        ? new Verdict.Forbidden("must have cluster-admin privileges to use the aggregationRule")
        : FINE;
  }

  private Verdict binding(User user, String namespace, Json.Obj binding) {
    var reference = binding.object("roleRef");
    var plural = reference.text("kind").equals("Role") ? "roles" : "clusterroles";
    if (may(user, "bind", plural, namespace, reference.text("name"))) {
      return FINE;
    }
    var index = authorizer.current();
    if (!index.exists(reference, namespace)) {
      return new Verdict.Missing(plural, reference.text("name"));
    }
    return missing(user, namespace, index.rules(reference, namespace))
        .<Verdict>map(Verdict.Forbidden::new)
        .orElse(FINE);
  }

  private boolean may(User user, String verb, String plural, String namespace, String name) {
    var action = new Action.OnResource(verb, GROUP, "*", plural, "", namespace, name, "");
    return authorizer.decide(user, action) instanceof Decision.Allowed;
  }

  /**
   * Returns the rules that the user does not have, in upstream's words; empty if there are none.
   */
  private Optional<String> missing(User user, String namespace, List<PolicyRule> rules) {
    var owned = authorizer.rulesFor(user, namespace).rules();
    var lacking = new ArrayList<PolicyRule>();
    for (var policyRule : rules) {
      for (var single : policyRule.apart()) {
        if (owned.stream().noneMatch(it -> it.covers(single))) {
          lacking.add(single);
        }
      }
    }
    if (lacking.isEmpty()) {
      return Optional.empty();
    }
    var shown = new TreeSet<String>();
    compact(lacking).forEach(policyRule -> shown.add(policyRule.shown()));
    return Optional.of(
        "user %s (groups=%s) is attempting to grant RBAC permissions not currently held:\n%s"
            .formatted(
                GoQuote.quote(user.name()),
                PolicyRule.quoted(user.groups()),
                String.join("\n", shown)));
  }

  /** Merges rules that differ only in the verb. */
  private static List<PolicyRule> compact(List<PolicyRule> singles) {
    Map<List<List<String>>, PolicyRule> together = new LinkedHashMap<>();
    for (var policyRule : singles) {
      if (policyRule.nonResourceUrls().isEmpty()) {
        together.merge(
            List.of(policyRule.apiGroups(), policyRule.resources(), policyRule.resourceNames()),
            policyRule,
            RoleEscalation::withVerbsOf);
      } else {
        together.put(List.of(policyRule.nonResourceUrls(), policyRule.verbs()), policyRule);
      }
    }
    return List.copyOf(together.values());
  }

  private static PolicyRule withVerbsOf(PolicyRule policyRule, PolicyRule other) {
    var verbs = new ArrayList<>(policyRule.verbs());
    verbs.addAll(other.verbs());
    return new PolicyRule(
        verbs,
        policyRule.apiGroups(),
        policyRule.resources(),
        policyRule.resourceNames(),
        policyRule.nonResourceUrls());
  }
}
