package dev.dray.testing;

import static dev.dray.testing.JsonValue.array;
import static dev.dray.testing.JsonValue.object;

import dev.dray.api.resource.Kind;
import dev.dray.testing.JsonValue.Arr;
import dev.dray.testing.JsonValue.Obj;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Small objects of every kind that are valid, with as many features in use as fit together.
 *
 * <p>They are JSON of the first version that has the kind, for what is to be read, changed or sent.
 */
public final class ValidObjects {
  private static final String DRIVER = "gpu.example.com";
  private static final List<String> QUANTITIES = List.of("1", "40Gi", "500m", "1.5", "1e3", "0");
  private static final List<String> EFFECTS = List.of("NoSchedule", "NoExecute", "None");

  private final RandomGenerator random;

  public ValidObjects(RandomGenerator random) {
    this.random = random;
  }

  public Obj of(Kind kind) {
    return switch (kind) {
      case RESOURCE_SLICE ->
          of("v1", kind, random.nextInt(4) == 0 ? counterSlice() : deviceSlice());
      case RESOURCE_CLAIM -> claim();
      case RESOURCE_CLAIM_TEMPLATE ->
          of("v1", kind, object("metadata", object("labels", labels()), "spec", claimSpec()));
      case DEVICE_CLASS -> of("v1", kind, deviceClass());
      case DEVICE_TAINT_RULE -> of("v1beta2", kind, taintRule());
      case RESOURCE_POOL_STATUS_REQUEST -> of("v1alpha3", kind, poolStatusRequest());
      case RESOURCE_SLICE_PATCH -> of("v1alpha3", kind, object("devices", patch()));
    };
  }

  private Obj of(String version, Kind kind, Obj spec) {
    var metadata =
        object(
            "name",
            name("object"),
            "resourceVersion",
            "17",
            "uid",
            "4a6d2f34-5b3e-4f0e-9a53-0d6c1e9d4c11",
            "labels",
            labels(),
            "annotations",
            object("example.com/note", "Any text."));
    if (kind.scope() == Kind.Scope.NAMESPACED) {
      put(metadata, "namespace", "default");
    }
    return object(
        "apiVersion",
        "resource.k8s.io/" + version,
        "kind",
        kind.kindName(),
        "metadata",
        metadata,
        "spec",
        spec);
  }

  private Obj labels() {
    return object("app", name("app"), "example.com/zone", "");
  }

  private Obj spec() {
    return object(
        "driver",
        DRIVER,
        "pool",
        object("name", name("pool"), "generation", random.nextInt(9), "resourceSliceCount", 1));
  }

  private Obj counterSlice() {
    var spec = spec();
    put(spec, "nodeName", name("node"));
    put(spec, "mixins", object("counterSet", array(object("name", "m", "counters", counters()))));
    put(
        spec,
        "sharedCounters",
        items(2, i -> object("name", "set-" + i, "includes", array("m"), "counters", counters())));
    return spec;
  }

  private Obj deviceSlice() {
    var spec = spec();
    boolean perDevice = random.nextBoolean();
    var nodes = nodes();
    put(spec, perDevice ? "perDeviceNodeSelection" : nodes, perDevice ? true : node(nodes));
    var mixins =
        object(
            "device",
            array(object("name", "m", "attributes", attributes())),
            "deviceCounterConsumption",
            array(object("name", "m", "counters", counters())));
    put(spec, "mixins", mixins);
    put(spec, "devices", items(random.nextInt(1, 4), i -> device(i, perDevice)));
    return spec;
  }

  private String nodes() {
    return List.of("nodeName", "nodeSelector", "allNodes").get(random.nextInt(3));
  }

  private Object node(String field) {
    return switch (field) {
      case "nodeName" -> name("node");
      case "nodeSelector" -> object("nodeSelectorTerms", array(nodeTerm()));
      default -> true;
    };
  }

  private Obj nodeTerm() {
    return object(
        "matchExpressions",
        array(object("key", "zone", "operator", "In", "values", array(name("zone")))),
        "matchFields",
        array(object("key", "metadata.name", "operator", "NotIn", "values", array(name("node")))));
  }

  private Obj device(int number, boolean perDevice) {
    var device =
        object("name", "gpu-" + number, "attributes", attributes(), "capacity", capacity());
    if (perDevice) {
      var nodes = nodes();
      put(device, nodes, node(nodes));
    }
    put(device, "allowMultipleAllocations", true);
    maybe(device, "includes", () -> array("m"));
    maybe(device, "consumesCounters", () -> items(2, this::consumption));
    maybe(device, "taints", () -> items(random.nextInt(1, 4), this::taint));
    maybe(device, "nodeAllocatableResources", this::nodeAllocatable);
    if (random.nextBoolean()) {
      put(device, "bindsToNode", random.nextBoolean());
      put(device, "bindingConditions", array("example.com/ready"));
      put(device, "bindingFailureConditions", array("example.com/failed"));
    }
    return device;
  }

  private Obj consumption(int set) {
    var counters = counters();
    put(counters, "driven", object("valueFrom", object("capacityKey", DRIVER + "/memory")));
    var consumption = object("counterSet", "set-" + set, "counters", counters);
    maybe(consumption, "includes", () -> array("m"));
    maybe(consumption, "compatibilityGroups", () -> array("a", "b"));
    return consumption;
  }

  private Obj nodeAllocatable() {
    return object(
        "memory",
        object(
            "mapping",
            object("capacityKey", "memory", "capacityMultiplier", "2"),
            "overhead",
            object("perPod", "10Mi")));
  }

  private Obj counters() {
    return object("memory", object("value", quantity()), "slices", object("value", 7));
  }

  private Obj attributes() {
    var attributes = object("model", object("string", name("model")));
    maybe(attributes, "resource.kubernetes.io/pcieRoot", () -> object("string", "pci0000:00"));
    maybe(attributes, "index", () -> object("int", random.nextInt(100)));
    maybe(attributes, "healthy", () -> object("bool", random.nextBoolean()));
    maybe(attributes, "driverVersion", () -> object("version", "1.2.3-rc.1+build"));
    return attributes;
  }

  private Obj capacity() {
    var policy =
        random.nextBoolean()
            ? object("default", "1Gi", "validValues", array("1Gi", "2Gi", "40Gi"))
            : object(
                "default", "1Gi", "validRange", object("min", "1Gi", "max", "4Gi", "step", "1Gi"));
    return object(
        "memory", object("value", "40Gi", "requestPolicy", policy), "sms", object("value", 108));
  }

  private Obj taint(int number) {
    var taint =
        object("key", "example.com/taint-" + number, "value", name("value"), "effect", effect());
    maybe(taint, "timeAdded", () -> "2026-11-15T09:30:00Z");
    return taint;
  }

  private Obj claim() {
    var claim = of("v1", Kind.RESOURCE_CLAIM, claimSpec());
    maybe(claim, "status", this::claimStatus);
    return claim;
  }

  private Obj claimStatus() {
    var result =
        object(
            "request",
            "r0",
            "driver",
            DRIVER,
            "pool",
            name("pool"),
            "device",
            "gpu-0",
            "consumedCapacity",
            object("memory", "1Gi"),
            "shareID",
            "4a6d2f34-5b3e-4f0e-9a53-0d6c1e9d4c11");
    return object(
        "allocation",
        object("devices", object("results", array(result)), "nodeSelector", node("nodeSelector")),
        "reservedFor",
        array(object("resource", "pods", "name", name("pod"), "uid", name("uid"))));
  }

  private Obj claimSpec() {
    var devices = object("requests", items(random.nextInt(1, 4), this::request));
    maybe(
        devices,
        "constraints",
        () -> array(object("requests", array("r0"), "matchAttribute", DRIVER + "/model")));
    maybe(devices, "config", () -> array(config()));
    return object("devices", devices);
  }

  private Obj request(int number) {
    var name = "r" + number;
    return random.nextBoolean()
        ? object("name", name, "exactly", wanted())
        : object(
            "name",
            name,
            "firstAvailable",
            items(
                2,
                i -> {
                  var wanted = wanted();
                  put(wanted, "name", "s" + i);
                  return wanted;
                }));
  }

  private Obj wanted() {
    var wanted = object("deviceClassName", "gpu.example.com");
    maybe(wanted, "selectors", this::selectors);
    if (random.nextBoolean()) {
      put(wanted, "allocationMode", "All");
    } else {
      maybe(wanted, "count", () -> random.nextInt(1, 9));
    }
    maybe(wanted, "capacity", () -> object("requests", object("memory", quantity())));
    maybe(
        wanted,
        "tolerations",
        () ->
            array(
                object("key", "example.com/taint", "operator", "Exists"),
                object("key", "a", "operator", "Equal", "value", "b", "effect", effect())));
    return wanted;
  }

  private Arr selectors() {
    return array(
        object("cel", object("expression", "device.driver == '%s'".formatted(DRIVER))),
        object("cel", object("expression", "device.attributes['%s'].index > 3".formatted(DRIVER))));
  }

  private Obj config() {
    return object(
        "opaque",
        object(
            "driver",
            DRIVER,
            "parameters",
            object("kind", "GpuConfig", "sharing", object("replicas", 4, "list", array(1, true)))));
  }

  private Obj deviceClass() {
    var spec = object("selectors", selectors());
    maybe(spec, "config", () -> array(config()));
    maybe(spec, "extendedResourceName", () -> "example.com/gpu");
    return spec;
  }

  private Obj taintRule() {
    var taint = object("taint", taint(0));
    maybe(taint, "deviceSelector", () -> object("driver", DRIVER, "pool", name("pool")));
    return taint;
  }

  private Obj poolStatusRequest() {
    var spec = object("driver", DRIVER);
    maybe(spec, "poolName", () -> name("pool"));
    maybe(spec, "limit", () -> random.nextInt(1, 9));
    return spec;
  }

  private Obj patch() {
    var patch =
        object(
            "attributes",
            object(
                DRIVER + "/model",
                object("string", "b200"),
                DRIVER + "/gone",
                object("null", object())),
            "capacity",
            object(DRIVER + "/memory", object("value", quantity())));
    maybe(patch, "priority", () -> random.nextInt(-9, 9));
    maybe(
        patch,
        "filter",
        () -> object("deviceClassName", "gpu", "driver", DRIVER, "selectors", selectors()));
    return patch;
  }

  private Arr items(int count, IntFunction<Obj> item) {
    var items = new ArrayList<JsonValue>();
    for (int i = 0; i < count; i++) {
      items.add(item.apply(i));
    }
    return new Arr(items);
  }

  private void maybe(Obj object, String name, Supplier<?> value) {
    if (random.nextBoolean()) {
      put(object, name, value.get());
    }
  }

  private static void put(Obj object, String name, Object value) {
    object.fields().putAll(object(name, value).fields());
  }

  private String name(String beginning) {
    return beginning + "-" + random.nextInt(100);
  }

  private String quantity() {
    return QUANTITIES.get(random.nextInt(QUANTITIES.size()));
  }

  private String effect() {
    return EFFECTS.get(random.nextInt(EFFECTS.size()));
  }
}
