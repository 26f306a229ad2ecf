package dev.dray.cel.value;

import dev.dray.api.meta.GoQuote;
import java.util.HexFormat;

/**
 * The characters that each part of a URL may contain, and the escaping of all others.
 *
 * <p>Texts are octets here: strings in which each character stands for one byte of UTF-8.
 */
enum UrlEncoding {
  PATH("$&+,-./:;=@_~"),
  HOST("!\"$&'()*+,-.:;<=>[]_~"),
  ZONE("!\"$&'()*+,-.:;<=>[]_~"),
  USER("$&+,-.;=_~"),
  QUERY("-._~"),
  FRAGMENT("!$&()*+,-./:;=?@_~");

  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final String ALWAYS_VALID = "!$&'()*+,;=:@[]%";

  private final String allowed;

  UrlEncoding(String allowed) {
    this.allowed = allowed;
  }

  private boolean allows(char octet) {
    return (octet >= 'a' && octet <= 'z')
        || (octet >= 'A' && octet <= 'Z')
        || (octet >= '0' && octet <= '9')
        || allowed.indexOf(octet) >= 0;
  }

  String escape(String octets) {
    var text = new StringBuilder();
    for (var at = 0; at < octets.length(); at++) {
      var octet = octets.charAt(at);
      if (allows(octet)) {
        text.append(octet);
      } else if (octet == ' ' && this == QUERY) {
        text.append('+');
      } else {
        text.append('%').append(HEX.toHexDigits((byte) octet));
      }
    }
    return text.toString();
  }

  /** Returns whether the text is a possible escaped form of this part. */
  boolean isValid(String octets) {
    return octets.chars().allMatch(it -> ALWAYS_VALID.indexOf(it) >= 0 || allows((char) it));
  }

  String unescape(String octets) throws UrlMistake {
    var text = new StringBuilder();
    for (var at = 0; at < octets.length(); at++) {
      var octet = octets.charAt(at);
      if (octet == '%') {
        text.append(escaped(octets, at));
        at += 2;
      } else if (octet == '+' && this == QUERY) {
        text.append(' ');
      } else {
        if ((this == HOST || this == ZONE) && octet < 0x80 && !allows(octet)) {
          throw new UrlMistake(
              "invalid character " + quoted(String.valueOf(octet)) + " in host name");
        }
        text.append(octet);
      }
    }
    return text.toString();
  }

  private char escaped(String octets, int at) throws UrlMistake {
    var end = Math.min(at + 3, octets.length());
    var escape = octets.substring(at, end);
    if (escape.length() < 3 || !isHex(escape.charAt(1)) || !isHex(escape.charAt(2))) {
      throw new UrlMistake("invalid URL escape " + quoted(escape));
    }
    var octet = (char) Integer.parseInt(escape.substring(1), 16);
    var odd =
        switch (this) {
          case HOST -> octet < 0x80;
          case ZONE -> octet != ' ' && !HOST.allows(octet);
          case PATH, USER, QUERY, FRAGMENT -> false;
        };
    if (odd && !escape.equals("%25")) {
      throw new UrlMistake("invalid URL escape " + quoted(escape));
    }
    return octet;
  }

  private static boolean isHex(char octet) {
    return HexFormat.isHexDigit(octet);
  }

  private static String quoted(String octets) {
    return GoQuote.quote(Url.text(octets));
  }
}
