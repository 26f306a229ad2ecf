package dev.dray.api.meta;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A label selector: labels must include {@code matchLabels} and satisfy every requirement. */
public record LabelSelector(
    Map<String, String> matchLabels, List<LabelSelectorRequirement> matchExpressions) {
  public LabelSelector {
    matchLabels = FrozenMap.copyOf(matchLabels);
    matchExpressions = List.copyOf(matchExpressions);
  }

  /**
   * Returns whether the labels satisfy this selector; a selector with a mistake matches nothing.
   */
  public boolean matches(Map<String, String> labels) {
    return toQuery() instanceof Parsed.Value<LabelQuery>(var query) && query.matches(labels);
  }

  /** Returns the selector as a query, sorted by key; convert once where many objects are tested. */
  public Parsed<LabelQuery> toQuery() {
    var requirements = new ArrayList<LabelRequirement>();
    for (var label : matchLabels.entrySet()) {
      requirements.add(
          new LabelRequirement(
              label.getKey(), LabelRequirement.Operator.EQUALS, List.of(label.getValue())));
    }
    for (var expression : matchExpressions) {
      var understood = expression.understood();
      if (understood.isEmpty()) {
        return new Parsed.Mistake<>(
            GoQuote.quote(expression.operator()) + " is not a valid label selector operator");
      }
      requirements.add(understood.get());
    }
    requirements.sort(Comparator.comparing(LabelRequirement::key));
    return checked(requirements);
  }

  private static Parsed<LabelQuery> checked(List<LabelRequirement> requirements) {
    for (var requirement : requirements) {
      var refusal = requirement.refusal();
      if (refusal.isPresent()) {
        return new Parsed.Mistake<>(refusal.get());
      }
    }
    return new Parsed.Value<>(new LabelQuery(requirements));
  }
}
