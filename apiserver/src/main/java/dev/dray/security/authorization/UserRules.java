package dev.dray.security.authorization;

import java.util.List;

/**
 * What somebody may do in a namespace.
 *
 * @param incomplete whether they may do more than that, which cannot be listed
 * @param problem why it is incomplete; empty if it is not
 */
public record UserRules(List<PolicyRule> rules, boolean incomplete, String problem) {
  public UserRules {
    rules = List.copyOf(rules);
  }
}
