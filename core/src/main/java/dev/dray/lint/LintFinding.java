package dev.dray.lint;

import dev.dray.api.meta.FieldPath;
import java.util.Optional;

/**
 * A finding about a field of an object that its author should know.
 *
 * @param hint what to do about it, where that is known
 */
public record LintFinding(
    LintRule rule,
    Severity severity,
    ObjectName about,
    FieldPath path,
    String message,
    Optional<String> hint) {

  /** The weight of a finding. */
  public enum Severity {
    /** The objects cannot be used as they are: their pool is invalid. */
    ERROR,
    WARNING
  }

  static LintFinding warning(LintRule rule, ObjectName about, FieldPath path, String message) {
    return new LintFinding(rule, Severity.WARNING, about, path, message, Optional.empty());
  }

  static LintFinding error(LintRule rule, ObjectName about, FieldPath path, String message) {
    return new LintFinding(rule, Severity.ERROR, about, path, message, Optional.empty());
  }

  LintFinding hint(String words) {
    return new LintFinding(rule, severity, about, path, message, Optional.of(words));
  }

  LintFinding hint(Optional<String> words) {
    return new LintFinding(rule, severity, about, path, message, words);
  }

  @Override
  public String toString() {
    return "%s: %s [%s]".formatted(about, message, rule.id());
  }
}
