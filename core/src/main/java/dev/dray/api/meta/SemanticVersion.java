package dev.dray.api.meta;

import java.util.List;

/**
 * A version by semver.org 2.0.0.
 *
 * <p>The three numbers are unsigned. Order is by precedence, which ignores {@code build}; two
 * versions that differ only there compare as 0 and yet are not {@link #equals}.
 */
public record SemanticVersion(
    long major, long minor, long patch, List<String> preRelease, List<String> build)
    implements Comparable<SemanticVersion> {

  public SemanticVersion {
    preRelease = List.copyOf(preRelease);
    build = List.copyOf(build);
    if (!preRelease.stream().allMatch(SemanticVersionParser::isPreReleasePart)
        || !build.stream().allMatch(SemanticVersionParser::isBuildPart)) {
      throw new IllegalArgumentException(
          "A version cannot have pre-release [%s] and build [%s].".formatted(preRelease, build));
    }
  }

  /** Parses a version exactly as semver.org defines it, with numbers of up to 64 bits. */
  public static Parsed<SemanticVersion> tryParse(String text) {
    return SemanticVersionParser.parse(text);
  }

  /**
   * Parses a version as {@code semver(text, true)} of CEL does: one leading {@code v} and leading
   * zeros are dropped, and a missing minor or patch number is 0.
   */
  public static Parsed<SemanticVersion> tryParseNormalized(String text) {
    return SemanticVersionParser.parseNormalized(text);
  }

  /**
   * Parses a text that is known to be valid.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static SemanticVersion parse(String text) {
    return tryParse(text).orThrow(text);
  }

  @Override
  public int compareTo(SemanticVersion other) {
    int order = Long.compareUnsigned(major, other.major);
    if (order == 0) {
      order = Long.compareUnsigned(minor, other.minor);
    }
    if (order == 0) {
      order = Long.compareUnsigned(patch, other.patch);
    }
    return order == 0 ? comparePreRelease(other) : order;
  }

  private int comparePreRelease(SemanticVersion other) {
    if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
      return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
    }
    int common = Math.min(preRelease.size(), other.preRelease.size());
    for (int i = 0; i < common; i++) {
      int order = comparePart(preRelease.get(i), other.preRelease.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(preRelease.size(), other.preRelease.size());
  }

  /** Returns -1, 0 or 1: numbers come before words, and compare as numbers. */
  private static int comparePart(String one, String two) {
    boolean number = SemanticVersionParser.isNumber(one);
    if (number != SemanticVersionParser.isNumber(two)) {
      return number ? -1 : 1;
    }
    // Without leading zeros, the longer number is the larger.
    int order = number ? Integer.compare(one.length(), two.length()) : 0;
    return order == 0 ? Integer.signum(one.compareTo(two)) : order;
  }

  @Override
  public String toString() {
    return Long.toUnsignedString(major)
        + "."
        + Long.toUnsignedString(minor)
        + "."
        + Long.toUnsignedString(patch)
        + (preRelease.isEmpty() ? "" : "-" + String.join(".", preRelease))
        + (build.isEmpty() ? "" : "+" + String.join(".", build));
  }
}
