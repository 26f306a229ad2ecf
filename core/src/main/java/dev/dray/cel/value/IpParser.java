package dev.dray.cel.value;

import dev.dray.api.meta.GoQuote;
import dev.dray.api.meta.Parsed;
import java.util.Arrays;

/** A parser of IP addresses, as strict as upstream's and with its messages. */
final class IpParser {
  private static final int BYTES = 16;

  private final String text;
  private final int[] bytes = new int[BYTES];
  private String mistake = "";

  IpParser(String text) {
    this.text = text;
  }

  Parsed<IpAddress> parse() {
    for (var at = 0; at < text.length(); at++) {
      switch (text.charAt(at)) {
        case '.' -> {
          parseVersion4(text, 0);
          return result(4);
        }
        case ':' -> {
          parseVersion6();
          return result(BYTES);
        }
        case '%' -> {
          wrong("missing IPv6 address");
          return result(0);
        }
        default -> {}
      }
    }
    wrong("unable to parse IP");
    return result(0);
  }

  private Parsed<IpAddress> result(int length) {
    return mistake.isEmpty()
        ? new Parsed.Value<>(IpAddress.of(Arrays.copyOf(bytes, length)))
        : new Parsed.Mistake<>("ParseAddr(%s): %s".formatted(GoQuote.quote(text), mistake));
  }

  private void wrong(String what) {
    mistake = what;
  }

  private void wrong(String what, String at) {
    mistake = "%s (at %s)".formatted(what, GoQuote.quote(at));
  }

  private void parseVersion4(String fields, int into) {
    var value = 0;
    var digits = 0;
    var field = 0;
    for (var at = 0; at < fields.length() && mistake.isEmpty(); at++) {
      var character = fields.charAt(at);
      if (character >= '0' && character <= '9') {
        if (digits == 1 && value == 0) {
          wrong("IPv4 field has octet with leading zero");
        }
        value = value * 10 + character - '0';
        digits++;
        if (mistake.isEmpty() && value > 255) {
          wrong("IPv4 field has value >255");
        }
      } else if (character != '.') {
        wrong("unexpected character", fields.substring(at));
      } else if (digits == 0 || at == fields.length() - 1) {
        wrong("IPv4 field must have at least one digit", fields.substring(at));
      } else if (field == 3) {
        wrong("IPv4 address too long");
      } else {
        bytes[into + field++] = value;
        value = 0;
        digits = 0;
      }
    }
    if (mistake.isEmpty() && field < 3) {
      wrong("IPv4 address too short");
    }
    bytes[into + 3] = value;
  }

  private void parseVersion6() {
    var zone = text.indexOf('%');
    if (zone == text.length() - 1) {
      wrong("zone must be a non-empty string");
      return;
    }
    var rest = zone < 0 ? text : text.substring(0, zone);
    var gap = -1;
    if (rest.startsWith("::")) {
      gap = 0;
      rest = rest.substring(2);
    }
    var filled = 0;
    while (filled < BYTES && (!rest.isEmpty() || (filled == 0 && gap < 0))) {
      var digits = hexDigits(rest);
      if (digits < 0) {
        return;
      }
      if (digits < rest.length() && rest.charAt(digits) == '.') {
        embedded(rest, filled, gap);
        rest = "";
        filled += 4;
        break;
      }
      var group = Integer.parseInt(rest.substring(0, digits), 16);
      bytes[filled++] = group >> 8;
      bytes[filled++] = group & 0xff;
      rest = rest.substring(digits);
      if (rest.isEmpty()) {
        break;
      }
      if (!checkColon(rest)) {
        return;
      }
      rest = rest.substring(1);
      if (rest.startsWith(":")) {
        if (gap >= 0) {
          wrong("multiple :: in address", rest);
          return;
        }
        gap = filled;
        rest = rest.substring(1);
        if (rest.isEmpty()) {
          break;
        }
      }
    }
    if (mistake.isEmpty()) {
      expand(rest, filled, gap);
    }
  }

  private boolean checkColon(String rest) {
    if (rest.charAt(0) != ':') {
      wrong("unexpected character, want colon", rest);
    } else if (rest.length() == 1) {
      wrong("colon must be followed by more characters", rest);
    }
    return mistake.isEmpty();
  }

  /** Returns the number of digits of a group, or -1 if it is malformed. */
  private int hexDigits(String rest) {
    var digits = 0;
    while (digits < rest.length()
        && Character.digit(rest.charAt(digits), 16) >= 0
        && rest.charAt(digits) < 0x80) {
      if (++digits > 4) {
        wrong("each group must have 4 or less digits", rest);
        return -1;
      }
    }
    if (digits == 0) {
      wrong("each colon-separated field must have at least one digit", rest);
      return -1;
    }
    return digits;
  }

  private void embedded(String rest, int filled, int gap) {
    if (gap < 0 && filled != 12) {
      wrong("embedded IPv4 address must replace the final 2 fields of the address", rest);
    } else if (filled + 4 > BYTES) {
      wrong("too many hex fields to fit an embedded IPv4 at the end of the address", rest);
    } else {
      parseVersion4(rest, filled);
    }
  }

  private void expand(String rest, int filled, int gap) {
    if (!rest.isEmpty()) {
      wrong("trailing garbage after address", rest);
    } else if (filled == BYTES) {
      if (gap >= 0) {
        wrong("the :: must expand to at least one field of zeros");
      }
    } else if (gap < 0) {
      wrong("address string too short");
    } else {
      var moved = BYTES - filled;
      System.arraycopy(bytes, gap, bytes, gap + moved, filled - gap);
      Arrays.fill(bytes, gap, gap + moved, 0);
    }
  }
}
