package dev.dray.cli.manifest;

import dev.dray.api.codec.text.Location;
import java.util.Optional;

/** A finding about a place in a file. */
public record Finding(
    Severity severity,
    InputFile file,
    Location at,
    String path,
    String message,
    String rule,
    Optional<String> hint) {

  public enum Severity {
    ERROR,
    WARNING;

    String word() {
      return this == ERROR ? "error" : "warning";
    }
  }

  boolean isError() {
    return severity == Severity.ERROR;
  }
}
