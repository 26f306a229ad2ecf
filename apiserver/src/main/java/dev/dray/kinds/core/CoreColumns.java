package dev.dray.kinds.core;

import dev.dray.api.json.Json;
import dev.dray.kinds.Ages;
import dev.dray.kinds.Columns;
import dev.dray.kinds.TableColumns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The table columns of the core kinds except pods. */
public final class CoreColumns {
  private static final String ROLE_PREFIX = "node-role.kubernetes.io/";

  private CoreColumns() {}

  public static Columns namespace() {
    return TableColumns.named()
        .text("Status", "Active or terminating.", it -> it.text("status", "phase"))
        .age();
  }

  public static Columns service() {
    return TableColumns.named()
        .text("Type", "The type of the service.", it -> it.text("spec", "type"))
        .text(
            "Cluster-IP",
            "The address inside the cluster.",
            it -> shown(it.texts("spec", "clusterIPs").stream().limit(1).toList()))
        .text("External-IP", "The address outside the cluster.", CoreColumns::outside)
        .text(
            "Port(s)",
            "The ports of the service.",
            it -> shown(it.objects("spec", "ports").stream().map(CoreColumns::port).toList()))
        .age()
        .wide(
            "Selector",
            "The labels of the pods behind the service.",
            it ->
                shown(
                    new TreeMap<>(it.map("spec", "selector"))
                        .entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList()));
  }

  private static String shown(List<String> texts) {
    return texts.isEmpty() ? "<none>" : String.join(",", texts);
  }

  private static String outside(Json.Obj service) {
    var addresses = new ArrayList<String>();
    for (var ingress : service.objects("status", "loadBalancer", "ingress")) {
      addresses.add(ingress.text(ingress.text("ip").isEmpty() ? "hostname" : "ip"));
    }
    addresses.addAll(service.texts("spec", "externalIPs"));
    return switch (service.text("spec", "type")) {
      case "ExternalName" -> service.text("spec", "externalName");
      case "LoadBalancer" -> addresses.isEmpty() ? "<pending>" : shown(addresses);
      default -> shown(service.texts("spec", "externalIPs"));
    };
  }

  private static String port(Json.Obj port) {
    var node = port.number("nodePort").filter(it -> it > 0).map(it -> ":" + it).orElse("");
    return port.number("port").orElse(0L) + node + "/" + port.text("protocol");
  }

  public static Columns node() {
    return TableColumns.named()
        .text("Status", "Whether the node is ready and schedulable.", CoreColumns::nodeStatus)
        .text("Roles", "The roles of the node.", CoreColumns::nodeRoles)
        .age()
        .text(
            "Version",
            "The version of the kubelet.",
            it -> it.text("status", "nodeInfo", "kubeletVersion"))
        .wide("Internal-IP", "The address inside the cluster.", it -> nodeAddress(it, "InternalIP"))
        .wide(
            "External-IP", "The address outside the cluster.", it -> nodeAddress(it, "ExternalIP"))
        .wide("OS-Image", "The operating system image.", it -> nodeInfo(it, "osImage"))
        .wide("Kernel-Version", "The kernel version and architecture.", CoreColumns::kernel)
        .wide(
            "Container-Runtime",
            "The container runtime and its version.",
            it -> nodeInfo(it, "containerRuntimeVersion"));
  }

  private static String nodeStatus(Json.Obj node) {
    var status =
        node.objects("status", "conditions").stream()
            .filter(condition -> condition.text("type").equals("Ready"))
            .reduce((_, last) -> last)
            .map(condition -> condition.text("status").equals("True") ? "Ready" : "NotReady")
            .orElse("Unknown");
    return node.truth("spec", "unschedulable") ? status + ",SchedulingDisabled" : status;
  }

  private static String nodeRoles(Json.Obj node) {
    var roles = new TreeSet<String>();
    node.map("metadata", "labels")
        .forEach(
            (key, value) -> {
              if (key.startsWith(ROLE_PREFIX) && key.length() > ROLE_PREFIX.length()) {
                roles.add(key.substring(ROLE_PREFIX.length()));
              } else if (key.equals("kubernetes.io/role") && !value.isEmpty()) {
                roles.add(value);
              }
            });
    return roles.isEmpty() ? "<none>" : String.join(",", roles);
  }

  private static String nodeAddress(Json.Obj node, String type) {
    return node.objects("status", "addresses").stream()
        .filter(address -> address.text("type").equals(type))
        .map(address -> address.text("address"))
        .findFirst()
        .orElse("<none>");
  }

  private static String nodeInfo(Json.Obj node, String field) {
    var text = node.text("status", "nodeInfo", field);
    return text.isEmpty() ? "<unknown>" : text;
  }

  private static String kernel(Json.Obj node) {
    var architecture = node.text("status", "nodeInfo", "architecture");
    var kernel = nodeInfo(node, "kernelVersion");
    return architecture.isEmpty() ? kernel : "%s (%s)".formatted(kernel, architecture);
  }

  public static Columns event() {
    return TableColumns.empty()
        .timed("Last Seen", "How long ago the event was last seen.", 0, CoreColumns::lastSeen)
        .text("Type", "Normal or Warning.", it -> it.text("type"))
        .text("Reason", "The reason, in one word.", it -> it.text("reason"))
        .text("Object", "The object that the event is about.", CoreColumns::eventObject)
        .wide("Subobject", "The part of the object.", it -> it.text("involvedObject", "fieldPath"))
        .wide("Source", "The component that reports the event.", CoreColumns::eventSource)
        .text("Message", "What happened.", it -> it.text("message").strip())
        .timed("First Seen", "How long ago the event was first seen.", 1, CoreColumns::firstSeen)
        .plus(
            new Columns.Column("Count", "string", "", "How often the event was seen.", 1),
            (event, _) -> Json.of(eventCount(event)))
        .plus(
            new Columns.Column("Name", "string", "name", "The name of the object.", 1),
            (event, _) -> Json.of(event.text("metadata", "name")));
  }

  private static String firstSeen(Json.Obj event, Instant now) {
    var first = event.text("firstTimestamp");
    return Ages.since(first.isEmpty() ? event.text("eventTime") : first, now);
  }

  private static String lastSeen(Json.Obj event, Instant now) {
    if (event.has("series")) {
      return Ages.since(event.text("series", "lastObservedTime"), now);
    }
    var last = event.text("lastTimestamp");
    return last.isEmpty() ? firstSeen(event, now) : Ages.since(last, now);
  }

  private static long eventCount(Json.Obj event) {
    if (event.has("series")) {
      return event.number("series", "count").orElse(0L);
    }
    return Math.max(1, event.number("count").orElse(1L));
  }

  private static String eventObject(Json.Obj event) {
    var kind = event.text("involvedObject", "kind").toLowerCase(Locale.ROOT);
    var name = event.text("involvedObject", "name");
    return name.isEmpty() ? kind : kind + "/" + name;
  }

  private static String eventSource(Json.Obj event) {
    var component = either(event.text("source", "component"), event.text("reportingComponent"));
    var instance = either(event.text("source", "host"), event.text("reportingInstance"));
    return instance.isEmpty() ? component : component + ", " + instance;
  }

  private static String either(String first, String second) {
    return first.isEmpty() ? second : first;
  }

  public static Columns configMap() {
    return TableColumns.named()
        .plus(
            new Columns.Column("Data", "string", "", "The number of entries.", 0),
            (it, _) ->
                Json.of(
                    it.object("data").fields().size() + it.object("binaryData").fields().size()))
        .age();
  }

  public static Columns secret() {
    return TableColumns.named()
        .text("Type", "The type of the secret.", it -> it.text("type"))
        .plus(
            new Columns.Column("Data", "string", "", "The number of entries.", 0),
            (it, _) -> Json.of(it.object("data").fields().size()))
        .age();
  }

  public static Columns lease() {
    return TableColumns.named()
        .text("Holder", "The holder of the lease.", it -> it.text("spec", "holderIdentity"))
        .age();
  }

  public static Columns quota() {
    return TableColumns.named()
        .text(
            "Request", "Requests: used and hard limit.", it -> amounts(it, name -> !isLimit(name)))
        .text("Limit", "Limits: used and hard limit.", it -> amounts(it, CoreColumns::isLimit))
        .age();
  }

  private static boolean isLimit(String resource) {
    return resource.startsWith("limits.");
  }

  private static String amounts(Json.Obj quota, Predicate<String> shown) {
    var used = quota.map("status", "used");
    return new TreeMap<>(quota.map("status", "hard"))
        .entrySet().stream()
            .filter(hard -> shown.test(hard.getKey()))
            .map(
                hard ->
                    "%s: %s/%s"
                        .formatted(
                            hard.getKey(), used.getOrDefault(hard.getKey(), "0"), hard.getValue()))
            .collect(Collectors.joining(", "));
  }

  public static Columns priorityClass() {
    return TableColumns.named()
        .number(
            "Value",
            "Pods with higher values are scheduled first.",
            it -> it.number("value").orElse(0L))
        .plus(
            new Columns.Column(
                "Global-Default",
                "boolean",
                "",
                "Whether it applies to pods without a priority class.",
                0),
            (it, _) -> Json.of(it.truth("globalDefault")))
        .age()
        .text(
            "PreemptionPolicy",
            "Whether pods may preempt others.",
            it -> it.text("preemptionPolicy"));
  }

  /** Returns the columns of kinds that upstream shows with the creation time itself. */
  public static Columns created() {
    return TableColumns.named()
        .plus(
            new Columns.Column("Created At", "date", "", "When the object was created.", 0),
            (it, _) -> Json.of(it.text("metadata", "creationTimestamp")));
  }

  public static Columns binding() {
    return TableColumns.named()
        .text(
            "Role",
            "The role that is granted.",
            it -> it.text("roleRef", "kind") + "/" + it.text("roleRef", "name"))
        .age()
        .wide("Users", "The users it is granted to.", it -> subjects(it, "User"))
        .wide("Groups", "The groups it is granted to.", it -> subjects(it, "Group"))
        .wide(
            "ServiceAccounts",
            "The service accounts it is granted to.",
            it -> subjects(it, "ServiceAccount"));
  }

  private static String subjects(Json.Obj binding, String kind) {
    var names = new ArrayList<String>();
    for (var subject : binding.objects("subjects")) {
      if (subject.text("kind").equals(kind)) {
        var namespace = subject.text("namespace");
        var name = subject.text("name");
        names.add(
            kind.equals("ServiceAccount") && !namespace.isEmpty() ? namespace + "/" + name : name);
      }
    }
    return String.join(", ", names);
  }
}
