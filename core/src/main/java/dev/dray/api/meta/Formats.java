package dev.dray.api.meta;

/**
 * The string formats of the API, each as a test that reads the string once.
 *
 * <p>Regular expressions appear only in the messages that upstream's users know. Names are short
 * and there are thousands in a slice, so no test here allocates.
 */
public final class Formats {
  public static final int DNS_LABEL_MAX = 63;
  public static final int DNS_SUBDOMAIN_MAX = 253;
  public static final int LABEL_MAX = 63;
  public static final int UUID_LENGTH = 36;

  private Formats() {}

  /** Returns the length of the string in UTF-8, which is what limits count. */
  public static int bytes(String value) {
    int bytes = value.length();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c >= 0x800) {
        // The two halves of a surrogate pair make four bytes together.
        bytes += Character.isSurrogate(c) ? 1 : 2;
      } else if (c >= 0x80) {
        bytes++;
      }
    }
    return bytes;
  }

  /** Returns whether the string takes more than {@code max} bytes. */
  public static boolean longerThan(String value, int max) {
    int length = value.length();
    return length > max || (length * 3 > max && bytes(value) > max);
  }

  /** Returns whether the string is a DNS label of at most 63 bytes. */
  public static boolean isDnsLabel(String value) {
    return value.length() <= DNS_LABEL_MAX && hasLabelForm(value, 0, value.length());
  }

  /** Returns whether the string is a DNS subdomain of at most 253 bytes. */
  public static boolean isDnsSubdomain(String value) {
    return value.length() <= DNS_SUBDOMAIN_MAX && hasSubdomainForm(value, 0, value.length());
  }

  /** Returns whether the string is lower-case letters, digits and inner dashes, of any length. */
  public static boolean hasLabelForm(String value) {
    return hasLabelForm(value, 0, value.length());
  }

  private static boolean hasLabelForm(String value, int from, int to) {
    if (from == to || value.charAt(from) == '-' || value.charAt(to - 1) == '-') {
      return false;
    }
    for (int i = from; i < to; i++) {
      char c = value.charAt(i);
      if (!isLower(c) && !isDigit(c) && c != '-') {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the string is labels joined by dots, of any length. */
  public static boolean hasSubdomainForm(String value) {
    return hasSubdomainForm(value, 0, value.length());
  }

  private static boolean hasSubdomainForm(String value, int from, int to) {
    char before = '.';
    for (int i = from; i < to; i++) {
      char c = value.charAt(i);
      boolean fits =
          isLower(c) || isDigit(c) || (before != '.' && (c == '-' || endsLabel(c, before)));
      if (!fits) {
        return false;
      }
      before = c;
    }
    return before != '.' && before != '-';
  }

  private static boolean endsLabel(char c, char before) {
    return c == '.' && before != '-';
  }

  /** Returns the same as {@link #hasSubdomainForm(String)}, with upper case allowed. */
  public static boolean hasCaselessSubdomainForm(String value) {
    return hasCaselessSubdomainForm(value, 0, value.length());
  }

  private static boolean hasCaselessSubdomainForm(String value, int from, int to) {
    boolean inside = false;
    for (int i = from; i < to; i++) {
      char c = value.charAt(i);
      if (isLetter(c) || isDigit(c)) {
        inside = true;
      } else if (c == '.') {
        if (!inside || value.charAt(i - 1) == '-') {
          return false;
        }
        inside = false;
      } else if (c != '-' || !inside) {
        return false;
      }
    }
    return inside && value.charAt(to - 1) != '-';
  }

  /**
   * Returns whether the string is a driver name: a subdomain of at most 63 bytes, upper case
   * allowed.
   */
  public static boolean isDriverName(String value) {
    return isDriverName(value, 0, value.length());
  }

  private static boolean isDriverName(String value, int from, int to) {
    return to - from <= DNS_LABEL_MAX && hasCaselessSubdomainForm(value, from, to);
  }

  /** Returns whether the string is an identifier as in C, of any length. */
  public static boolean hasIdentifierForm(String value) {
    return hasIdentifierForm(value, 0, value.length());
  }

  private static boolean hasIdentifierForm(String value, int from, int to) {
    if (from == to || isDigit(value.charAt(from))) {
      return false;
    }
    for (int i = from; i < to; i++) {
      char c = value.charAt(i);
      if (!isLetter(c) && !isDigit(c) && c != '_') {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether the string is the name of an attribute or a capacity: an identifier of at most
   * {@code maxIdentifier} bytes, alone or after a driver name and a slash. A name with several
   * slashes passes, as upstream never checked those.
   */
  public static boolean isQualifiedName(String value, int maxIdentifier) {
    int slash = value.indexOf('/');
    if (slash < 0) {
      return value.length() <= maxIdentifier && hasIdentifierForm(value, 0, value.length());
    }
    if (value.indexOf('/', slash + 1) >= 0) {
      return true;
    }
    return value.length() - slash - 1 <= maxIdentifier
        && isDriverName(value, 0, slash)
        && hasIdentifierForm(value, slash + 1, value.length());
  }

  /**
   * Returns whether the string can be the name of a label key or a label value, of any length but
   * zero.
   */
  public static boolean hasLabelNameForm(String value) {
    return hasLabelNameForm(value, 0, value.length());
  }

  private static boolean hasLabelNameForm(String value, int from, int to) {
    if (from == to
        || !isAlphanumeric(value.charAt(from))
        || !isAlphanumeric(value.charAt(to - 1))) {
      return false;
    }
    for (int i = from + 1; i < to - 1; i++) {
      char c = value.charAt(i);
      if (!isAlphanumeric(c) && c != '-' && c != '_' && c != '.') {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the string is a label key, with or without a domain. */
  public static boolean isLabelKey(String value) {
    int slash = value.indexOf('/');
    int name = slash + 1;
    if (slash >= 0
        && (slash > DNS_SUBDOMAIN_MAX
            || value.indexOf('/', name) >= 0
            || !hasSubdomainForm(value, 0, slash))) {
      return false;
    }
    return value.length() - name <= LABEL_MAX && hasLabelNameForm(value, name, value.length());
  }

  /** Returns whether the string is a label value, which may be empty. */
  public static boolean isLabelValue(String value) {
    return value.isEmpty() || (value.length() <= LABEL_MAX && hasLabelNameForm(value));
  }

  /** Returns whether the string is a UUID in lower case. */
  public static boolean isUuid(String value) {
    if (value.length() != UUID_LENGTH) {
      return false;
    }
    for (int i = 0; i < UUID_LENGTH; i++) {
      char c = value.charAt(i);
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? c != '-' : !isDigit(c) && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the string is a version by semver.org 2.0.0, strictly. */
  public static boolean isSemanticVersion(String value) {
    int at = 0;
    for (int part = 0; part < 3; part++) {
      int end = endOfDigits(value, at);
      if (end == at || (value.charAt(at) == '0' && end > at + 1)) {
        return false;
      }
      if (part < 2 && (end == value.length() || value.charAt(end) != '.')) {
        return false;
      }
      at = part < 2 ? end + 1 : end;
    }
    int build = value.indexOf('+', at);
    int core = build < 0 ? value.length() : build;
    return hasPreReleaseForm(value, at, core)
        && (build < 0 || hasIdentifiers(value, build + 1, value.length(), LeadingZeros.ALLOWED));
  }

  /** The permission for a number to begin with zeros: granted in the build part, not before it. */
  private enum LeadingZeros {
    ALLOWED,
    REFUSED
  }

  private static boolean hasPreReleaseForm(String value, int from, int to) {
    return from == to
        || (value.charAt(from) == '-' && hasIdentifiers(value, from + 1, to, LeadingZeros.REFUSED));
  }

  private static boolean hasIdentifiers(String value, int from, int to, LeadingZeros zeros) {
    int start = from;
    for (int i = from; i <= to; i++) {
      if (i == to || value.charAt(i) == '.') {
        boolean leadingZero =
            i > start + 1 && value.charAt(start) == '0' && endOfDigits(value, start) >= i;
        if (i == start || (zeros == LeadingZeros.REFUSED && leadingZero)) {
          return false;
        }
        start = i + 1;
      } else if (!isAlphanumeric(value.charAt(i)) && value.charAt(i) != '-') {
        return false;
      }
    }
    return true;
  }

  private static int endOfDigits(String value, int from) {
    int end = from;
    while (end < value.length() && isDigit(value.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isAlphanumeric(char c) {
    return isLetter(c) || isDigit(c);
  }

  private static boolean isLetter(char c) {
    return isLower(c) || (c >= 'A' && c <= 'Z');
  }

  private static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
