package dev.dray.security.authorization;

import dev.dray.api.json.Json;
import dev.dray.api.meta.LabelSelector;
import dev.dray.api.meta.LabelSelectorRequirement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rules of cluster roles, some of which are aggregated from others by label.
 *
 * <p>Upstream has a controller that writes aggregated rules into the role. Here they are aggregated
 * when they are read, so they are right from the moment a role is stored; {@link #outdated} returns
 * what such a controller would write, for clients that read the roles.
 */
final class AggregatedRoles {
  private final Map<String, Json.Obj> roles = new TreeMap<>();

  public AggregatedRoles(List<Json.Obj> clusterRoles) {
    clusterRoles.forEach(role -> roles.put(role.text("metadata", "name"), role));
  }

  /** Returns the rules of a role; none if it does not exist. */
  public List<PolicyRule> rules(String name) {
    var role = roles.get(name);
    if (role == null) {
      return List.of();
    }
    if (!isAggregated(role)) {
      return PolicyRule.ofRole(role);
    }
    var rules = new LinkedHashSet<PolicyRule>();
    var entered = new LinkedHashSet<String>();
    gather(name, entered, rules);
    return List.copyOf(rules);
  }

  static boolean isAggregated(Json.Obj role) {
    return !role.objects("aggregationRule", "clusterRoleSelectors").isEmpty();
  }

  boolean has(String name) {
    return roles.containsKey(name);
  }

  /**
   * Collects the rules of a role, through roles that are aggregated themselves, each of them once.
   */
  private void gather(String name, Set<String> entered, Set<PolicyRule> rules) {
    var role = roles.get(name);
    if (role == null || !entered.add(name)) {
      return;
    }
    if (!isAggregated(role)) {
      rules.addAll(PolicyRule.ofRole(role));
      return;
    }
    for (var selector : selectors(role)) {
      for (var other : roles.entrySet()) {
        if (selector.matches(other.getValue().map("metadata", "labels"))) {
          gather(other.getKey(), entered, rules);
        }
      }
    }
  }

  private static List<LabelSelector> selectors(Json.Obj role) {
    return role.objects("aggregationRule", "clusterRoleSelectors").stream()
        .map(AggregatedRoles::selector)
        .toList();
  }

  private static LabelSelector selector(Json.Obj tree) {
    var requirements = new ArrayList<LabelSelectorRequirement>();
    for (var it : tree.objects("matchExpressions")) {
      requirements.add(
          new LabelSelectorRequirement(it.text("key"), it.text("operator"), it.texts("values")));
    }
    return new LabelSelector(tree.map("matchLabels"), requirements);
  }

  /** Returns the aggregated roles whose stored rules are outdated, with the aggregated rules. */
  public List<Json.Obj> outdated() {
    var outdated = new ArrayList<Json.Obj>();
    for (var role : roles.entrySet()) {
      if (isAggregated(role.getValue())) {
        var gathered = rules(role.getKey());
        if (!gathered.equals(PolicyRule.ofRole(role.getValue()))) {
          var trees = gathered.stream().map(PolicyRule::tree).toList();
          outdated.add(role.getValue().with("rules", Json.of(trees)));
        }
      }
    }
    return outdated;
  }
}
