package dev.dray.cli.manifest;

import dev.dray.api.core.CoreObject;
import dev.dray.api.core.Namespace;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.core.Workload;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;

/** A collector that turns objects, added one by one, into a cluster. */
public final class Gathering {
  private final List<ResourceSlice> slices = new ArrayList<>();
  private final List<DeviceClass> classes = new ArrayList<>();
  private final List<ResourceSlicePatch> patches = new ArrayList<>();
  private final List<DeviceTaintRule> taintRules = new ArrayList<>();
  private final List<ResourceClaim> claims = new ArrayList<>();
  private final List<ResourceClaimTemplate> templates = new ArrayList<>();
  private final List<Pod> pods = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final List<Namespace> namespaces = new ArrayList<>();
  private final List<Workload> workloads = new ArrayList<>();

  public void add(ApiObject object) {
    switch (object) {
      case ResourceSlice it -> slices.add(it);
      case DeviceClass it -> classes.add(it);
      case ResourceSlicePatch it -> patches.add(it);
      case DeviceTaintRule it -> taintRules.add(it);
      case ResourceClaim it -> claims.add(it);
      case ResourceClaimTemplate it -> templates.add(it);
      case ResourcePoolStatusRequest _ -> {}
    }
  }

  public void add(CoreObject object) {
    switch (object) {
      case Pod pod -> pods.add(pod);
      case Node node -> nodes.add(node);
      case Namespace namespace -> namespaces.add(namespace);
      case Workload workload -> workloads.add(workload);
    }
  }

  /** Returns the workloads whose pods are still to be generated. */
  public List<Workload> workloads() {
    return workloads;
  }

  public Cluster cluster() {
    return new Cluster(
        slices, classes, patches, taintRules, claims, templates, pods, nodes, namespaces);
  }
}
