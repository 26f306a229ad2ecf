package dev.dray.api.meta;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The syntax of label keys and values, with upstream's words for mistakes. */
public final class LabelSyntax {
  private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String VALUE = "(" + NAME + ")?";
  private static final String DNS_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = DNS_LABEL + "(\\." + DNS_LABEL + ")*";
  private static final int LONGEST_NAME = 63;
  private static final int LONGEST_SUBDOMAIN = 253;

  private static final String NAME_RULE =
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
          + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
          + " validation is '"
          + NAME
          + "')";
  private static final String VALUE_RULE =
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
          + " 'my_value',  or '12345', regex used for validation is '"
          + VALUE
          + "')";
  private static final String SUBDOMAIN_RULE =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
          + " used for validation is '"
          + SUBDOMAIN
          + "')";

  private LabelSyntax() {}

  /** Returns the mistakes in a key, {@code [domain/]name}; none if it is valid. */
  public static List<String> mistakesInKey(String key) {
    var parts = key.split("/", -1);
    if (parts.length > 2) {
      return List.of(
          "a valid label key "
              + NAME_RULE
              + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
    }
    var mistakes = new ArrayList<String>();
    if (parts.length == 2) {
      checkPrefix(parts[0], mistakes);
    }
    checkName(parts[parts.length - 1], mistakes);
    return List.copyOf(mistakes);
  }

  private static void checkPrefix(String prefix, List<String> mistakes) {
    if (prefix.isEmpty()) {
      mistakes.add("prefix part must be non-empty");
      return;
    }
    if (bytes(prefix) > LONGEST_SUBDOMAIN) {
      mistakes.add("prefix part must be no more than " + LONGEST_SUBDOMAIN + " bytes");
    }
    if (!isSubdomain(prefix)) {
      mistakes.add("prefix part " + SUBDOMAIN_RULE);
    }
  }

  private static void checkName(String name, List<String> mistakes) {
    if (name.isEmpty()) {
      mistakes.add("name part must be non-empty");
    } else if (bytes(name) > LONGEST_NAME) {
      mistakes.add("name part must be no more than " + LONGEST_NAME + " bytes");
    }
    if (!isName(name)) {
      mistakes.add("name part " + NAME_RULE);
    }
  }

  /** Returns the mistakes in a value; none if it is valid. */
  public static List<String> mistakesInValue(String value) {
    var mistakes = new ArrayList<String>();
    if (bytes(value) > LONGEST_NAME) {
      mistakes.add("must be no more than " + LONGEST_NAME + " bytes");
    }
    if (!value.isEmpty() && !isName(value)) {
      mistakes.add(VALUE_RULE);
    }
    return List.copyOf(mistakes);
  }

  // These are loops and not regular expressions: every node match uses them, and on a hostile text
  // of a megabyte java.util.regex would run out of stack.
  private static boolean isName(String name) {
    if (name.isEmpty() || !isAlphanumeric(name.charAt(0))) {
      return false;
    }
    for (int i = 1; i < name.length(); i++) {
      char next = name.charAt(i);
      if (!isAlphanumeric(next) && next != '-' && next != '_' && next != '.') {
        return false;
      }
    }
    return isAlphanumeric(name.charAt(name.length() - 1));
  }

  private static boolean isSubdomain(String text) {
    char before = '.';
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      boolean inside = next == '-' ? before != '.' : isLowerAlphanumeric(next);
      boolean dot = next == '.' && before != '.' && before != '-';
      if (!inside && !dot) {
        return false;
      }
      before = next;
    }
    return isLowerAlphanumeric(before);
  }

  private static boolean isAlphanumeric(char character) {
    return isLowerAlphanumeric(character) || (character >= 'A' && character <= 'Z');
  }

  private static boolean isLowerAlphanumeric(char character) {
    return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
