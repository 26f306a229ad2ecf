package dev.dray.api.meta;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A label selector as {@code kubectl -l} and the {@code labelSelector} parameter write it, of which
 * labels must satisfy every requirement: {@code a=b,c!=d,e in (f,g),!h,i>1}.
 */
public record LabelQuery(List<LabelRequirement> requirements) {

  public static final LabelQuery EVERYTHING = new LabelQuery(List.of());

  public LabelQuery {
    requirements = List.copyOf(requirements);
  }

  /** Parses a query; the requirements are sorted by key. */
  public static Parsed<LabelQuery> tryParse(String text) {
    return LabelQueryParser.parse(text);
  }

  /**
   * Parses a text that is known to be valid.
   *
   * @throws IllegalArgumentException with upstream's words if it is not
   */
  public static LabelQuery parse(String text) {
    return tryParse(text).orThrow(text);
  }

  public boolean matches(Map<String, String> labels) {
    for (var requirement : requirements) {
      if (!requirement.matches(labels)) {
        return false;
      }
    }
    return true;
  }

  public boolean isEmpty() {
    return requirements.isEmpty();
  }

  @Override
  public String toString() {
    return requirements.stream().map(LabelRequirement::toString).collect(Collectors.joining(","));
  }
}
