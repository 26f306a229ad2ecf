package dev.dray.cel.value;

import dev.dray.api.meta.GoQuote;
import dev.dray.api.meta.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A URL as Go's parser splits it; its parts are octets.
 *
 * @param user the user with colon and password, escaped anew
 * @param path the unescaped path
 * @param rawPath the path as it was written, if escaping the path would give another text
 */
public record Url(
    String scheme,
    String opaque,
    Optional<String> user,
    String host,
    String path,
    String rawPath,
    Query query,
    String fragment) {
  private static final int MOST_PARAMETERS = 10_000;

  /** The text after the question mark, and whether there is a question mark. */
  record Query(String raw, boolean marked) {}

  static String octets(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  public static String text(String octets) {
    return new String(octets.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** Parses a URL that can be requested; the text after a hash is its fragment. */
  public static Parsed<Url> parse(String text) {
    var octets = octets(text);
    try {
      UrlParser.parse(octets, UrlParser.Use.REQUEST);
    } catch (UrlMistake mistake) {
      return wrong(text, mistake);
    }
    var hash = octets.indexOf('#');
    var before = hash < 0 ? octets : octets.substring(0, hash);
    try {
      var url = UrlParser.parse(before, UrlParser.Use.REFERENCE);
      var fragment = hash < 0 ? "" : octets.substring(hash + 1);
      UrlEncoding.FRAGMENT.unescape(fragment);
      return new Parsed.Value<>(url.withFragment(fragment));
    } catch (UrlMistake mistake) {
      return wrong(text(before), mistake);
    }
  }

  private static Parsed<Url> wrong(String text, UrlMistake mistake) {
    return new Parsed.Mistake<>("parse %s: %s".formatted(GoQuote.quote(text), mistake.reason()));
  }

  private Url withFragment(String escaped) {
    return new Url(scheme, opaque, user, host, path, rawPath, query, escaped);
  }

  int length() {
    return scheme.length()
        + opaque.length()
        + user.orElse("").length()
        + host.length()
        + path.length()
        + rawPath.length()
        + query.raw().length()
        + fragment.length();
  }

  public String hostname() {
    var colon = portColon();
    var name = colon < 0 ? host : host.substring(0, colon);
    return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
  }

  public String port() {
    var colon = portColon();
    return colon < 0 ? "" : host.substring(colon + 1);
  }

  private int portColon() {
    var colon = host.lastIndexOf(':');
    return colon >= 0 && UrlParser.isPort(host.substring(colon)) ? colon : -1;
  }

  public String escapedPath() {
    if (!rawPath.isEmpty() && UrlEncoding.PATH.isValid(rawPath)) {
      return rawPath;
    }
    return path.equals("*") ? "*" : UrlEncoding.PATH.escape(path);
  }

  /** Returns the values of each query parameter; malformed ones are left out. */
  public Map<String, List<String>> parameters() {
    var parameters = new LinkedHashMap<String, List<String>>();
    var parts = query.raw().split("&", -1);
    if (parts.length > MOST_PARAMETERS) {
      return parameters;
    }
    for (var part : parts) {
      if (!part.isEmpty() && part.indexOf(';') < 0) {
        addParameter(parameters, part);
      }
    }
    return parameters;
  }

  private static void addParameter(Map<String, List<String>> parameters, String part) {
    var equals = part.indexOf('=');
    try {
      var name = UrlEncoding.QUERY.unescape(equals < 0 ? part : part.substring(0, equals));
      var value = equals < 0 ? "" : UrlEncoding.QUERY.unescape(part.substring(equals + 1));
      parameters.computeIfAbsent(text(name), _ -> new ArrayList<>()).add(text(value));
    } catch (UrlMistake _) {
      // Upstream skips a malformed parameter, too.
    }
  }

  @Override
  public String toString() {
    var url = new StringBuilder();
    if (!scheme.isEmpty()) {
      url.append(scheme.toLowerCase(Locale.ROOT)).append(':');
    }
    if (!opaque.isEmpty()) {
      url.append(opaque);
    } else {
      writeHierarchy(url);
    }
    if (query.marked()) {
      url.append('?').append(query.raw());
    }
    if (!fragment.isEmpty()) {
      url.append('#').append(fragment);
    }
    return text(url.toString());
  }

  private void writeHierarchy(StringBuilder url) {
    if (!host.isEmpty() || user.isPresent()) {
      url.append("//");
      user.ifPresent(it -> url.append(it).append('@'));
      url.append(UrlEncoding.HOST.escape(host));
    }
    var escaped = escapedPath();
    if (!escaped.isEmpty() && !escaped.startsWith("/") && !host.isEmpty()) {
      url.append('/');
    }
    url.append(escaped);
  }
}
