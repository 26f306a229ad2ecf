package dev.dray.security.authorization;

import java.util.List;

/**
 * The rules of a user in a namespace.
 *
 * @param incomplete whether the user may do more, which cannot be listed
 * @param problem the reason why the rules are incomplete; empty if they are not
 */
public record UserRules(List<PolicyRule> rules, boolean incomplete, String problem) {
  public UserRules {
    rules = List.copyOf(rules);
  }
}
