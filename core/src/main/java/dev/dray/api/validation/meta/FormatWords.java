package dev.dray.api.validation.meta;

import dev.dray.api.meta.Formats;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages for malformed strings, in upstream's words; used only once a string is malformed.
 */
final class FormatWords {
  private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
  private static final String LABEL_NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

  static final String IDENTIFIER =
      regex(
          "a valid C identifier must start with alphabetic character or '_', followed by a string"
              + " of alphanumeric characters or '_'",
          "[A-Za-z_][A-Za-z0-9_]*",
          "my_name",
          "MY_NAME",
          "MyName");

  static final String CONDITION_REASON =
      regex(
          "a condition reason must start with alphabetic character, optionally followed by a string"
              + " of alphanumeric characters or '_,:', and must end with an alphanumeric character"
              + " or '_'",
          "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?",
          "my_name",
          "MY_NAME",
          "MyName",
          "ReasonA,ReasonB",
          "ReasonA:ReasonB");

  private FormatWords() {}

  static List<String> dnsLabel(String value, String unit) {
    var problems = tooLong(value, Formats.DNS_LABEL_MAX, unit);
    if (Formats.hasLabelForm(value)) {
      return problems;
    }
    problems.add(
        Formats.hasSubdomainForm(value)
            ? "must not contain dots"
            : regex(
                "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or"
                    + " '-', and must start and end with an alphanumeric character",
                LABEL,
                "my-name",
                "123-abc"));
    return problems;
  }

  static List<String> dnsSubdomain(String value, String unit) {
    var problems = tooLong(value, Formats.DNS_SUBDOMAIN_MAX, unit);
    if (!Formats.hasSubdomainForm(value)) {
      problems.add(
          regex(
              "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters,"
                  + " '-' or '.', and must start and end with an alphanumeric character",
              SUBDOMAIN,
              "example.com"));
    }
    return problems;
  }

  static List<String> caselessSubdomain(String value) {
    var problems = tooLong(value, Formats.DNS_SUBDOMAIN_MAX, "bytes");
    if (!Formats.hasCaselessSubdomainForm(value)) {
      problems.add(
          regex(
              "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must"
                  + " start and end with an alphanumeric character",
              SUBDOMAIN,
              "Example.com"));
    }
    return problems;
  }

  static List<String> labelKey(String value) {
    var parts = value.split("/", -1);
    if (parts.length > 2) {
      return List.of(
          "a valid label key "
              + labelName()
              + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
    }
    var problems = new ArrayList<String>();
    if (parts.length == 2) {
      problems.addAll(
          parts[0].isEmpty()
              ? List.of("prefix part must be non-empty")
              : prefixed("prefix part ", dnsSubdomain(parts[0], "bytes")));
    }
    var name = parts[parts.length - 1];
    if (name.isEmpty()) {
      problems.add("name part must be non-empty");
    } else {
      problems.addAll(prefixed("name part ", tooLong(name, Formats.LABEL_MAX, "bytes")));
    }
    if (!Formats.hasLabelNameForm(name)) {
      problems.add("name part " + labelName());
    }
    return problems;
  }

  private static String labelName() {
    return regex(
        "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
            + " alphanumeric character",
        LABEL_NAME,
        "MyName",
        "my.name",
        "123-abc");
  }

  static List<String> labelValue(String value) {
    var problems = tooLong(value, Formats.LABEL_MAX, "bytes");
    if (!Formats.hasLabelNameForm(value)) {
      problems.add(
          regex(
              "a valid label must be an empty string or consist of alphanumeric characters, '-',"
                  + " '_' or '.', and must start and end with an alphanumeric character",
              "(" + LABEL_NAME + ")?",
              "MyValue",
              "my_value",
              "12345"));
    }
    return problems;
  }

  static List<String> prefixed(String prefix, List<String> problems) {
    return problems.stream().map(prefix::concat).toList();
  }

  private static List<String> tooLong(String value, int max, String unit) {
    var problems = new ArrayList<String>();
    if (Formats.longerThan(value, max)) {
      problems.add("must be no more than " + max + " " + unit);
    }
    return problems;
  }

  // The comma before "or" is how upstream joins examples.
  private static String regex(String words, String expression, String... examples) {
    var text = new StringBuilder(words).append(" (e.g. ");
    for (int i = 0; i < examples.length; i++) {
      text.append(i > 0 ? " or " : "").append('\'').append(examples[i]).append("', ");
    }
    return text.append("regex used for validation is '").append(expression).append("')").toString();
  }
}
