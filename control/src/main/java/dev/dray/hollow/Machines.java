package dev.dray.hollow;

import dev.dray.api.core.Node;
import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.inventory.LabeledNode;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The simulated nodes. Each reports once that it is ready; nothing ever happens to it, so it has
 * nothing more to report.
 */
final class Machines {
  private static final String LEASES = "kube-node-lease";
  private static final DateTimeFormatter MICROS =
      new DateTimeFormatterBuilder().appendInstant(6).toFormatter(Locale.ROOT);
  private static final List<Health> HEALTHY =
      List.of(
          new Health("MemoryPressure", "False", "KubeletHasSufficientMemory"),
          new Health("DiskPressure", "False", "KubeletHasNoDiskPressure"),
          new Health("PIDPressure", "False", "KubeletHasSufficientPID"),
          new Health("Ready", "True", "KubeletReady"));

  private final EventLoop loop;
  private final RetriedWrites retriedWrites;
  private final HollowOptions options;
  private final TreeMap<String, Machine> machines = new TreeMap<>();
  private boolean renewing;

  /** A condition of a healthy node. */
  private record Health(String type, String status, String reason) {}

  /** A simulated node, with its labels and address. */
  record Machine(KnownObject<Node> object, LabeledNode node, String ip) {}

  Machines(EventLoop loop, RetriedWrites retriedWrites, HollowOptions options) {
    this.loop = loop;
    this.retriedWrites = retriedWrites;
    this.options = options;
  }

  Optional<Machine> find(String name) {
    return Optional.ofNullable(machines.get(name));
  }

  /** Adds or updates a node, and returns whether it was not simulated before. */
  boolean put(KnownObject<Node> object) {
    var name = object.metadata().name();
    if (!options.nodes().matches(object.metadata().labels())) {
      machines.remove(name);
      return false;
    }
    var node =
        new LabeledNode(
            name, object.metadata().labels(), new TreeSet<>(object.value().declaredFeatures()));
    var machine = new Machine(object, node, ip(object));
    var before = machines.put(name, machine);
    boolean isNew = before == null || !uid(before.object()).equals(uid(object));
    if (isNew) {
      sayReady(object);
    }
    if (isNew && renewing) {
      renew(machine);
    }
    return isNew;
  }

  private static String uid(KnownObject<Node> object) {
    return object.metadata().uid();
  }

  void remove(String name) {
    machines.remove(name);
  }

  private static String ip(KnownObject<Node> object) {
    return object.tree().objects("status", "addresses").stream()
        .filter(it -> it.text("type").equals("InternalIP"))
        .map(it -> it.text("address"))
        .findFirst()
        .orElseGet(() -> Addresses.ofNode(object.metadata().name()));
  }

  private void sayReady(KnownObject<Node> object) {
    var status = status(object.tree().object("status"), object);
    if (status.isEmpty()) {
      return;
    }
    var name = object.metadata().name();
    var patch = Json.obj("metadata", Json.obj("uid", uid(object)), "status", new Json.Obj(status));
    retriedWrites.send(
        Call.patch(Call.Verb.STRATEGIC_PATCH, Resources.NODES, "", name, "status", patch),
        () -> machines.containsKey(name),
        () -> {});
  }

  /**
   * Returns the missing parts of a node's status; none after a restart, when it was written before.
   */
  private Map<String, Json> status(Json.Obj known, KnownObject<Node> object) {
    var status = new LinkedHashMap<String, Json>();
    var conditions = conditions(known);
    if (!conditions.isEmpty()) {
      status.put("conditions", Json.of(conditions));
    }
    if (known.objects("addresses").isEmpty()) {
      status.put(
          "addresses",
          Json.Arr.of(
              Json.obj("type", "InternalIP", "address", ip(object)),
              Json.obj("type", "Hostname", "address", object.metadata().name())));
    }
    if (known.object("capacity").isEmpty()) {
      var offered = known.object("allocatable");
      status.put("capacity", offered.isEmpty() ? amounts() : offered);
    }
    if (known.object("allocatable").isEmpty()) {
      var offered = known.object("capacity");
      status.put("allocatable", offered.isEmpty() ? amounts() : offered);
    }
    if (known.text("nodeInfo", "kubeletVersion").isEmpty()) {
      status.put("nodeInfo", nodeInfo());
    }
    return status;
  }

  private Json.Obj amounts() {
    var amounts = new TreeMap<String, Json>();
    options.amounts().forEach((name, it) -> amounts.put(name, Json.of(it.toString())));
    return new Json.Obj(amounts);
  }

  private static Json.Obj nodeInfo() {
    var info = new LinkedHashMap<String, Json>();
    for (var field :
        List.of(
            "machineID", "systemUUID", "bootID", "kernelVersion", "osImage", "kubeProxyVersion")) {
      info.put(field, Json.of(""));
    }
    info.put("containerRuntimeVersion", Json.of("hollow://1"));
    info.put("kubeletVersion", Json.of("v1.37.0+hollow"));
    info.put("operatingSystem", Json.of("linux"));
    info.put("architecture", Json.of("amd64"));
    return new Json.Obj(info);
  }

  private List<Json> conditions(Json.Obj known) {
    var now = loop.now().truncatedTo(ChronoUnit.SECONDS).toString();
    var conditions = new ArrayList<Json>();
    for (var health : HEALTHY) {
      boolean said =
          known.objects("conditions").stream()
              .anyMatch(
                  it ->
                      it.text("type").equals(health.type())
                          && it.text("status").equals(health.status()));
      if (!said) {
        conditions.add(
            Json.obj(
                "type",
                health.type(),
                "status",
                health.status(),
                "reason",
                health.reason(),
                "message",
                "the node is simulated",
                "lastHeartbeatTime",
                now,
                "lastTransitionTime",
                now));
      }
    }
    return conditions;
  }

  /** Renews the leases of all nodes periodically, if that is enabled. */
  void renewLeases() {
    if (options.leases().isZero() || renewing) {
      return;
    }
    renewing = true;
    renew();
  }

  void stop() {
    renewing = false;
  }

  private void renew() {
    if (!renewing) {
      return;
    }
    machines.values().forEach(this::renew);
    loop.after(options.leases(), this::renew);
  }

  private void renew(Machine machine) {
    var name = machine.node().name();
    var owner =
        Json.obj("apiVersion", "v1", "kind", "Node", "name", name, "uid", uid(machine.object()));
    var lease =
        Json.obj(
            "apiVersion",
            Resources.LEASES.apiVersion(),
            "kind",
            Resources.LEASES.kind(),
            "metadata",
            Json.obj("name", name, "namespace", LEASES, "ownerReferences", Json.Arr.of(owner)),
            "spec",
            Json.obj(
                "holderIdentity",
                name,
                "leaseDurationSeconds",
                Math.max(40, 4 * options.leases().toSeconds()),
                "renewTime",
                MICROS.format(loop.now())));
    // A lost renewal is made up for by the next.
    retriedWrites.send(
        Call.apply(Resources.LEASES, LEASES, name, "", lease, "kubelet"), () -> false, () -> {});
  }
}
