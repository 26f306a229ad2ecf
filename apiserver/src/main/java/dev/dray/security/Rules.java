package dev.dray.security;

import java.util.List;

/**
 * What somebody may do in a namespace.
 *
 * @param incomplete whether they may do more than that, which cannot be listed
 * @param problem why it is incomplete; empty if it is not
 */
public record Rules(List<Rule> rules, boolean incomplete, String problem) {
  public Rules {
    rules = List.copyOf(rules);
  }
}
