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
        .text("Type", "How it can be reached.", it -> it.text("spec", "type"))
        .text(
            "Cluster-IP",
            "Its address inside.",
            it -> shown(it.texts("spec", "clusterIPs").stream().limit(1).toList()))
        .text("External-IP", "Its address outside.", CoreColumns::outside)
        .text(
            "Port(s)",
            "Where it answers.",
            it -> shown(it.objects("spec", "ports").stream().map(CoreColumns::port).toList()))
        .age()
        .wide(
            "Selector",
            "The labels of the pods that answer.",
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
        .text("Status", "Whether it is ready, and takes pods.", CoreColumns::nodeStatus)
        .text("Roles", "What the node is for.", CoreColumns::nodeRoles)
        .age()
        .text("Version", "Of its kubelet.", it -> it.text("status", "nodeInfo", "kubeletVersion"))
        .wide("Internal-IP", "Its address inside.", it -> nodeAddress(it, "InternalIP"))
        .wide("External-IP", "Its address outside.", it -> nodeAddress(it, "ExternalIP"))
        .wide("OS-Image", "What runs on it.", it -> nodeInfo(it, "osImage"))
        .wide("Kernel-Version", "Its kernel and architecture.", CoreColumns::kernel)
        .wide(
            "Container-Runtime",
            "What runs its containers.",
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
        .timed("Last Seen", "How long ago it happened last.", 0, CoreColumns::lastSeen)
        .text("Type", "Normal or Warning.", it -> it.text("type"))
        .text("Reason", "What happened, in a word.", it -> it.text("reason"))
        .text("Object", "To what it happened.", CoreColumns::eventObject)
        .wide("Subobject", "To which part.", it -> it.text("involvedObject", "fieldPath"))
        .wide("Source", "Who tells.", CoreColumns::eventSource)
        .text("Message", "What happened.", it -> it.text("message").strip())
        .timed("First Seen", "How long ago it happened first.", 1, CoreColumns::firstSeen)
        .plus(
            new Columns.Column("Count", "string", "", "How often it happened.", 1),
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
            new Columns.Column("Data", "string", "", "How many entries it has.", 0),
            (it, _) ->
                Json.of(
                    it.object("data").fields().size() + it.object("binaryData").fields().size()))
        .age();
  }

  public static Columns secret() {
    return TableColumns.named()
        .text("Type", "What it is for.", it -> it.text("type"))
        .plus(
            new Columns.Column("Data", "string", "", "How many entries it has.", 0),
            (it, _) -> Json.of(it.object("data").fields().size()))
        .age();
  }

  public static Columns lease() {
    return TableColumns.named()
        .text("Holder", "Who has it.", it -> it.text("spec", "holderIdentity"))
        .age();
  }

  public static Columns quota() {
    return TableColumns.named()
        .text(
            "Request", "What is used of what there is.", it -> amounts(it, name -> !isLimit(name)))
        .text("Limit", "The same of limits.", it -> amounts(it, CoreColumns::isLimit))
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
        .number("Value", "The higher, the sooner.", it -> it.number("value").orElse(0L))
        .plus(
            new Columns.Column("Global-Default", "boolean", "", "Of pods that name none.", 0),
            (it, _) -> Json.of(it.truth("globalDefault")))
        .age()
        .text("PreemptionPolicy", "Whom it may displace.", it -> it.text("preemptionPolicy"));
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
            "What may be done.",
            it -> it.text("roleRef", "kind") + "/" + it.text("roleRef", "name"))
        .age()
        .wide("Users", "Users who may.", it -> subjects(it, "User"))
        .wide("Groups", "Groups who may.", it -> subjects(it, "Group"))
        .wide("ServiceAccounts", "Accounts that may.", it -> subjects(it, "ServiceAccount"));
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
