package dev.dray.cli.manifest;

import dev.dray.api.codec.shape.DecodingError;
import dev.dray.api.codec.text.Location;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.lint.LintFinding;
import dev.dray.lint.Portability;
import java.util.Optional;

/**
 * A finding about a field of an object, not yet located in the file.
 *
 * @param at the location, if it is already known
 */
public record FieldFinding(
    Finding.Severity severity,
    FieldPath path,
    Optional<Location> at,
    String message,
    String rule,
    Optional<String> hint) {

  public static FieldFinding of(DecodingError error) {
    return new FieldFinding(
        error.severity() == DecodingError.Severity.ERROR
            ? Finding.Severity.ERROR
            : Finding.Severity.WARNING,
        error.path(),
        Optional.of(error.at()),
        error.message(),
        "syntax",
        error.hint());
  }

  static FieldFinding of(Violation violation) {
    return new FieldFinding(
        Finding.Severity.ERROR,
        violation.path(),
        Optional.empty(),
        violation.toString(),
        violation.rule(),
        violation.hint());
  }

  public static FieldFinding of(LintFinding lintFinding) {
    return new FieldFinding(
        severity(lintFinding.severity()),
        lintFinding.path(),
        Optional.empty(),
        lintFinding.message(),
        lintFinding.rule().id(),
        lintFinding.hint());
  }

  public static FieldFinding of(Portability.Gap gap) {
    return new FieldFinding(
        severity(gap.severity()),
        gap.path(),
        Optional.empty(),
        gap.message(),
        gap.rule(),
        gap.hint());
  }

  /** Returns a warning that an API server would send with its response. */
  static FieldFinding warning(String words) {
    return new FieldFinding(
        Finding.Severity.WARNING,
        FieldPath.ROOT,
        Optional.empty(),
        words,
        "warning",
        Optional.empty());
  }

  private static Finding.Severity severity(LintFinding.Severity severity) {
    return switch (severity) {
      case ERROR -> Finding.Severity.ERROR;
      case WARNING -> Finding.Severity.WARNING;
    };
  }

  /** Returns this finding for a part of the object, if its path was relative to that part. */
  public FieldFinding inside(FieldPath part) {
    return new FieldFinding(severity, path.inside(part), at, message, rule, hint);
  }

  boolean isError() {
    return severity == Finding.Severity.ERROR;
  }

  Finding in(InputFile file, Location place) {
    return new Finding(severity, file, at.orElse(place), path.toString(), message, rule, hint);
  }
}
