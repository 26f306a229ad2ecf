package dev.dray.verify.writes;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import dev.dray.registry.Body;
import dev.dray.registry.DeleteOptions;
import dev.dray.registry.PatchRequest;
import dev.dray.registry.Registry;
import dev.dray.registry.Target;
import dev.dray.registry.WriteOptions;
import dev.dray.security.User;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The writes that a pod with a claim causes, through the registry of a server. */
final class Workload {
  static final int DEVICES = 64;

  private static final String NAMESPACE = "load";
  private static final String DEVICE_GROUP = "resource.k8s.io";
  private static final DeleteOptions AT_ONCE = DeleteOptions.of(Json.obj("gracePeriodSeconds", 0));
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  private final ApiServer server;
  private final Registry registry;

  Workload(ApiServer server) {
    this.server = server;
    this.registry = server.registry();
  }

  private static WriteOptions by(String manager, String verb) {
    return new WriteOptions(User.SERVER, verb, manager, FieldValidation.STRICT, false, false);
  }

  private static Json.Obj tree(String json) {
    if (TREES.parseJson(json.getBytes(StandardCharsets.UTF_8))
        instanceof ObjectTrees.Parsed.Tree(Json.Obj object, _)) {
      return object;
    }
    throw new IllegalArgumentException(json);
  }

  private Target target(String group, String plural, String name, String part) {
    var resource = server.kinds().find(group, plural).orElseThrow();
    return new Target(
        resource, resource.storedVersion(), resource.namespaced() ? NAMESPACE : "", name, part);
  }

  private Target claim(int i, String part) {
    return target(DEVICE_GROUP, "resourceclaims", "claim-" + i, part);
  }

  private Target pod(int i, String part) {
    return target("", "pods", "pod-" + i, part);
  }

  private void create(String group, String plural, String json) {
    registry.create(
        target(group, plural, "", ""), new Body(tree(json)), by("kubectl-create", "create"));
  }

  /** A namespace with its account, nodes, and a slice for each of them. */
  void prepare(int nodes) {
    create("", "namespaces", "{\"metadata\":{\"name\":\"%s\"}}".formatted(NAMESPACE));
    var account = target("", "serviceaccounts", "default", "");
    for (int tries = 0; !isThere(account); tries++) {
      if (tries == 1000) {
        throw new IllegalStateException("The service account of the namespace does not come.");
      }
      Thread.onSpinWait();
      java.util.concurrent.locks.LockSupport.parkNanos(10_000_000);
    }
    create(DEVICE_GROUP, "deviceclasses", "{\"metadata\":{\"name\":\"load\"},\"spec\":{}}");
    for (int i = 0; i < nodes; i++) {
      create("", "nodes", "{\"metadata\":{\"name\":\"node-%d\"}}".formatted(i));
      create(DEVICE_GROUP, "resourceslices", slice(i));
    }
  }

  private boolean isThere(Target target) {
    try {
      registry.get(target, new Registry.Freshness.Newest());
      return true;
    } catch (dev.dray.kinds.StatusError e) {
      return false;
    }
  }

  private static String slice(int node) {
    var devices =
        IntStream.range(0, DEVICES)
            .mapToObj(
                """
                {"name":"d%d","attributes":{"model":{"string":"Example 9000"}},\
                "capacity":{"memory":{"value":"80Gi"}}}\
                """
                    ::formatted)
            .collect(Collectors.joining(","));
    return """
    {"metadata":{"name":"slice-%d"},"spec":{"driver":"load.example.com","nodeName":"node-%d",\
    "pool":{"name":"pool-%d","generation":1,"resourceSliceCount":1},"devices":[%s]}}\
    """
        .formatted(node, node, node, devices);
  }

  void createClaim(int i) {
    create(
        DEVICE_GROUP,
        "resourceclaims",
        """
        {"metadata":{"name":"claim-%d","labels":{"app":"load"}},"spec":{"devices":{"requests":[\
        {"name":"gpu","exactly":{"deviceClassName":"load","selectors":[{"cel":{"expression":\
        "device.attributes['load.example.com'].model == 'Example 9000'"}}]}}]}}}\
        """
            .formatted(i));
  }

  void createPod(int i) {
    create(
        "",
        "pods",
        """
        {"metadata":{"name":"pod-%d","labels":{"app":"load"}},"spec":{"containers":[{"name":"main",\
        "image":"registry.example.com/load:1","resources":{"requests":{"cpu":"100m",\
        "memory":"128Mi"},"claims":[{"name":"gpu"}]}}],"resourceClaims":[{"name":"gpu",\
        "resourceClaimName":"claim-%d"}]}}\
        """
            .formatted(i, i));
  }

  /** As a controller does that read it before. */
  void labelClaim(int i) {
    var claim = registry.get(claim(i, ""), new Registry.Freshness.Any()).tree();
    var labelled = claim.with(List.of("metadata", "labels", "step"), Json.of("waiting"));
    registry.update(claim(i, ""), new Body(labelled), by("controller", "update"));
  }

  void allocateClaim(int i) {
    var claim = registry.get(claim(i, ""), new Registry.Freshness.Newest()).tree();
    var status =
        tree(
            """
            {"allocation":{"devices":{"results":[{"request":"gpu","driver":"load.example.com",\
            "pool":"pool-%d","device":"d%d"}]},"nodeSelector":{"nodeSelectorTerms":[{"matchFields":\
            [{"key":"metadata.name","operator":"In","values":["node-%d"]}]}]}},\
            "reservedFor":[{"resource":"pods","name":"pod-%d","uid":"uid-%d"}]}\
            """
                .formatted(i / DEVICES, i % DEVICES, i / DEVICES, i, i));
    registry.update(
        claim(i, "status"), new Body(claim.with("status", status)), by("scheduler", "update"));
  }

  void bindPod(int i) {
    var binding =
        tree(
            """
            {"metadata":{"name":"pod-%d"},"target":{"kind":"Node","name":"node-%d"}}\
            """
                .formatted(i, i / DEVICES));
    registry.act(pod(i, "binding"), new Body(binding), by("scheduler", "create"));
  }

  void patchPodStatus(int i) {
    var patch =
        tree(
            """
            {"status":{"phase":"Running","podIP":"10.0.0.1","conditions":[{"type":"Ready",\
            "status":"True","lastTransitionTime":"2026-05-05T10:00:00Z"}]}}\
            """);
    registry.patch(
        pod(i, "status"),
        new PatchRequest(PatchRequest.Sort.STRATEGIC, patch, List.of()),
        by("kubelet", "patch"));
  }

  void deletePod(int i) {
    registry.delete(pod(i, ""), AT_ONCE, by("kubelet", "delete"));
  }

  void deleteClaim(int i) {
    registry.delete(claim(i, ""), AT_ONCE, by("controller", "delete"));
  }
}
