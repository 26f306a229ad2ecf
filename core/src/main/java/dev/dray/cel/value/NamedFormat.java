package dev.dray.cel.value;

import dev.dray.api.meta.Formats;
import dev.dray.api.meta.LabelSyntax;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The string formats that have names in expressions. */
public enum NamedFormat {
  DNS1123_LABEL("dns1123Label", "DNS1123Label", 30),
  DNS1123_SUBDOMAIN("dns1123Subdomain", "DNS1123Subdomain", 60),
  DNS1035_LABEL("dns1035Label", "DNS1035Label", 30),
  QUALIFIED_NAME("qualifiedName", "QualifiedName", 60),
  DNS1123_LABEL_PREFIX("dns1123LabelPrefix", "DNS1123LabelPrefix", 30),
  DNS1123_SUBDOMAIN_PREFIX("dns1123SubdomainPrefix", "DNS1123SubdomainPrefix", 60),
  DNS1035_LABEL_PREFIX("dns1035LabelPrefix", "DNS1035LabelPrefix", 30),
  LABEL_VALUE("labelValue", "LabelValue", 40),
  URI("uri", "URI", 1103),
  UUID("uuid", "uuid", 70),
  BYTE("byte", "byte", 84),
  DATE("date", "date", 71),
  DATETIME("datetime", "datetime", 71);

  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern IS_1035 = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern IS_UUID =
      Pattern.compile("(?i)[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}");
  private static final Pattern IS_DATE = Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})");
  private static final Pattern IS_TIME =
      Pattern.compile("([0-9]{2}):([0-9]{2}):([0-9]{2})([^\\n][0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))");

  private final String function;
  private final String title;
  private final int patternLength;

  NamedFormat(String function, String title, int patternLength) {
    this.function = function;
    this.title = title;
    this.patternLength = patternLength;
  }

  public static Optional<NamedFormat> named(String name) {
    for (var format : values()) {
      if (format.function.equals(name)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  public String function() {
    return function;
  }

  String title() {
    return title;
  }

  /** Returns the pattern length by which upstream prices the test. */
  public int patternLength() {
    return patternLength;
  }

  /** Returns the mistakes in the text. */
  public List<String> mistakes(String text) {
    return switch (this) {
      case DNS1123_LABEL -> label(text);
      case DNS1123_SUBDOMAIN -> subdomain(text);
      case DNS1035_LABEL -> label1035(text);
      case DNS1123_LABEL_PREFIX -> label(masked(text));
      case DNS1123_SUBDOMAIN_PREFIX -> subdomain(masked(text));
      case DNS1035_LABEL_PREFIX -> label1035(masked(text));
      case QUALIFIED_NAME -> LabelSyntax.mistakesInKey(text);
      case LABEL_VALUE -> LabelSyntax.mistakesInValue(text);
      case URI -> uri(text);
      case UUID -> only(IS_UUID.matcher(text).matches(), "does not match the UUID format");
      case BYTE -> only(isBase64(text), "invalid base64");
      case DATE -> only(isDate(text), "invalid date");
      case DATETIME -> only(isDateTime(text), "invalid datetime");
    };
  }

  private static List<String> only(boolean right, String otherwise) {
    return right ? List.of() : List.of(otherwise);
  }

  /**
   * Masks a dash at the end, where more may be appended: the last two characters become a letter.
   */
  private static String masked(String text) {
    return text.length() > 1 && text.endsWith("-")
        ? text.substring(0, text.length() - 2) + "a"
        : text;
  }

  private static List<String> label(String text) {
    var mistakes = tooLong(text, Formats.DNS_LABEL_MAX);
    if (!Formats.hasLabelForm(text)) {
      mistakes.add(
          Formats.hasSubdomainForm(text)
              ? "must not contain dots"
              : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or"
                  + " '-', and must start and end with an alphanumeric character (e.g. 'my-name', "
                  + " or '123-abc', regex used for validation is '"
                  + LABEL
                  + "')");
    }
    return mistakes;
  }

  private static List<String> subdomain(String text) {
    var mistakes = tooLong(text, Formats.DNS_SUBDOMAIN_MAX);
    if (!Formats.hasSubdomainForm(text)) {
      mistakes.add(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
              + " or '.', and must start and end with an alphanumeric character (e.g."
              + " 'example.com', regex used for validation is '"
              + LABEL
              + "(\\."
              + LABEL
              + ")*')");
    }
    return mistakes;
  }

  private static List<String> label1035(String text) {
    var mistakes = tooLong(text, Formats.DNS_LABEL_MAX);
    if (!IS_1035.matcher(text).matches()) {
      mistakes.add(
          "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with"
              + " an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',"
              + "  or 'abc-123', regex used for validation is '"
              + IS_1035.pattern()
              + "')");
    }
    return mistakes;
  }

  private static List<String> tooLong(String text, int most) {
    var mistakes = new ArrayList<String>();
    if (Formats.bytes(text) > most) {
      mistakes.add("must be no more than %d characters".formatted(most));
    }
    return mistakes;
  }

  private static List<String> uri(String text) {
    return UrlParser.mistake(text).map(List::of).orElse(List.of());
  }

  private static boolean isBase64(String text) {
    return !text.isEmpty()
        && text.length() % 4 == 0
        && text.chars().allMatch(it -> it < 0x80)
        && text.matches("[A-Za-z0-9+/]*={0,2}");
  }

  private static boolean isDate(String text) {
    var match = IS_DATE.matcher(text);
    if (!match.matches()) {
      return false;
    }
    try {
      LocalDate.of(
          Integer.parseInt(match.group(1)),
          Integer.parseInt(match.group(2)),
          Integer.parseInt(match.group(3)));
      return true;
    } catch (DateTimeException _) {
      return false;
    }
  }

  private static boolean isDateTime(String text) {
    var parts = text.toLowerCase(Locale.ROOT).split("t", -1);
    if (parts.length < 2 || !isDate(parts[0])) {
      return false;
    }
    var time = IS_TIME.matcher(parts[1]);
    return time.matches()
        && time.group(1).compareTo("23") <= 0
        && time.group(2).compareTo("59") <= 0
        && time.group(3).compareTo("59") <= 0;
  }
}
