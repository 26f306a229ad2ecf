package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** A node's label (or field) {@code key} compared with {@code values}. */
public record NodeSelectorRequirement(String key, String operator, List<String> values) {
  public NodeSelectorRequirement {
    requireNonNull(key, "key");
    requireNonNull(operator, "operator");
    values = List.copyOf(values);
  }
}
