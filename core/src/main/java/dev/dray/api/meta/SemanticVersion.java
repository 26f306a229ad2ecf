package dev.dray.api.meta;

import java.util.List;

/** A version by semver.org 2.0.0. */
public record SemanticVersion(
    long major, long minor, long patch, List<String> preRelease, List<String> build) {
  public SemanticVersion {
    preRelease = List.copyOf(preRelease);
    build = List.copyOf(build);
  }
}
