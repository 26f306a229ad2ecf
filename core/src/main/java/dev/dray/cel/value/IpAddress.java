package dev.dray.cel.value;

import dev.dray.api.meta.GoQuote;
import dev.dray.api.meta.Parsed;
import java.util.Arrays;

/** An IP address; the string has one character below 256 for each byte. */
public record IpAddress(String octets) {

  public static IpAddress of(int[] bytes) {
    return new IpAddress(new String(bytes, 0, bytes.length));
  }

  /**
   * Parses an address as expressions may have it: without a zone, and not an IPv4-mapped IPv6
   * address.
   */
  public static Parsed<IpAddress> parse(String text) {
    return switch (parseWithZone(text)) {
      case Parsed.Mistake<IpAddress>(var message) ->
          new Parsed.Mistake<>(
              "IP Address %s parse error during conversion from string: %s"
                  .formatted(GoQuote.quote(text), message));
      case Parsed.Value<IpAddress>(var address) -> {
        if (text.indexOf('%') >= 0) {
          yield new Parsed.Mistake<>(
              "IP address %s with zone value is not allowed".formatted(GoQuote.quote(text)));
        }
        yield address.isMapped()
            ? new Parsed.Mistake<>(
                "IPv4-mapped IPv6 address %s is not allowed".formatted(GoQuote.quote(text)))
            : new Parsed.Value<>(address);
      }
    };
  }

  /** Parses an address that may have a zone, which is dropped. */
  static Parsed<IpAddress> parseWithZone(String text) {
    return new IpParser(text).parse();
  }

  public int bytes() {
    return octets.length();
  }

  private int at(int index) {
    return octets.charAt(index);
  }

  public boolean isVersion4() {
    return bytes() == 4;
  }

  boolean isMapped() {
    return bytes() == 16 && octets.startsWith("\0\0\0\0\0\0\0\0\0\0\u00ff\u00ff");
  }

  public boolean isUnspecified() {
    return octets.chars().allMatch(it -> it == 0);
  }

  public boolean isLoopback() {
    return isVersion4()
        ? at(0) == 127
        : octets.chars().limit(15).allMatch(it -> it == 0) && at(15) == 1;
  }

  private boolean isMulticast() {
    return isVersion4() ? (at(0) & 0xf0) == 0xe0 : at(0) == 0xff;
  }

  public boolean isLinkLocalMulticast() {
    return isVersion4()
        ? at(0) == 224 && at(1) == 0 && at(2) == 0
        : at(0) == 0xff && (at(1) & 0x0f) == 0x02;
  }

  public boolean isLinkLocalUnicast() {
    return isVersion4() ? at(0) == 169 && at(1) == 254 : at(0) == 0xfe && (at(1) & 0xc0) == 0x80;
  }

  public boolean isGlobalUnicast() {
    var broadcast = isVersion4() && octets.chars().allMatch(it -> it == 255);
    return !broadcast
        && !isUnspecified()
        && !isLoopback()
        && !isMulticast()
        && !isLinkLocalUnicast();
  }

  /** Returns the address with all bits after the first {@code length} cleared. */
  IpAddress masked(int length) {
    var bytes = octets.chars().toArray();
    for (var at = 0; at < bytes.length; at++) {
      var kept = Math.clamp(length - 8L * at, 0, 8);
      bytes[at] &= (0xff00 >> kept) & 0xff;
    }
    return of(bytes);
  }

  /** Returns the canonical form; in IPv6 the longest run of zeros is left out. */
  @Override
  public String toString() {
    if (isVersion4()) {
      return at(0) + "." + at(1) + "." + at(2) + "." + at(3);
    }
    var groups = new int[8];
    Arrays.setAll(groups, group -> (at(2 * group) << 8) | at(2 * group + 1));
    var run = longestZeros(groups);
    var text = new StringBuilder();
    for (var group = 0; group < 8; group++) {
      if (group == run.start && run.length > 1) {
        text.append("::");
        group += run.length - 1;
      } else {
        if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
          text.append(':');
        }
        text.append(Integer.toHexString(groups[group]));
      }
    }
    return text.toString();
  }

  private record Run(int start, int length) {}

  private static Run longestZeros(int[] groups) {
    var longest = new Run(0, 0);
    for (var start = 0; start < groups.length; start++) {
      var end = start;
      while (end < groups.length && groups[end] == 0) {
        end++;
      }
      if (end - start > longest.length) {
        longest = new Run(start, end - start);
      }
    }
    return longest;
  }
}
