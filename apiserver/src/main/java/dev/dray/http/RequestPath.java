package dev.dray.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A path that names resources.
 *
 * @param namespace the namespace; empty for all namespaces and for cluster-scoped resources
 * @param name the object; empty for a whole collection
 * @param subresource the subresource; empty for the object itself
 */
record RequestPath(
    String group,
    String version,
    String namespace,
    String resource,
    String name,
    String subresource) {

  /** Parses a path; empty if it names no resource, such as {@code /apis/apps}. */
  static Optional<RequestPath> parse(String path) {
    var parts = parts(path);
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    return switch (parts.getFirst()) {
      case "api" ->
          parts.size() < 3 ? Optional.empty() : resource("", parts.subList(1, parts.size()));
      case "apis" ->
          parts.size() < 4
              ? Optional.empty()
              : resource(parts.get(1), parts.subList(2, parts.size()));
      default -> Optional.empty();
    };
  }

  private static Optional<RequestPath> resource(String group, List<String> parts) {
    var version = parts.getFirst();
    var rest = parts.subList(1, parts.size());
    if (rest.getFirst().equals("namespaces") && rest.size() > 1) {
      return rest.size() == 2 || isPartOfNamespace(rest.get(2))
          ? build(group, version, group.isEmpty() ? rest.get(1) : "", rest)
          : build(group, version, rest.get(1), rest.subList(2, rest.size()));
    }
    return build(group, version, "", rest);
  }

  private static boolean isPartOfNamespace(String part) {
    return part.equals("status") || part.equals("finalize");
  }

  private static Optional<RequestPath> build(
      String group, String version, String namespace, List<String> rest) {
    if (rest.size() > 3) {
      return Optional.empty();
    }
    return Optional.of(
        new RequestPath(
            group,
            version,
            namespace,
            rest.getFirst(),
            rest.size() > 1 ? rest.get(1) : "",
            rest.size() > 2 ? rest.get(2) : ""));
  }

  static List<String> parts(String path) {
    var parts = new ArrayList<String>();
    for (var part : path.split("/", -1)) {
      if (!part.isEmpty()) {
        parts.add(decoded(part));
      }
    }
    return parts;
  }

  /** Decodes percent escapes. Unlike in a query, a plus sign stands for itself. */
  private static String decoded(String part) {
    if (part.indexOf('%') < 0) {
      return part;
    }
    try {
      return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return part;
    }
  }
}
