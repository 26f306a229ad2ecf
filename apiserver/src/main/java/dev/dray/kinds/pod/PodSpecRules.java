package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.CommonRules;
import dev.dray.kinds.FieldMistakes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The rules of a pod's spec. */
public final class PodSpecRules {
  private static final List<String> RESTARTS = List.of("Always", "OnFailure", "Never");
  private static final List<String> DNS_POLICIES =
      List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
  private static final List<String> OPERATORS = List.of("Equal", "Exists", "Lt", "Gt");
  public static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

  private final Json.Obj spec;
  private final FieldPath at;

  private PodSpecRules(Json.Obj spec, FieldPath at) {
    this.spec = spec;
    this.at = at;
  }

  static Violations of(Json.Obj spec, FieldPath at) {
    var rules = new PodSpecRules(spec, at);
    return rules
        .volumes()
        .and(rules.claims())
        .and(rules.containers())
        .and(rules.policies())
        .and(rules.placing())
        .and(rules.names())
        .and(FieldMistakes.each(spec, "tolerations", at, PodSpecRules::toleration))
        .and(rules.amounts())
        .and(rules.gatedNode());
  }

  private Violations volumes() {
    return Violations.each(spec.objects("volumes"), at.child("volumes"), PodSpecRules::volume)
        .and(FieldMistakes.repeated(spec.objects("volumes"), "name", at.child("volumes")));
  }

  private static Violations volume(Json.Obj volume, FieldPath at) {
    var name = volume.text("name");
    var found =
        name.isEmpty()
            ? FieldMistakes.required(name, at.child("name"))
            : CommonRules.dnsLabel(name, at.child("name"));
    var sources = volume.without("name").fields().keySet().stream().toList();
    for (var source : sources.subList(Math.min(1, sources.size()), sources.size())) {
      found =
          found.and(
              Violation.forbidden(at.child(source), "may not specify more than 1 volume type"));
    }
    return found;
  }

  private Violations claims() {
    var seen = new HashSet<String>();
    return FieldMistakes.each(
        spec, "resourceClaims", at, (claim, path) -> claim(claim, seen, path));
  }

  private static Violations claim(Json.Obj claim, Set<String> seen, FieldPath at) {
    var name = claim.text("name");
    var found = Violations.NONE;
    if (name.isEmpty()) {
      found = FieldMistakes.required(name, at.child("name"));
    } else if (seen.add(name)) {
      found = CommonRules.dnsLabel(name, at.child("name"));
    } else {
      found = Violations.of(Violation.duplicate(at.child("name"), name));
    }
    boolean byName = claim.has("resourceClaimName");
    boolean byTemplate = claim.has("resourceClaimTemplateName");
    if (byName && byTemplate) {
      return found.and(
          Violation.invalidShown(
              at,
              shown(claim),
              "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be"
                  + " specified"));
    }
    if (!byName && !byTemplate) {
      return found.and(
          Violation.invalidShown(
              at,
              shown(claim),
              "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"));
    }
    var source = byName ? "resourceClaimName" : "resourceClaimTemplateName";
    return found.and(CommonRules.dnsSubdomain(claim.text(source), at.child(source)));
  }

  private static String shown(Json.Obj claim) {
    return Json.obj(
            "Name",
            claim.text("name"),
            "ResourceClaimName",
            claim.find("resourceClaimName").orElse(Json.Null.NULL),
            "ResourceClaimTemplateName",
            claim.find("resourceClaimTemplateName").orElse(Json.Null.NULL))
        .toText();
  }

  private Violations containers() {
    if (spec.items("containers").isEmpty()) {
      return Violations.of(Violation.required(at.child("containers"), ""));
    }
    var claims =
        spec.objects("resourceClaims").stream()
            .map(claim -> claim.text("name"))
            .filter(name -> !name.isEmpty())
            .sorted()
            .distinct()
            .toList();
    var volumes =
        spec.objects("volumes").stream()
            .map(volume -> volume.text("name"))
            .collect(Collectors.toSet());
    var rules = new ContainerRules(claims, volumes);
    var found = FieldMistakes.each(spec, "containers", at, rules::container);
    return found.and(FieldMistakes.each(spec, "initContainers", at, rules::container));
  }

  private Violations policies() {
    return FieldMistakes.oneOf(spec.text("restartPolicy"), RESTARTS, at.child("restartPolicy"))
        .and(FieldMistakes.oneOf(spec.text("dnsPolicy"), DNS_POLICIES, at.child("dnsPolicy")))
        .and(
            FieldMistakes.within(
                spec.number("activeDeadlineSeconds"),
                1,
                Integer.MAX_VALUE,
                at.child("activeDeadlineSeconds")));
  }

  private Violations placing() {
    var selector = at.child("nodeSelector");
    var found = CommonRules.labels(spec.map("nodeSelector"), selector);
    found = found.and(affinity());
    var gates = spec.objects("schedulingGates");
    var seen = new HashSet<String>();
    return found
        .and(
            Violations.each(
                gates,
                at.child("schedulingGates"),
                (gate, path) -> gate(gate.text("name"), seen, path)))
        .and(FieldMistakes.each(spec, "topologySpreadConstraints", at, PodSpecRules::spread));
  }

  private static Violations gate(String name, Set<String> seen, FieldPath at) {
    return seen.add(name)
        ? CommonRules.labelKey(name, at)
        : Violations.of(Violation.duplicate(at, name));
  }

  private Violations affinity() {
    var affinity = spec.object("affinity");
    var path = at.child("affinity");
    return NodeAffinityRules.of(affinity.object("nodeAffinity"), path.child("nodeAffinity"))
        .and(PodAffinityRules.of(affinity, path));
  }

  private static Violations spread(Json.Obj constraint, FieldPath at) {
    var found = Violations.NONE;
    long skew = constraint.number("maxSkew").orElse(0L);
    if (skew <= 0) {
      found =
          Violations.of(Violation.invalid(at.child("maxSkew"), skew, "must be greater than zero"));
    }
    var key = constraint.text("topologyKey");
    found =
        found.and(
            key.isEmpty()
                ? Violations.of(Violation.required(at.child("topologyKey"), "can not be empty"))
                : CommonRules.labelKey(key, at.child("topologyKey")));
    return found.and(
        FieldMistakes.oneOf(
            constraint.text("whenUnsatisfiable"),
            List.of("DoNotSchedule", "ScheduleAnyway"),
            at.child("whenUnsatisfiable")));
  }

  private Violations names() {
    var account = spec.text("serviceAccountName");
    var node = spec.text("nodeName");
    var found = Violations.NONE;
    if (!account.isEmpty()) {
      found = CommonRules.dnsSubdomain(account, at.child("serviceAccountName"));
    }
    if (!node.isEmpty()) {
      found = found.and(CommonRules.dnsSubdomain(node, at.child("nodeName")));
    }
    var hostname = spec.text("hostname");
    if (!hostname.isEmpty()) {
      found = found.and(CommonRules.dnsLabel(hostname, at.child("hostname")));
    }
    var priorityClass = spec.text("priorityClassName");
    return priorityClass.isEmpty()
        ? found
        : found.and(CommonRules.dnsSubdomain(priorityClass, at.child("priorityClassName")));
  }

  static Violations toleration(Json.Obj toleration, FieldPath at) {
    var key = toleration.text("key");
    var operator = toleration.text("operator");
    var value = toleration.text("value");
    var found = key.isEmpty() ? Violations.NONE : CommonRules.labelKey(key, at.child("key"));
    if (key.isEmpty() && !operator.equals("Exists")) {
      found =
          found.and(
              Violation.invalid(
                  at.child("operator"),
                  operator,
                  "operator must be Exists when `key` is empty, which means \"match all values and"
                      + " all keys\""));
    }
    if (toleration.has("tolerationSeconds") && !toleration.text("effect").equals("NoExecute")) {
      found =
          found.and(
              Violation.invalid(
                  at.child("effect"),
                  toleration.text("effect"),
                  "effect must be 'NoExecute' when `tolerationSeconds` is set"));
    }
    return found.and(operator(operator, value, at)).and(effect(toleration.text("effect"), at));
  }

  private static Violations operator(String operator, String value, FieldPath at) {
    return switch (operator) {
      case "", "Equal" -> CommonRules.labelValue(value, at.child("operator"));
      case "Exists" ->
          value.isEmpty()
              ? Violations.NONE
              : Violations.of(
                  Violation.invalid(
                      at.child("operator"),
                      value,
                      "value must be empty when `operator` is 'Exists'"));
      case "Lt", "Gt" -> Violations.NONE;
      default -> FieldMistakes.oneOf(operator, OPERATORS.subList(0, 2), at.child("operator"));
    };
  }

  private static Violations effect(String effect, FieldPath at) {
    return effect.isEmpty()
        ? Violations.NONE
        : FieldMistakes.oneOf(effect, EFFECTS, at.child("effect"));
  }

  private Violations amounts() {
    var found = Violations.NONE;
    for (var amount : spec.object("overhead").fields().entrySet()) {
      found =
          found.and(
              FieldMistakes.amount(
                  amount.getValue(), at.child("overhead").child("limits").key(amount.getKey())));
    }
    return found;
  }

  private Violations gatedNode() {
    boolean both = !spec.items("schedulingGates").isEmpty() && !spec.text("nodeName").isEmpty();
    return both
        ? Violations.of(
            Violation.forbidden(
                at.child("nodeName"), "cannot be set until all schedulingGates have been cleared"))
        : Violations.NONE;
  }
}
