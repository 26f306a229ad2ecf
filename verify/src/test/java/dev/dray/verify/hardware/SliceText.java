package dev.dray.verify.hardware;

import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.resource.ResourceSlice;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Slices as YAML for people: a comment on top, and what is short on one line. */
public final class SliceText {
  /** A key and the only scalar below it, which needs no more than quotes to stand in braces. */
  private static final Pattern ONE_SCALAR =
      Pattern.compile(
          "(?m)^( *)([^ ]+):\n\\1  (string|version|int|value): ([^\\[\\]{},#\n]+)$(?!\n\\1 )");

  /** A key and a list of names below it. */
  private static final Pattern NAMES =
      Pattern.compile("(?m)^( *)(includes|compatibilityGroups):((?:\n\\1- [a-z0-9-]+)+)$");

  private SliceText() {}

  /** All slices in one file; the comment is given without its {@code #}. */
  public static String of(String comment, List<ResourceSlice> slices) {
    var writer = new ManifestWriter(ApiVersion.V1);
    return comment.strip().indent(2).replaceAll("(?m)^ ", "#")
        + slices.stream()
            .map(writer::yaml)
            .map(SliceText::onFewerLines)
            .collect(Collectors.joining("---\n"));
  }

  private static String onFewerLines(String yaml) {
    var scalars =
        ONE_SCALAR.matcher(yaml).replaceAll(it -> "$1$2: {$3: %s}".formatted(quoted(it.group(4))));
    return NAMES
        .matcher(scalars)
        .replaceAll(
            it ->
                "$1$2: [%s]"
                    .formatted(it.group(3).strip().substring(2).replaceAll("\n *- ", ", ")));
  }

  /** Not every parser takes a colon inside braces for part of a text. */
  private static String quoted(String scalar) {
    return scalar.contains(":") && !scalar.startsWith("\"") ? '"' + scalar + '"' : scalar;
  }
}
