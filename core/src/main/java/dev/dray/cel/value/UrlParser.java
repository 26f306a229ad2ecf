package dev.dray.cel.value;

import dev.dray.api.meta.GoQuote;
import dev.dray.api.meta.Parsed;
import java.util.Locale;
import java.util.Optional;

/** A parser of URLs, as tolerant and as strict as Go's. */
public final class UrlParser {
  private static final String USER_CHARACTERS = "-._:~!$&'()*+,;=%@";

  private UrlParser() {}

  /** The use of a URL. */
  enum Use {
    /** The URL of a request, which must be absolute. */
    REQUEST,
    REFERENCE
  }

  static Url parse(String octets, Use use) throws UrlMistake {
    if (octets.chars().anyMatch(it -> it < ' ' || it == 0x7f)) {
      throw new UrlMistake("net/url: invalid control character in URL");
    }
    if (octets.isEmpty() && use == Use.REQUEST) {
      throw new UrlMistake("empty url");
    }
    if (octets.equals("*")) {
      return url("", "", new Authority(Optional.empty(), ""), "*", new Url.Query("", false));
    }
    var colon = schemeEnd(octets);
    var scheme = octets.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT);
    var rest = octets.substring(colon + 1);
    var mark = rest.indexOf('?');
    var query = mark < 0 ? "" : rest.substring(mark + 1);
    return parse(
        scheme, mark < 0 ? rest : rest.substring(0, mark), new Url.Query(query, mark >= 0), use);
  }

  private static Url parse(String scheme, String rest, Url.Query query, Use use) throws UrlMistake {
    var nobody = new Authority(Optional.empty(), "");
    if (!rest.startsWith("/")) {
      if (!scheme.isEmpty()) {
        return url(scheme, rest, nobody, "", query);
      }
      checkRelative(rest, use);
    }
    var absolute = use == Use.REFERENCE && !rest.startsWith("///");
    if ((!scheme.isEmpty() || absolute) && rest.startsWith("//")) {
      var slash = rest.indexOf('/', 2);
      var end = slash < 0 ? rest.length() : slash;
      return url(scheme, "", authority(scheme, rest.substring(2, end)), rest.substring(end), query);
    }
    return url(scheme, "", nobody, rest, query);
  }

  private static void checkRelative(String rest, Use use) throws UrlMistake {
    if (use == Use.REQUEST) {
      throw new UrlMistake("invalid URI for request");
    }
    var slash = rest.indexOf('/');
    if ((slash < 0 ? rest : rest.substring(0, slash)).contains(":")) {
      throw new UrlMistake("first path segment in URL cannot contain colon");
    }
  }

  private record Authority(Optional<String> user, String host) {}

  private static Url url(
      String scheme, String opaque, Authority authority, String rawPath, Url.Query query)
      throws UrlMistake {
    var path = UrlEncoding.PATH.unescape(rawPath);
    var raw = UrlEncoding.PATH.escape(path).equals(rawPath) ? "" : rawPath;
    return new Url(scheme, opaque, authority.user(), authority.host(), path, raw, query, "");
  }

  /** Returns the place of the colon after the scheme, or -1 if there is none. */
  private static int schemeEnd(String octets) throws UrlMistake {
    for (var at = 0; at < octets.length(); at++) {
      var octet = octets.charAt(at);
      var letter = (octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z');
      var inner = (octet >= '0' && octet <= '9') || "+-.".indexOf(octet) >= 0;
      if (octet == ':' && at == 0) {
        throw new UrlMistake("missing protocol scheme");
      }
      if (octet == ':') {
        return at;
      }
      if (!letter && (!inner || at == 0)) {
        return -1;
      }
    }
    return -1;
  }

  private static Authority authority(String scheme, String text) throws UrlMistake {
    var at = text.lastIndexOf('@');
    var host = host(scheme, text.substring(at + 1));
    return new Authority(
        at < 0 ? Optional.empty() : Optional.of(user(text.substring(0, at))), host);
  }

  private static String user(String text) throws UrlMistake {
    if (!text.chars().allMatch(UrlParser::isUserCharacter)) {
      throw new UrlMistake("net/url: invalid userinfo");
    }
    var colon = text.indexOf(':');
    if (colon < 0) {
      return UrlEncoding.USER.escape(UrlEncoding.USER.unescape(text));
    }
    var name = UrlEncoding.USER.unescape(text.substring(0, colon));
    var password = UrlEncoding.USER.unescape(text.substring(colon + 1));
    return UrlEncoding.USER.escape(name) + ":" + UrlEncoding.USER.escape(password);
  }

  private static boolean isUserCharacter(int octet) {
    return octet < 0x80
        && (Character.isLetterOrDigit(octet) || USER_CHARACTERS.indexOf(octet) >= 0);
  }

  private static String host(String scheme, String text) throws UrlMistake {
    var bracket = text.lastIndexOf('[');
    if (bracket > 0) {
      throw new UrlMistake("invalid IP-literal");
    }
    if (bracket == 0) {
      return literal(text);
    }
    var colon = text.indexOf(':');
    if (colon >= 0) {
      var last = text.lastIndexOf(':');
      var strict = scheme.equals("http") || scheme.equals("https");
      checkPort(text.substring(strict ? colon : last));
    }
    return UrlEncoding.HOST.unescape(text);
  }

  /** Returns a host in brackets, which must be an IPv6 address. */
  private static String literal(String text) throws UrlMistake {
    var close = text.lastIndexOf(']');
    if (close < 0) {
      throw new UrlMistake("missing ']' in host");
    }
    checkPort(text.substring(close + 1));
    var port = UrlEncoding.HOST.unescape(text.substring(close + 1));
    var inside = text.substring(1, close);
    var zone = inside.indexOf("%25");
    var name =
        zone < 0
            ? UrlEncoding.HOST.unescape(inside)
            : UrlEncoding.HOST.unescape(inside.substring(0, zone))
                + UrlEncoding.ZONE.unescape(inside.substring(zone));
    switch (IpAddress.parseWithZone(Url.text(name))) {
      case Parsed.Mistake<IpAddress>(var message) ->
          throw new UrlMistake("invalid host: " + message);
      case Parsed.Value<IpAddress>(var address) -> {
        if (address.isVersion4()) {
          throw new UrlMistake("invalid IP-literal");
        }
      }
    }
    return "[" + name + "]" + port;
  }

  private static void checkPort(String colonAndPort) throws UrlMistake {
    if (!isPort(colonAndPort)) {
      throw new UrlMistake(
          "invalid port %s after host".formatted(GoQuote.quote(Url.text(colonAndPort))));
    }
  }

  /** Returns whether the text is empty, or a colon and digits. */
  static boolean isPort(String text) {
    return text.isEmpty()
        || (text.startsWith(":") && text.chars().skip(1).allMatch(it -> it >= '0' && it <= '9'));
  }

  /** Returns the reason why a text is not a URL that can be requested. */
  public static Optional<String> mistake(String text) {
    try {
      parse(Url.octets(text), Use.REQUEST);
      return Optional.empty();
    } catch (UrlMistake mistake) {
      return Optional.of("parse %s: %s".formatted(GoQuote.quote(text), mistake.reason()));
    }
  }
}
