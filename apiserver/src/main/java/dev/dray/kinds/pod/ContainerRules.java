package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.GoQuote;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.CommonRules;
import dev.dray.kinds.FieldMistakes;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of a pod's containers.
 *
 * <p>Names are collected across all containers, so each pod needs its own instance.
 */
public final class ContainerRules {
  private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
  private static final List<String> MESSAGE_POLICIES = List.of("File", "FallbackToLogsOnError");
  public static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
  private static final Set<String> STANDARD = Set.of("cpu", "memory", "ephemeral-storage");
  public static final int PORT_MAX = 65535;
  private static final int PORT_NAME_MAX = 15;

  private final List<String> claims;
  private final Set<String> volumes;
  private final Set<String> names = new HashSet<>();

  ContainerRules(List<String> claims, Set<String> volumes) {
    this.claims = claims;
    this.volumes = volumes;
  }

  Violations container(Json.Obj container, FieldPath at) {
    return name(container.text("name"), at.child("name"))
        .and(image(container.text("image"), at.child("image")))
        .and(policies(container, at))
        .and(FieldMistakes.each(container, "ports", at, ContainerRules::port))
        .and(FieldMistakes.each(container, "env", at, ContainerRules::variable))
        .and(FieldMistakes.each(container, "volumeMounts", at, this::mount))
        .and(resources(container.object("resources"), at.child("resources")));
  }

  private Violations name(String name, FieldPath at) {
    if (name.isEmpty()) {
      return FieldMistakes.required(name, at);
    }
    return names.add(name)
        ? CommonRules.dnsLabel(name, at)
        : CommonRules.dnsLabel(name, at).and(Violation.duplicate(at, name));
  }

  private static Violations image(String image, FieldPath at) {
    if (image.isEmpty()) {
      return FieldMistakes.required(image, at);
    }
    return image.strip().equals(image)
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(at, image, "must not have leading or trailing whitespace"));
  }

  private static Violations policies(Json.Obj container, FieldPath at) {
    return FieldMistakes.oneOf(
            container.text("imagePullPolicy"), PULL_POLICIES, at.child("imagePullPolicy"))
        .and(
            FieldMistakes.oneOf(
                container.text("terminationMessagePolicy"),
                MESSAGE_POLICIES,
                at.child("terminationMessagePolicy")));
  }

  private static Violations port(Json.Obj port, FieldPath at) {
    var found = Violations.NONE;
    var name = port.text("name");
    if (!name.isEmpty()) {
      found = portName(name, at.child("name"));
    }
    long number = port.number("containerPort").orElse(0L);
    found =
        found.and(
            number == 0
                ? Violations.of(Violation.required(at.child("containerPort"), ""))
                : FieldMistakes.within(
                    Optional.of(number), 1, PORT_MAX, at.child("containerPort")));
    long host = port.number("hostPort").orElse(0L);
    if (host != 0) {
      found = found.and(FieldMistakes.within(Optional.of(host), 1, PORT_MAX, at.child("hostPort")));
    }
    return found.and(FieldMistakes.oneOf(port.text("protocol"), PROTOCOLS, at.child("protocol")));
  }

  public static Violations portName(String name, FieldPath at) {
    var found = Violations.NONE;
    if (Formats.longerThan(name, PORT_NAME_MAX)) {
      found =
          Violations.of(
              Violation.invalid(
                  at, name, "must be no more than %d characters".formatted(PORT_NAME_MAX)));
    }
    if (!name.chars().allMatch(c -> isLowerOrDigit(c) || c == '-')) {
      found =
          found.and(
              Violation.invalid(
                  at,
                  name,
                  "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"));
    }
    return name.chars().anyMatch(c -> c >= 'a' && c <= 'z')
        ? found
        : found.and(Violation.invalid(at, name, "must contain at least one letter (a-z)"));
  }

  private static boolean isLowerOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }

  private static Violations variable(Json.Obj variable, FieldPath at) {
    var name = variable.text("name");
    var found = FieldMistakes.required(name, at.child("name"));
    if (!name.chars().allMatch(c -> c >= ' ' && c <= '~' && c != '=')) {
      found =
          found.and(
              Violation.invalid(
                  at.child("name"),
                  name,
                  "a valid environment variable name must consist only of printable ASCII"
                      + " characters other than '='"));
    }
    boolean both = !variable.text("value").isEmpty() && variable.has("valueFrom");
    return both
        ? found.and(
            Violation.invalid(
                at.child("valueFrom"), "", "may not be specified when `value` is not empty"))
        : found;
  }

  private Violations mount(Json.Obj mount, FieldPath at) {
    var name = mount.text("name");
    var found = FieldMistakes.required(name, at.child("name"));
    if (!name.isEmpty() && !volumes.contains(name)) {
      found = found.and(Violation.notFound(at.child("name"), name));
    }
    return found.and(FieldMistakes.required(mount.text("mountPath"), at.child("mountPath")));
  }

  private Violations resources(Json.Obj resources, FieldPath at) {
    var found = amounts(resources.object("limits"), at.child("limits"));
    found = found.and(amounts(resources.object("requests"), at.child("requests")));
    found = found.and(balance(resources, at));
    var seen = new HashSet<String>();
    return found.and(
        FieldMistakes.each(resources, "claims", at, (claim, path) -> claim(claim, seen, path)));
  }

  private static Violations amounts(Json.Obj amounts, FieldPath at) {
    var found = Violations.NONE;
    for (var amount : amounts.fields().entrySet()) {
      var name = amount.getKey();
      var path = at.key(name);
      found =
          found.and(resourceName(name, path)).and(FieldMistakes.amount(amount.getValue(), path));
      if (name.indexOf('/') >= 0) {
        found = found.and(whole(amount.getValue(), path));
      }
    }
    return found;
  }

  private static Violations resourceName(String name, FieldPath at) {
    if (!Formats.isLabelKey(name)) {
      return CommonRules.labelKey(name, at);
    }
    if (name.indexOf('/') >= 0 || STANDARD.contains(name) || name.startsWith("hugepages-")) {
      return Violations.NONE;
    }
    return Violations.of(
        Violation.invalid(at, name, "must be a standard resource type or fully qualified"),
        Violation.invalid(at, name, "must be a standard resource for containers"));
  }

  private static Violations whole(Json value, FieldPath at) {
    var amounts = PodResources.quantities(Json.obj("it", value));
    return amounts.values().stream().allMatch(Quantity::isInteger)
        ? Violations.NONE
        : Violations.of(Violation.invalid(at, FieldMistakes.literal(value), "must be an integer"));
  }

  /**
   * Checks requests against limits: a request must not exceed its limit, and must equal it for
   * resources that cannot be overcommitted.
   */
  private static Violations balance(Json.Obj resources, FieldPath at) {
    var limits = PodResources.quantities(resources.object("limits"));
    var requests = PodResources.quantities(resources.object("requests"));
    var found = Violations.NONE;
    for (var request : requests.entrySet()) {
      found = found.and(balance(request, limits, at));
    }
    return found;
  }

  private static Violations balance(
      Map.Entry<String, Quantity> request, Map<String, Quantity> limits, FieldPath at) {
    var name = request.getKey();
    var limit = limits.get(name);
    boolean firm = name.indexOf('/') >= 0 || name.startsWith("hugepages-");
    if (limit == null) {
      return firm
          ? Violations.of(
              Violation.required(
                  at.child("limits"), "Limit must be set for non overcommitable resources"))
          : Violations.NONE;
    }
    int compared = request.getValue().compareTo(limit);
    if (firm && compared != 0) {
      return tooMuch(request, "must be equal to %s limit of %s".formatted(name, limit), at);
    }
    return compared > 0
        ? tooMuch(
            request, "must be less than or equal to %s limit of %s".formatted(name, limit), at)
        : Violations.NONE;
  }

  private static Violations tooMuch(Map.Entry<String, Quantity> request, String why, FieldPath at) {
    return Violations.of(
        Violation.invalid(at.child("requests"), request.getValue().toString(), why));
  }

  private Violations claim(Json.Obj claim, Set<String> seen, FieldPath at) {
    var name = claim.text("name");
    if (name.isEmpty()) {
      return Violations.of(Violation.required(at, ""));
    }
    var request = claim.text("request");
    var key = request.isEmpty() ? name : name + "/" + request;
    var found = seen.add(key) ? Violations.NONE : Violations.of(Violation.duplicate(at, key));
    if (!request.isEmpty()) {
      found = found.and(CommonRules.dnsLabel(request, at.child("request")));
    }
    return claims.contains(name)
        ? found
        : found.and(
            new Violation(
                Violation.Type.NOT_FOUND,
                at,
                Optional.of(GoQuote.quote(name)),
                claims.isEmpty()
                    ? "must be one of the names in pod.spec.resourceClaims which is empty"
                    : "must be one of the names in pod.spec.resourceClaims: "
                        + String.join(", ", claims),
                "reference",
                Optional.empty()));
  }
}
