package dev.dray.api.validation.meta;

import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** An IP address with the length of its network's prefix, such as {@code 10.9.8.7/24}. */
public final class InterfaceAddress {
  private static final int V4_BYTES = 4;
  private static final int V6_BYTES = 16;

  private InterfaceAddress() {}

  /** Returns the address as it should be written; empty if it is not valid. */
  public static Optional<String> canonical(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return Optional.empty();
    }
    var address = text.substring(0, slash);
    var bytes = address.indexOf(':') >= 0 ? v6(address) : v4(address);
    int prefix = number(text.substring(slash + 1), 10, 3);
    if (bytes == null || prefix < 0 || prefix > bytes.length * 8) {
      return Optional.empty();
    }
    if (isMappedV4(bytes)) {
      // Upstream shows the embedded IPv4 address, and counts the prefix from there if it reaches
      // that far.
      int inner = prefix > V4_BYTES * 8 ? prefix - (V6_BYTES - V4_BYTES) * 8 : prefix;
      return Optional.of(v4Text(bytes, V6_BYTES - V4_BYTES) + "/" + inner);
    }
    return Optional.of(
        (bytes.length == V4_BYTES ? v4Text(bytes, 0) : v6Text(bytes)) + "/" + prefix);
  }

  /**
   * Parses an IPv4 address. Leading zeros pass, as they always did; the canonical form has none.
   */
  private static byte @Nullable [] v4(String text) {
    var parts = text.split("\\.", -1);
    if (parts.length != V4_BYTES) {
      return null;
    }
    var bytes = new byte[V4_BYTES];
    for (int i = 0; i < V4_BYTES; i++) {
      int part = number(parts[i], 10, Integer.MAX_VALUE);
      if (part < 0 || part > 255) {
        return null;
      }
      bytes[i] = (byte) part;
    }
    return bytes;
  }

  private static byte @Nullable [] v6(String text) {
    int gap = text.indexOf("::");
    if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
      return null;
    }
    var head = groups(gap < 0 ? text : text.substring(0, gap));
    var tail = groups(gap < 0 ? "" : text.substring(gap + 2));
    if (head == null || tail == null) {
      return null;
    }
    int given = head.length + tail.length;
    if (gap < 0 ? given != V6_BYTES : given >= V6_BYTES) {
      return null;
    }
    var bytes = new byte[V6_BYTES];
    System.arraycopy(head, 0, bytes, 0, head.length);
    System.arraycopy(tail, 0, bytes, V6_BYTES - tail.length, tail.length);
    return bytes;
  }

  /** Parses groups joined by colons, the last of which may be an IPv4 address. */
  private static byte @Nullable [] groups(String text) {
    if (text.isEmpty()) {
      return new byte[0];
    }
    var parts = text.split(":", -1);
    boolean mapped = parts[parts.length - 1].indexOf('.') >= 0;
    var bytes = new byte[parts.length * 2 + (mapped ? 2 : 0)];
    if (bytes.length > V6_BYTES) {
      return null;
    }
    for (int i = 0; i < parts.length - (mapped ? 1 : 0); i++) {
      int group = number(parts[i], 16, 4);
      if (group < 0) {
        return null;
      }
      bytes[i * 2] = (byte) (group >> 8);
      bytes[i * 2 + 1] = (byte) group;
    }
    if (mapped) {
      var inner = v4(parts[parts.length - 1]);
      if (inner == null) {
        return null;
      }
      System.arraycopy(inner, 0, bytes, bytes.length - V4_BYTES, V4_BYTES);
    }
    return bytes;
  }

  /** Parses a number; -1 if it is malformed or too long. */
  private static int number(String text, int radix, int maxDigits) {
    if (text.isEmpty() || text.length() > maxDigits) {
      return -1;
    }
    int number = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, radix) : -1;
      if (digit < 0 || number > 0xffff) {
        return -1;
      }
      number = number * radix + digit;
    }
    return number;
  }

  private static boolean isMappedV4(byte[] bytes) {
    if (bytes.length != V6_BYTES || bytes[10] != -1 || bytes[11] != -1) {
      return false;
    }
    for (int i = 0; i < 10; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static String v4Text(byte[] bytes, int from) {
    var text = new StringJoiner(".");
    for (int i = from; i < from + 4; i++) {
      text.add(Integer.toString(bytes[i] & 0xff));
    }
    return text.toString();
  }

  /**
   * Formats as RFC 5952 says: lower case, the longest run of at least two zero groups shortened.
   */
  private static String v6Text(byte[] bytes) {
    int start = -1;
    int length = 1;
    for (int i = 0; i < 8; i++) {
      int end = i;
      while (end < 8 && group(bytes, end) == 0) {
        end++;
      }
      if (end - i > length) {
        start = i;
        length = end - i;
      }
    }
    var text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      if (i == start) {
        text.append("::");
        i += length - 1;
      } else {
        boolean separated = text.isEmpty() || text.charAt(text.length() - 1) == ':';
        text.append(separated ? "" : ":").append(Integer.toHexString(group(bytes, i)));
      }
    }
    return text.toString();
  }

  private static int group(byte[] bytes, int index) {
    return (bytes[index * 2] & 0xff) << 8 | (bytes[index * 2 + 1] & 0xff);
  }
}
