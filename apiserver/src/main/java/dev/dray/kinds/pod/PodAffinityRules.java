package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.CommonRules;
import dev.dray.kinds.Edits;
import dev.dray.kinds.FieldMistakes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The rules of pod affinity and anti-affinity, and what the server adds to them. */
final class PodAffinityRules {
  static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final List<String> SORTS = List.of("podAffinity", "podAntiAffinity");

  private PodAffinityRules() {}

  /**
   * Returns the pod with {@code matchLabelKeys} and {@code mismatchLabelKeys} merged into the
   * selectors, using the labels it is created with: a scheduler need not know these fields, and the
   * meaning stays when labels change.
   */
  static Json.Obj merged(Json.Obj pod) {
    var labels = pod.object("metadata").map("labels");
    var affinity = pod.object("spec").object("affinity");
    for (var sort : SORTS) {
      affinity = Edits.in(affinity, sort, it -> terms(it, term -> merged(term, labels)));
    }
    return affinity.fields().isEmpty() ? pod : pod.with(List.of("spec", "affinity"), affinity);
  }

  private static Json.Obj terms(Json.Obj affinity, UnaryOperator<Json.Obj> change) {
    var required = Edits.each(affinity, REQUIRED, change);
    return Edits.each(
        required, PREFERRED, weighted -> Edits.in(weighted, "podAffinityTerm", change));
  }

  private static Json.Obj merged(Json.Obj term, Map<String, String> labels) {
    return Edits.in(
        term,
        "labelSelector",
        selector -> {
          var expressions = new ArrayList<Json>(selector.items("matchExpressions"));
          add(term.texts("matchLabelKeys"), "In", labels, expressions);
          add(term.texts("mismatchLabelKeys"), "NotIn", labels, expressions);
          return expressions.isEmpty()
              ? selector
              : selector.with("matchExpressions", Json.of(expressions));
        });
  }

  private static void add(
      List<String> keys, String operator, Map<String, String> labels, List<Json> expressions) {
    for (var key : keys) {
      var value = labels.get(key);
      if (value != null) {
        expressions.add(
            Json.obj("key", key, "operator", operator, "values", Json.Arr.of(Json.of(value))));
      }
    }
  }

  static Violations of(Json.Obj affinity, FieldPath at) {
    var found = Violations.NONE;
    for (var sort : SORTS) {
      var one = affinity.object(sort);
      found =
          found
              .and(FieldMistakes.each(one, REQUIRED, at.child(sort), PodAffinityRules::term))
              .and(FieldMistakes.each(one, PREFERRED, at.child(sort), PodAffinityRules::weighted));
    }
    return found;
  }

  private static Violations weighted(Json.Obj weighted, FieldPath at) {
    return weight(weighted, at)
        .and(term(weighted.object("podAffinityTerm"), at.child("podAffinityTerm")));
  }

  /** Checks the weight of a preference, for pods or nodes. */
  static Violations weight(Json.Obj weighted, FieldPath at) {
    long weight = weighted.number("weight").orElse(0L);
    return weight < 1 || weight > 100
        ? Violations.of(Violation.invalid(at.child("weight"), weight, "must be in the range 1-100"))
        : Violations.NONE;
  }

  private static Violations term(Json.Obj term, FieldPath at) {
    var key = term.text("topologyKey");
    var missing =
        key.isEmpty()
            ? Violations.of(Violation.required(at.child("topologyKey"), "can not be empty"))
            : Violations.NONE;
    return selector(term.object("labelSelector"), at.child("labelSelector"))
        .and(selector(term.object("namespaceSelector"), at.child("namespaceSelector")))
        // Upstream names the field in the singular and without an index.
        .and(
            FieldMistakes.all(
                term.texts("namespaces"), at.child("namespace"), PodAffinityRules::name))
        .and(labelKeys(term, at))
        .and(missing)
        .and(CommonRules.labelKey(key, at.child("topologyKey")));
  }

  private static Violations name(String namespace, FieldPath at) {
    var found = Violations.NONE;
    for (var mistake : CommonRules.dnsLabelMistakes(namespace)) {
      found = found.and(Violation.invalid(at, namespace, mistake));
    }
    return found;
  }

  private static Violations selector(Json.Obj selector, FieldPath at) {
    return CommonRules.labels(selector.map("matchLabels"), at.child("matchLabels"))
        .and(FieldMistakes.each(selector, "matchExpressions", at, PodAffinityRules::requirement));
  }

  private static Violations requirement(Json.Obj requirement, FieldPath at) {
    var values = requirement.texts("values");
    return operator(requirement.text("operator"), values, at)
        .and(CommonRules.labelKey(requirement.text("key"), at.child("key")))
        .and(Violations.each(values, at.child("values"), CommonRules::labelValue));
  }

  private static Violations operator(String operator, List<String> values, FieldPath at) {
    return switch (operator) {
      case "In", "NotIn" ->
          values.isEmpty()
              ? Violations.of(
                  Violation.required(
                      at.child("values"), "must be specified when `operator` is 'In' or 'NotIn'"))
              : Violations.NONE;
      case "Exists", "DoesNotExist" ->
          values.isEmpty()
              ? Violations.NONE
              : Violations.of(
                  Violation.forbidden(
                      at.child("values"),
                      "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
      default ->
          Violations.of(
              Violation.invalid(at.child("operator"), operator, "not a valid selector operator"));
    };
  }

  private static Violations labelKeys(Json.Obj term, FieldPath at) {
    return keys(term, "matchLabelKeys", at)
        .and(keys(term, "mismatchLabelKeys", at))
        .and(selectedTwice(term, at))
        .and(contradicting(term, at.child("matchLabelKeys")));
  }

  private static Violations keys(Json.Obj term, String field, FieldPath at) {
    var keys = term.texts(field);
    boolean selects = term.find("labelSelector").orElse(Json.Null.NULL) instanceof Json.Obj;
    return keys.isEmpty() || selects
        ? Violations.each(keys, at.child(field), CommonRules::labelKey)
        : Violations.of(
            Violation.forbidden(
                at.child(field), "must not be specified when labelSelector is not set"));
  }

  /**
   * Returns a violation for each key that the selector had before the merge, which makes the merged
   * one the second.
   */
  private static Violations selectedTwice(Json.Obj term, FieldPath at) {
    var keys = term.texts("matchLabelKeys");
    var selector = term.object("labelSelector");
    var seen = new HashSet<>(selector.map("matchLabels").keySet());
    var found = Violations.NONE;
    for (var expression : selector.objects("matchExpressions")) {
      var key = expression.text("key");
      if (!seen.add(key) && keys.contains(key)) {
        found =
            found.and(
                Violation.invalid(
                    at.index(keys.lastIndexOf(key)),
                    key,
                    "exists in both matchLabelKeys and labelSelector"));
      }
    }
    return found;
  }

  private static Violations contradicting(Json.Obj term, FieldPath at) {
    var others = term.texts("mismatchLabelKeys");
    return Violations.each(
        term.texts("matchLabelKeys"),
        at,
        (key, path) ->
            others.contains(key)
                ? Violations.of(
                    Violation.invalid(
                        path, key, "exists in both matchLabelKeys and mismatchLabelKeys"))
                : Violations.NONE);
  }
}
