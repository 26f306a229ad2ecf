package dev.dray.kinds.core;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.CommonRules;
import dev.dray.kinds.Edits;
import dev.dray.kinds.FieldMistakes;
import dev.dray.kinds.TreeRules;
import dev.dray.kinds.WriteContext;
import dev.dray.kinds.pod.ContainerRules;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of services. Services are stored and shown; nothing here allocates addresses or routes
 * traffic.
 */
public final class ServiceRules implements TreeRules {
  private static final FieldPath SPEC = FieldPath.of("spec");
  private static final List<String> TYPES =
      List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
  private static final List<String> AFFINITIES = List.of("ClientIP", "None");
  private static final List<String> TRAFFIC = List.of("Cluster", "Local");
  private static final String EXTERNAL_NAME = "ExternalName";
  private static final String BALANCED = "LoadBalancer";
  private static final String HEADLESS = "None";
  private static final long AFFINITY_SECONDS = 10_800;
  private static final long LONGEST_AFFINITY_SECONDS = 86_400;

  @Override
  public List<String> parts() {
    return List.of("status");
  }

  @Override
  public Json.Obj created(Json.Obj object, WriteContext context) {
    return object.with("status", Json.obj("loadBalancer", Json.Obj.EMPTY));
  }

  @Override
  public Json.Obj defaulted(Json.Obj object) {
    var spec =
        Edits.fill(
            Edits.fill(object.object("spec"), "sessionAffinity", "None"), "type", TYPES.getFirst());
    spec = affinity(Edits.each(spec, "ports", ServiceRules::port));
    var type = spec.text("type");
    if (!type.equals(EXTERNAL_NAME)) {
      spec = Edits.fill(spec, "internalTrafficPolicy", "Cluster");
    }
    if (isOutside(spec)) {
      spec = Edits.fill(spec, "externalTrafficPolicy", "Cluster");
    }
    if (type.equals(BALANCED)) {
      spec = Edits.fill(spec, "allocateLoadBalancerNodePorts", Json.of(true));
    }
    return object.with("spec", addressed(spec));
  }

  private static Json.Obj affinity(Json.Obj spec) {
    if (!spec.text("sessionAffinity").equals("ClientIP")) {
      return spec.text("sessionAffinity").equals("None")
          ? spec.without("sessionAffinityConfig")
          : spec;
    }
    var seconds = List.of("sessionAffinityConfig", "clientIP", "timeoutSeconds");
    return spec.find(seconds.toArray(String[]::new)).isPresent()
        ? spec
        : spec.with(seconds, Json.of(AFFINITY_SECONDS));
  }

  private static Json.Obj port(Json.Obj port) {
    var filled = Edits.fill(port, "protocol", "TCP");
    boolean targeted =
        filled.number("targetPort").orElse(0L) != 0 || !filled.text("targetPort").isEmpty();
    return targeted ? filled : filled.withOrWithout(List.of("targetPort"), filled.find("port"));
  }

  private static boolean isOutside(Json.Obj spec) {
    var type = spec.text("type");
    return type.equals("NodePort")
        || type.equals(BALANCED)
        || (type.equals("ClusterIP") && !spec.items("externalIPs").isEmpty());
  }

  /** Copies the first address, which the API holds twice. */
  private static Json.Obj addressed(Json.Obj spec) {
    var address = spec.text("clusterIP");
    return address.isEmpty() || !spec.items("clusterIPs").isEmpty()
        ? spec
        : spec.with("clusterIPs", Json.strings(List.of(address)));
  }

  /**
   * {@inheritDoc}
   *
   * <p>An update that leaves the address out does not release it.
   */
  @Override
  public Json.Obj updated(Json.Obj object, Json.Obj stored, WriteContext context) {
    var spec = object.object("spec");
    if (spec.text("type").equals(EXTERNAL_NAME) || !spec.text("clusterIP").isEmpty()) {
      return object;
    }
    for (var field : List.of("clusterIP", "clusterIPs")) {
      spec = spec.withOrWithout(List.of(field), stored.find("spec", field));
    }
    return object.with("spec", spec);
  }

  @Override
  public Violations mistakes(Json.Obj object) {
    var spec = object.object("spec");
    var ports = spec.objects("ports");
    var found = Violations.NONE;
    if (ports.isEmpty() && !isHeadless(spec) && !spec.text("type").equals(EXTERNAL_NAME)) {
      found = Violations.of(Violation.required(SPEC.child("ports"), ""));
    }
    return found
        .and(named(spec))
        .and(
            Violations.each(
                ports, SPEC.child("ports"), (port, at) -> port(port, ports.size() > 1, at)))
        .and(FieldMistakes.repeated(ports, "name", SPEC.child("ports")))
        .and(repeatedPorts(ports))
        .and(nodePorts(spec))
        .and(CommonRules.labels(spec.map("selector"), SPEC.child("selector")))
        .and(words(spec))
        .and(affinityMistakes(spec))
        .and(addresses(spec));
  }

  private static boolean isHeadless(Json.Obj spec) {
    return spec.text("clusterIP").equals(HEADLESS);
  }

  private static Violations named(Json.Obj spec) {
    if (!spec.text("type").equals(EXTERNAL_NAME)) {
      return Violations.NONE;
    }
    var at = SPEC.child("externalName");
    var name = spec.text("externalName");
    var bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    var found =
        bare.isEmpty() ? FieldMistakes.required(bare, at) : CommonRules.dnsSubdomain(bare, at);
    return spec.items("clusterIPs").isEmpty()
        ? found
        : found.and(
            Violation.forbidden(
                SPEC.child("clusterIPs"), "may not be set for ExternalName services"));
  }

  private static Violations port(Json.Obj port, boolean several, FieldPath at) {
    var name = port.text("name");
    var found =
        name.isEmpty()
            ? (several ? FieldMistakes.required(name, at.child("name")) : Violations.NONE)
            : CommonRules.dnsLabel(name, at.child("name"));
    return found
        .and(number(port.number("port").orElse(0L), at.child("port")))
        .and(
            FieldMistakes.oneOf(
                port.text("protocol"), ContainerRules.PROTOCOLS, at.child("protocol")))
        .and(target(port, at.child("targetPort")));
  }

  private static Violations number(long port, FieldPath at) {
    return FieldMistakes.within(Optional.of(port), 1, ContainerRules.PORT_MAX, at);
  }

  private static Violations target(Json.Obj port, FieldPath at) {
    var name = port.text("targetPort");
    return name.isEmpty()
        ? number(port.number("targetPort").orElse(0L), at)
        : ContainerRules.portName(name, at);
  }

  private static Violations repeatedPorts(List<Json.Obj> ports) {
    var seen = new HashSet<String>();
    return Violations.each(
        ports,
        SPEC.child("ports"),
        (port, at) -> {
          var key = "%d/%s".formatted(port.number("port").orElse(0L), port.text("protocol"));
          return seen.add(key) ? Violations.NONE : Violations.of(Violation.duplicate(at, key));
        });
  }

  private static Violations nodePorts(Json.Obj spec) {
    if (!spec.text("type").equals("ClusterIP")) {
      return Violations.NONE;
    }
    return Violations.each(
        spec.objects("ports"),
        SPEC.child("ports"),
        (port, at) ->
            port.number("nodePort").orElse(0L) == 0
                ? Violations.NONE
                : Violations.of(
                    Violation.forbidden(
                        at.child("nodePort"), "may not be used when `type` is 'ClusterIP'")));
  }

  private static Violations words(Json.Obj spec) {
    return word(spec, "sessionAffinity", AFFINITIES)
        .and(word(spec, "type", TYPES))
        .and(word(spec, "externalTrafficPolicy", TRAFFIC))
        .and(word(spec, "internalTrafficPolicy", TRAFFIC));
  }

  private static Violations word(Json.Obj spec, String field, List<String> words) {
    return spec.text(field).isEmpty()
        ? Violations.NONE
        : FieldMistakes.oneOf(spec.text(field), words, SPEC.child(field));
  }

  private static Violations affinityMistakes(Json.Obj spec) {
    return FieldMistakes.within(
        spec.number("sessionAffinityConfig", "clientIP", "timeoutSeconds"),
        1,
        LONGEST_AFFINITY_SECONDS,
        FieldPath.of("spec", "sessionAffinityConfig", "clientIP", "timeoutSeconds"));
  }

  private static Violations addresses(Json.Obj spec) {
    var address = spec.text("clusterIP");
    var addresses = spec.texts("clusterIPs");
    var at = SPEC.child("clusterIPs");
    if (!addresses.isEmpty() && !addresses.getFirst().equals(address)) {
      return Violations.of(Violation.invalid(at, addresses, "first value must match `clusterIP`"));
    }
    var type = spec.text("type");
    if (isHeadless(spec) && Set.of(BALANCED, "NodePort").contains(type)) {
      return Violations.of(
          Violation.invalid(
              at.index(0), HEADLESS, "may not be set to 'None' for %s services".formatted(type)));
    }
    return Violations.each(
        addresses,
        at,
        (one, path) ->
            isHeadless(spec) || isAddress(one)
                ? Violations.NONE
                : Violations.of(
                    Violation.invalid(
                        path,
                        one,
                        "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)")));
  }

  private static boolean isAddress(String text) {
    try {
      InetAddress.ofLiteral(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public Violations changeMistakes(Json.Obj object, Json.Obj stored) {
    var before = stored.texts("spec", "clusterIPs");
    var after = object.texts("spec", "clusterIPs");
    boolean external =
        List.of(object, stored).stream()
            .anyMatch(it -> it.text("spec", "type").equals(EXTERNAL_NAME));
    return external
            || before.isEmpty()
            || (!after.isEmpty() && after.getFirst().equals(before.getFirst()))
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(SPEC.child("clusterIPs").index(0), after, "may not change once set"));
  }

  @Override
  public List<String> nameMistakes(String name) {
    return CommonRules.dnsLabelMistakes(name);
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }

  @Override
  public boolean deletionReturnsObject() {
    return true;
  }
}
