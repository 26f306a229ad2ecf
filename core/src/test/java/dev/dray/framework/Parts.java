package dev.dray.framework;

import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodResourceClaimStatus;
import dev.dray.api.core.PodStatus;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.OwnerReference;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Objects of small clusters by chance, in which much goes wrong. */
record Parts(Random random) {
  static final List<String> NODES = List.of("n0", "n1", "n2", "n3", "n4");
  static final List<String> SHARED = List.of("s0", "s1");

  private static final List<String> REQUESTS =
      List.of(
          "{name: r, exactly: {deviceClassName: gpu}}",
          "{name: r, exactly: {deviceClassName: gpu}}",
          "{name: r, exactly: {deviceClassName: gpu}}",
          "{name: r, exactly: {deviceClassName: gpu}}",
          "{name: r, exactly: {deviceClassName: gpu, count: 2}}",
          "{name: r, exactly: {deviceClassName: big}}",
          "{name: r, exactly: {deviceClassName: gpu, allocationMode: All}}",
          "{name: r, exactly: {deviceClassName: gpu, capacity: {requests: {memory: 3Gi}}}}",
          """
          {name: r, firstAvailable: [{name: two, deviceClassName: gpu, count: 2}, \
          {name: big, deviceClassName: big}, {name: one, deviceClassName: gpu}]}\
          """);

  boolean oneIn(int count) {
    return random.nextInt(count) == 0;
  }

  <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  Node node(String name) {
    var yaml =
        """
        apiVersion: v1
        kind: Node
        metadata: {name: %s, labels: {kubernetes.io/hostname: %s, zone: z%d}}
        spec: {unschedulable: %b, taints: [{key: k, effect: %s}]}
        status: {allocatable: {cpu: %d, memory: 4Gi, pods: %d%s}}
        """
            .formatted(
                name,
                name,
                random.nextInt(2),
                oneIn(12),
                oneIn(12) ? "NoSchedule" : "PreferNoSchedule",
                1 + random.nextInt(4),
                2 + random.nextInt(4),
                oneIn(5) ? ", example.com/gpu: 1" : "");
    return Clusters.of(yaml).nodes().getFirst();
  }

  /** A slice for one node, one zone or all; some pools lack another slice, some have counters. */
  ResourceSlice slice() {
    int kind = random.nextInt(8);
    var place =
        switch (kind) {
          case 0 -> "allNodes: true";
          case 1, 2 ->
              "nodeSelector: {nodeSelectorTerms: [{matchExpressions: "
                  + "[{key: zone, operator: In, values: [z0]}]}]}";
          default -> "nodeName: " + NODES.get(kind % NODES.size());
        };
    var pool = kind < 3 ? "wide-" + kind : NODES.get(kind % NODES.size());
    var devices = new StringBuilder();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      devices.append("  - {name: gpu-%d%s%s}\n".formatted(i, size(), share()));
    }
    var yaml =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: %s}
        spec:
          driver: gpu.example.com
          %s
          pool: {name: %s, generation: %d, resourceSliceCount: %d}
          devices:
        %s\
        """
            .formatted(pool, place, pool, 1 + random.nextInt(2), oneIn(20) ? 2 : 1, devices);
    return Clusters.of(yaml).slices().getFirst();
  }

  private String size() {
    return oneIn(20) ? "" : ", attributes: {size: {int: %d}}".formatted(random.nextInt(4));
  }

  private String share() {
    return oneIn(4)
        ? ", allowMultipleAllocations: true, capacity: {memory: {value: 8Gi}}"
        : oneIn(2) ? ", capacity: {memory: {value: 4Gi}}" : "";
  }

  DeviceClass deviceClass() {
    boolean big = random.nextBoolean();
    var expression =
        "device.driver == \"gpu.example.com\""
            + (big ? " && device.attributes[\"gpu.example.com\"].size > 1" : "");
    var yaml =
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: %s}
        spec:
          %s
          selectors: [{cel: {expression: '%s'}}]
        """
            .formatted(
                big ? "big" : "gpu",
                !big && random.nextBoolean() ? "extendedResourceName: example.com/gpu" : "",
                expression);
    return Clusters.of(yaml).classes().getFirst();
  }

  ResourceSlicePatch patch() {
    var yaml =
        """
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: patch-%d}
        spec:
          devices:
            filter: {driver: gpu.example.com, pool: %s}
            attributes: {gpu.example.com/size: {int: %d}}
        """
            .formatted(random.nextInt(2), any(NODES), random.nextInt(4));
    return Clusters.of(yaml).patches().getFirst();
  }

  DeviceTaintRule rule() {
    var yaml =
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceTaintRule
        metadata: {name: rule-%d}
        spec:
          deviceSelector: {pool: %s, device: gpu-%d}
          taint: {key: example.com/test, effect: NoSchedule}
        """
            .formatted(random.nextInt(2), any(NODES), random.nextInt(2));
    return Clusters.of(yaml).taintRules().getFirst();
  }

  ResourceClaim claim(String name) {
    var yaml =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %s}
        spec: {devices: {requests: [%s]}}
        """
            .formatted(name, any(REQUESTS));
    return Clusters.of(yaml).claims().getFirst();
  }

  /** A claim of the pod alone. */
  ResourceClaim claimOf(Pod pod) {
    var claim = claim(pod.metadata().name() + "-own");
    var it = pod.metadata();
    var owner =
        new OwnerReference("v1", "Pod", it.name(), it.uid(), Optional.of(true), Optional.of(true));
    return claim.withMetadata(changed(claim.metadata(), "", List.of(owner)));
  }

  /** A pod that uses a claim of its own, shared ones, both or none, or extended resources. */
  Pod pod(String name) {
    boolean own = random.nextBoolean();
    boolean shared = oneIn(3);
    var claims =
        (own ? "{name: own, resourceClaimTemplateName: any}" : "")
            + (own && shared ? ", " : "")
            + (shared ? "{name: shared, resourceClaimName: %s}".formatted(any(SHARED)) : "");
    var yaml =
        Clusters.pod(
            name,
            labels(),
            """
            affinity: {%s}
            nodeSelector: {%s}
            tolerations: [%s]
            containers: [{name: main, resources: {requests: {cpu: %d%s}}}]
            resourceClaims: [%s]
            """
                .formatted(
                    affinity(),
                    oneIn(8) ? "zone: z0" : "",
                    oneIn(8) ? "{key: k, operator: Exists}" : "",
                    random.nextInt(2),
                    oneIn(5) ? ", example.com/gpu: 1" : "",
                    claims));
    var pod = Clusters.of(yaml).pods().getFirst();
    return own
        ? pod.withStatus(
            new PodStatus("", List.of(new PodResourceClaimStatus("own", name + "-own"))))
        : pod;
  }

  private String labels() {
    return "app: %s, number: n%d".formatted(oneIn(2) ? "a" : "b", random.nextInt(3));
  }

  /** The pod with other labels. */
  Pod relabelled(Pod pod) {
    return pod.withMetadata(
        pod.metadata().withLabels(Map.of("app", oneIn(2) ? "a" : "b", "number", "n0")));
  }

  /** Mostly none; if so, near to some pods or away from some, at any rate or rather. */
  private String affinity() {
    if (!oneIn(3)) {
      return "";
    }
    boolean near = oneIn(3);
    boolean required = oneIn(2);
    var term =
        "{topologyKey: %s, labelSelector: {matchLabels: {app: %s}}}"
            .formatted(oneIn(2) ? "zone" : "kubernetes.io/hostname", oneIn(2) ? "a" : "b");
    return "%s: {%sDuringSchedulingIgnoredDuringExecution: [%s]}"
        .formatted(
            near ? "podAffinity" : "podAntiAffinity",
            required ? "required" : "preferred",
            required
                ? term
                : "{weight: %d, podAffinityTerm: %s}".formatted(1 + random.nextInt(100), term));
  }

  /** The same with another version. */
  static ResourceClaim version(ResourceClaim claim, long version) {
    return claim.withMetadata(
        changed(claim.metadata(), String.valueOf(version), claim.metadata().ownerReferences()));
  }

  private static ObjectMeta changed(ObjectMeta it, String version, List<OwnerReference> owners) {
    return uid(it, it.uid(), version, owners);
  }

  static ObjectMeta uid(ObjectMeta it, String uid, String version, List<OwnerReference> owners) {
    return new ObjectMeta(
        it.name(),
        it.generateName(),
        it.namespace(),
        it.selfLink(),
        uid,
        version,
        it.generation(),
        it.creationTimestamp(),
        it.deletionTimestamp(),
        it.deletionGracePeriodSeconds(),
        it.labels(),
        it.annotations(),
        owners,
        it.finalizers(),
        it.managedFields());
  }
}
