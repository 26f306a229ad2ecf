package dev.dray.registry;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.LabelQuery;
import dev.dray.api.meta.Parsed;
import dev.dray.kinds.FieldLabels;
import dev.dray.kinds.Resource;
import dev.dray.kinds.StatusError;
import dev.dray.watch.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A label selector and a field selector. */
public record ListSelection(LabelQuery labels, List<FieldTerm> fields) {
  public static final ListSelection EVERYTHING =
      new ListSelection(LabelQuery.EVERYTHING, List.of());

  public ListSelection {
    fields = List.copyOf(fields);
  }

  /** A requirement that a field has a value, or has not. */
  public record FieldTerm(String field, String value, boolean equal) {}

  /** The labels and fields of an object that selectors look at. */
  private record Facets(Map<String, String> labels, Map<String, String> fields) {}

  /**
   * Parses the selectors of a request.
   *
   * @throws StatusError if they are not well-formed, or name a field that the kind cannot be
   *     selected by
   */
  public static ListSelection parse(Resource resource, String labels, String fields) {
    var query =
        switch (LabelQuery.tryParse(labels)) {
          case Parsed.Value<LabelQuery>(var value) -> value;
          case Parsed.Mistake<LabelQuery>(var message) ->
              throw new StatusError(StatusError.Reason.BAD_REQUEST, message);
        };
    return new ListSelection(query, terms(resource, fields));
  }

  private static List<FieldTerm> terms(Resource resource, String fields) {
    var terms = new ArrayList<FieldTerm>();
    for (var text : split(fields)) {
      if (text.isEmpty()) {
        continue;
      }
      var term = term(text, fields);
      if (!resource.fieldLabels().values().containsKey(term.field())) {
        throw unsupported(resource, term.field());
      }
      terms.add(term);
    }
    return terms;
  }

  /**
   * Returns upstream's refusal, whose words differ for kinds without selectable fields of their
   * own.
   */
  private static StatusError unsupported(Resource resource, String field) {
    var known = resource.fieldLabels().values().keySet();
    var standard = FieldLabels.standard(resource.scope()).values().keySet();
    var message =
        known.equals(standard)
            ? "\"%s\" is not a known field selector: only %s"
                .formatted(
                    field,
                    known.stream().map(it -> "\"" + it + "\"").collect(Collectors.joining(", ")))
            : "field label not supported for %s, Kind=%s: %s"
                .formatted(
                    resource.apiVersion(resource.versions().getFirst()), resource.kind(), field);
    return new StatusError(StatusError.Reason.BAD_REQUEST, message);
  }

  /** Splits at commas that are not escaped by a backslash. */
  private static List<String> split(String fields) {
    var parts = new ArrayList<String>();
    var part = new StringBuilder();
    for (int i = 0; i < fields.length(); i++) {
      char c = fields.charAt(i);
      if (c == '\\' && i + 1 < fields.length()) {
        part.append(c).append(fields.charAt(++i));
      } else if (c == ',') {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString());
    return parts;
  }

  private static FieldTerm term(String text, String whole) {
    for (int i = 0; i < text.length(); i++) {
      if (text.startsWith("!=", i)) {
        return new FieldTerm(text.substring(0, i), unescaped(text.substring(i + 2)), false);
      }
      if (text.startsWith("==", i)) {
        return new FieldTerm(text.substring(0, i), unescaped(text.substring(i + 2)), true);
      }
      if (text.charAt(i) == '=') {
        return new FieldTerm(text.substring(0, i), unescaped(text.substring(i + 1)), true);
      }
    }
    throw new StatusError(
        StatusError.Reason.BAD_REQUEST,
        "invalid selector: '%s'; can't understand '%s'".formatted(whole, text));
  }

  private static String unescaped(String value) {
    return value.indexOf('\\') < 0 ? value : value.replaceAll("\\\\(.)", "$1");
  }

  public boolean isEverything() {
    return labels.isEmpty() && fields.isEmpty();
  }

  public boolean matches(Resource resource, Item item) {
    if (isEverything()) {
      return true;
    }
    var facets = item.facets(resource, it -> facets(resource, it));
    if (!labels.matches(facets.labels())) {
      return false;
    }
    for (var term : fields) {
      var value = facets.fields().getOrDefault(term.field(), "");
      if (value.equals(term.value()) != term.equal()) {
        return false;
      }
    }
    return true;
  }

  private static Facets facets(Resource resource, Item item) {
    var tree = item.tree();
    var fields = new FrozenMap.Builder<String, String>();
    resource.fieldLabels().values().forEach((name, of) -> fields.put(name, of.apply(tree)));
    return new Facets(FrozenMap.copyOf(tree.map("metadata", "labels")), fields.build());
  }

  /** Returns the name that the selector requires; empty if it requires none. */
  public String onlyName() {
    return fields.stream()
        .filter(it -> it.equal() && it.field().equals("metadata.name"))
        .map(FieldTerm::value)
        .findFirst()
        .orElse("");
  }
}
