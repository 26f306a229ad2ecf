package dev.dray.api.validation.meta;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The rules for string formats.
 *
 * <p>Upstream words its hand-written checks and its generated ones differently. Each pair here
 * ({@link #dnsLabel} and {@link #shortName}, and so on) accepts the same strings.
 */
public final class NameRules {
  static final int DRIVER_MAX = 63;
  static final int DOMAIN_MAX = 63;
  public static final int IDENTIFIER_MAX = 32;
  public static final int QUALIFIED_MAX = DOMAIN_MAX + 1 + IDENTIFIER_MAX;

  /**
   * The length beyond which a pool name is only reported as too long: it may have a mistake in each
   * of a million parts.
   */
  private static final int POOL_EXAMINED_MAX = 4 * Formats.DNS_SUBDOMAIN_MAX;

  private static final String LONG_NAME = "format=k8s-long-name";
  private static final String CASELESS = "format=k8s-long-name-caseless";
  private static final String SHORT_NAME = "format=k8s-short-name";
  private static final String POOL_NAME = "format=k8s-resource-pool-name";
  private static final String FULLY_QUALIFIED = "format=k8s-resource-fully-qualified-name";

  private NameRules() {}

  public static Violations dnsLabel(String value, FieldPath at) {
    return Formats.isDnsLabel(value)
        ? Violations.NONE
        : invalid(value, at, SHORT_NAME, FormatWords.dnsLabel(value, "characters"));
  }

  public static Violations shortName(String value, FieldPath at) {
    return Formats.isDnsLabel(value)
        ? Violations.NONE
        : invalid(value, at, SHORT_NAME, FormatWords.dnsLabel(value, "bytes"));
  }

  public static Violations requiredShortName(String value, FieldPath at) {
    return value.isEmpty() ? RuleChecks.required(at) : shortName(value, at);
  }

  public static Violations dnsSubdomain(String value, FieldPath at) {
    return Formats.isDnsSubdomain(value)
        ? Violations.NONE
        : invalid(value, at, LONG_NAME, FormatWords.dnsSubdomain(value, "characters"));
  }

  public static Violations longName(String value, FieldPath at) {
    return Formats.isDnsSubdomain(value)
        ? Violations.NONE
        : invalid(value, at, LONG_NAME, FormatWords.dnsSubdomain(value, "bytes"));
  }

  public static Violations longNameCaseless(String value, FieldPath at) {
    if (value.isEmpty()) {
      return RuleChecks.required(at);
    }
    return Formats.hasCaselessSubdomainForm(value) && value.length() <= Formats.DNS_SUBDOMAIN_MAX
        ? Violations.NONE
        : invalid(value, at, CASELESS, FormatWords.caselessSubdomain(value));
  }

  /** Checks a driver name in a slice or a selector. */
  public static Violations driverName(String value, FieldPath at) {
    if (Formats.isDriverName(value)) {
      return Violations.NONE;
    }
    if (value.isEmpty()) {
      return RuleChecks.required(at);
    }
    var lower = value.toLowerCase(Locale.ROOT);
    return RuleChecks.maxBytes(value, DRIVER_MAX, at)
        .and(
            hinted(
                Formats.isDnsSubdomain(lower)
                    ? Violations.NONE
                    : invalid(value, at, CASELESS, FormatWords.dnsSubdomain(lower, "characters")),
                driverHint(value)));
  }

  /** Checks a driver name in an opaque configuration or a result. */
  public static Violations configuredDriverName(String value, FieldPath at) {
    if (Formats.isDriverName(value)) {
      return Violations.NONE;
    }
    var form = hinted(longNameCaseless(value, at), driverHint(value));
    return Formats.longerThan(value, DRIVER_MAX)
        ? form.and(tooManyCharacters(at, DRIVER_MAX))
        : form;
  }

  private static String driverHint(String value) {
    return value.indexOf('/') >= 0
        ? "a driver name must not contain a slash: write %s"
            .formatted(value.substring(0, value.indexOf('/')))
        : "";
  }

  private static Violation tooManyCharacters(FieldPath at, int max) {
    var counted = Violation.tooLong(at, max);
    return new Violation(
        counted.type(),
        at,
        counted.value(),
        "may not be more than " + max + " characters",
        "maxLength",
        counted.hint());
  }

  /** Checks a pool name in a slice or a selector. */
  public static Violations poolName(String value, FieldPath at) {
    if (Formats.isDnsSubdomain(value)) {
      return Violations.NONE;
    }
    if (value.isEmpty()) {
      return RuleChecks.required(at);
    }
    if (value.length() > POOL_EXAMINED_MAX) {
      return poolLength(value, at);
    }
    return poolLength(value, at)
        .and(
            RuleChecks.all(
                List.of(value.split("/", -1)),
                at,
                (part, place) ->
                    Formats.isDnsSubdomain(part)
                        ? Violations.NONE
                        : invalid(
                            part, place, POOL_NAME, FormatWords.dnsSubdomain(part, "characters"))));
  }

  /** Checks a pool name in a result or a pool status; empty ones are not reported as required. */
  public static Violations segmentedPoolName(String value, FieldPath at) {
    if (Formats.isDnsSubdomain(value)) {
      return Violations.NONE;
    }
    if (value.length() > POOL_EXAMINED_MAX) {
      return poolLength(value, at);
    }
    List<Violation> found = new ArrayList<>(0);
    var parts = value.split("/", -1);
    for (int i = 0; i < parts.length; i++) {
      var segment = "segment " + i + ": ";
      if (parts[i].isEmpty()) {
        found.add(Violation.invalid(at, value, segment + "must not be empty").by(POOL_NAME));
      } else if (!Formats.isDnsSubdomain(parts[i])) {
        var problems = FormatWords.prefixed(segment, FormatWords.dnsSubdomain(parts[i], "bytes"));
        invalid(parts[i], at, POOL_NAME, problems).forEach(found::add);
      }
    }
    return poolLength(value, at).and(Violations.of(found));
  }

  private static Violations poolLength(String value, FieldPath at) {
    return Formats.longerThan(value, Formats.DNS_SUBDOMAIN_MAX)
        ? Violations.of(Violation.tooLong(at, Formats.DNS_SUBDOMAIN_MAX).by(POOL_NAME))
        : Violations.NONE;
  }

  public static Violations labelKey(String value, FieldPath at) {
    return Formats.isLabelKey(value)
        ? Violations.NONE
        : invalid(value, at, "format=k8s-label-key", FormatWords.labelKey(value));
  }

  public static Violations labelValue(String value, FieldPath at) {
    return Formats.isLabelValue(value)
        ? Violations.NONE
        : invalid(value, at, "format=k8s-label-value", FormatWords.labelValue(value));
  }

  public static Violations uuid(String value, FieldPath at) {
    return Formats.isUuid(value)
        ? Violations.NONE
        : invalid(
            value, at, "format=k8s-uuid", List.of("must be a lowercase UUID in 8-4-4-4-12 format"));
  }

  /** Checks the name of an attribute or a capacity, with or without a domain. */
  public static Violations qualifiedName(String value, FieldPath at) {
    if (Formats.isQualifiedName(value, IDENTIFIER_MAX)) {
      return Violations.NONE;
    }
    int slash = value.indexOf('/');
    if (slash < 0) {
      return identifier(value, at, "format=k8s-resource-qualified-name");
    }
    var domain =
        slash == 0
            ? nothing(at, "the domain must not be empty", "format=k8s-resource-qualified-name")
            : driverName(value.substring(0, slash), at);
    return domain.and(
        slash + 1 == value.length()
            ? nothing(at, "the name must not be empty", "format=k8s-resource-qualified-name")
            : identifier(value.substring(slash + 1), at, "format=k8s-resource-qualified-name"));
  }

  /** Checks the name of an attribute, with its domain in lower case. */
  public static Violations fullyQualifiedName(String value, FieldPath at) {
    int slash = value.indexOf('/');
    if (slash < 0) {
      return identifier(value, at, FULLY_QUALIFIED).and(noDomain(value, at));
    }
    if (value.indexOf('/', slash + 1) >= 0) {
      return Violations.NONE;
    }
    var domain =
        slash == 0
            ? nothing(at, "prefix must not be empty", FULLY_QUALIFIED)
            : prefix(value.substring(0, slash), at);
    return domain.and(
        slash + 1 == value.length()
            ? nothing(at, "name must not be empty", FULLY_QUALIFIED)
            : identifier(value.substring(slash + 1), at, FULLY_QUALIFIED));
  }

  /** Checks the name of an attribute with its domain in any case, as a driver may be spelled. */
  public static Violations domainQualifiedName(String value, FieldPath at) {
    var found = qualifiedName(value, at);
    return value.indexOf('/') < 0 ? found.and(noDomain(value, at)) : found;
  }

  private static Violation noDomain(String value, FieldPath at) {
    return Violation.invalid(
            at, value, "a fully qualified name must be a domain and a name separated by a slash")
        .by(FULLY_QUALIFIED)
        .hint("write <driver>/" + value);
  }

  private static Violations prefix(String domain, FieldPath at) {
    if (Formats.isDnsSubdomain(domain) && domain.length() <= DOMAIN_MAX) {
      return Violations.NONE;
    }
    var found =
        Formats.longerThan(domain, DOMAIN_MAX)
            ? Violations.of(Violation.tooLong(at, DOMAIN_MAX).by(FULLY_QUALIFIED))
            : Violations.NONE;
    return Formats.isDnsSubdomain(domain)
        ? found
        : found.and(
            invalid(
                domain,
                at,
                FULLY_QUALIFIED,
                FormatWords.prefixed("prefix: ", FormatWords.dnsSubdomain(domain, "bytes"))));
  }

  private static Violations identifier(String value, FieldPath at, String rule) {
    var length =
        Formats.longerThan(value, IDENTIFIER_MAX)
            ? Violations.of(Violation.tooLong(at, IDENTIFIER_MAX).by(rule))
            : Violations.NONE;
    return Formats.hasIdentifierForm(value)
        ? length
        : length.and(invalid(value, at, rule, List.of(FormatWords.IDENTIFIER)));
  }

  /** Checks the name of a resource that pods request and a class serves. */
  public static Violations extendedResourceName(String value, FieldPath at) {
    var problems = new ArrayList<String>();
    if (value.indexOf('/') < 0) {
      problems.add("a name must be a domain-prefixed path, such as 'example.com/my-prop'");
    } else if (value.contains("kubernetes.io/")) {
      problems.add("must not have \"kubernetes.io/\" domain");
    }
    if (value.startsWith("requests.")) {
      problems.add("must not have \"requests.\" prefix");
    }
    // Quota counts the resource under this name, which is a label key.
    var quota = "requests." + value;
    if (!Formats.isLabelKey(quota)) {
      problems.addAll(FormatWords.labelKey(quota));
    }
    return invalid(value, at, "format=k8s-extended-resource-name", problems);
  }

  private static Violations nothing(FieldPath at, String problem, String rule) {
    return invalid("", at, rule, List.of(problem));
  }

  static Violations invalid(String value, FieldPath at, String rule, List<String> problems) {
    return Violations.of(
        problems.stream().map(problem -> Violation.invalid(at, value, problem).by(rule)).toList());
  }

  private static Violations hinted(Violations found, String hint) {
    if (hint.isEmpty()) {
      return found;
    }
    Function<Violation, Violation> advise = each -> each.hint(hint);
    return Violations.of(found.stream().map(advise).toList());
  }
}
