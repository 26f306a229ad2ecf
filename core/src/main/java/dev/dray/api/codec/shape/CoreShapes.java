package dev.dray.api.codec.shape;

import static dev.dray.api.codec.shape.MetaShapes.LABEL_SELECTOR;
import static dev.dray.api.codec.shape.MetaShapes.NODE_SELECTOR;
import static dev.dray.api.codec.shape.MetaShapes.NODE_SELECTOR_TERM;
import static dev.dray.api.codec.shape.MetaShapes.OBJECT_META;
import static dev.dray.api.codec.shape.ScalarShape.BOOL;
import static dev.dray.api.codec.shape.ScalarShape.INT;
import static dev.dray.api.codec.shape.ScalarShape.QUANTITY;
import static dev.dray.api.codec.shape.ScalarShape.STRING;

import dev.dray.api.codec.CoreJson;
import dev.dray.api.core.Container;
import dev.dray.api.core.ContainerClaim;
import dev.dray.api.core.ContainerPort;
import dev.dray.api.core.Namespace;
import dev.dray.api.core.Node;
import dev.dray.api.core.NodeTaint;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodAffinity;
import dev.dray.api.core.PodAffinityTerm;
import dev.dray.api.core.PodResourceClaim;
import dev.dray.api.core.PodResourceClaimStatus;
import dev.dray.api.core.PodSpec;
import dev.dray.api.core.PodStatus;
import dev.dray.api.core.PodToleration;
import dev.dray.api.core.PreferredNodes;
import dev.dray.api.core.PreferredPods;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.RawJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The shapes of pods, nodes and namespaces (workloads: {@link WorkloadShapes}), as far as their
 * types go. Objects are read by these shapes; what is written is the whole object they came from
 * ({@link CoreJson}).
 */
public final class CoreShapes {
  private CoreShapes() {}

  /** The resources of a container, as its manifest has them. */
  private record Resources(
      Map<String, Quantity> requests, Map<String, Quantity> limits, List<ContainerClaim> claims) {

    /** Returns the requests; a limit without a request is the request, too. */
    Map<String, Quantity> effective() {
      var effective = new LinkedHashMap<>(limits);
      effective.putAll(requests);
      return effective;
    }
  }

  private record NodeAffinity(Optional<NodeSelector> required, List<PreferredNodes> preferred) {}

  private record Affinity(NodeAffinity nodes, PodAffinity near, PodAffinity apart) {}

  private record SchedulingGate(String name) {}

  private record NodeSpec(boolean unschedulable, List<NodeTaint> taints) {}

  private record NodeStatus(Map<String, Quantity> allocatable, List<String> declaredFeatures) {}

  private static final ObjectShape<ContainerClaim> CONTAINER_CLAIM =
      ObjectShape.of(
          fields ->
              new ContainerClaim(
                  fields.always("name", STRING, ContainerClaim::name),
                  fields.add("request", STRING, ContainerClaim::request)));

  private static final ObjectShape<Resources> RESOURCES =
      ObjectShape.of(
          fields ->
              new Resources(
                  fields.map("requests", QUANTITY, Resources::requests),
                  fields.map("limits", QUANTITY, Resources::limits),
                  fields.list("claims", CONTAINER_CLAIM, Resources::claims)));

  private static final ObjectShape<ContainerPort> PORT =
      ObjectShape.of(
          fields ->
              new ContainerPort(
                  fields.always("containerPort", INT, ContainerPort::containerPort),
                  fields.add("hostPort", INT, ContainerPort::hostPort)));

  private static final ObjectShape<Container> CONTAINER =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, Container::name);
            var restartPolicy = fields.add("restartPolicy", STRING, Container::restartPolicy);
            var resources =
                fields.add(
                    "resources",
                    RESOURCES,
                    (Container it) -> new Resources(it.requests(), Map.of(), it.claims()));
            var ports = fields.list("ports", PORT, Container::ports);
            return new Container(
                name, restartPolicy, resources.effective(), resources.claims(), ports);
          });

  private static final ObjectShape<PodResourceClaim> POD_CLAIM =
      ObjectShape.of(
          fields ->
              new PodResourceClaim(
                  fields.always("name", STRING, PodResourceClaim::name),
                  fields.add("resourceClaimName", STRING, PodResourceClaim::resourceClaimName),
                  fields.add(
                      "resourceClaimTemplateName",
                      STRING,
                      PodResourceClaim::resourceClaimTemplateName)));

  public static final ObjectShape<PodToleration> TOLERATION =
      ObjectShape.of(
          fields ->
              new PodToleration(
                  fields.add("key", STRING, PodToleration::key),
                  fields.add("operator", STRING, PodToleration::operator),
                  fields.add("value", STRING, PodToleration::value),
                  fields.add("effect", STRING, PodToleration::effect)));

  private static final ObjectShape<PreferredNodes> PREFERRED_NODES =
      ObjectShape.of(
          fields ->
              new PreferredNodes(
                  fields.always("weight", INT, PreferredNodes::weight),
                  fields.always("preference", NODE_SELECTOR_TERM, PreferredNodes::preference)));

  private static final ObjectShape<NodeAffinity> NODE_AFFINITY =
      ObjectShape.of(
          fields ->
              new NodeAffinity(
                  fields.maybe(
                      "requiredDuringSchedulingIgnoredDuringExecution",
                      NODE_SELECTOR,
                      NodeAffinity::required),
                  fields.list(
                      "preferredDuringSchedulingIgnoredDuringExecution",
                      PREFERRED_NODES,
                      NodeAffinity::preferred)));

  private static final ObjectShape<PodAffinityTerm> POD_AFFINITY_TERM =
      ObjectShape.of(
          fields -> {
            var selector =
                fields.maybe("labelSelector", LABEL_SELECTOR, PodAffinityTerm::labelSelector);
            var namespaces = fields.list("namespaces", STRING, PodAffinityTerm::namespaces);
            var key = fields.always("topologyKey", STRING, PodAffinityTerm::topologyKey);
            var inNamespaces =
                fields.maybe(
                    "namespaceSelector", LABEL_SELECTOR, PodAffinityTerm::namespaceSelector);
            var same = fields.list("matchLabelKeys", STRING, PodAffinityTerm::matchLabelKeys);
            var other =
                fields.list("mismatchLabelKeys", STRING, PodAffinityTerm::mismatchLabelKeys);
            return new PodAffinityTerm(selector, key, namespaces, inNamespaces, same, other);
          });

  private static final ObjectShape<PreferredPods> PREFERRED_PODS =
      ObjectShape.of(
          fields ->
              new PreferredPods(
                  fields.always("weight", INT, PreferredPods::weight),
                  fields.always("podAffinityTerm", POD_AFFINITY_TERM, PreferredPods::term)));

  private static final ObjectShape<PodAffinity> POD_AFFINITY =
      ObjectShape.of(
          fields ->
              new PodAffinity(
                  fields.list(
                      "requiredDuringSchedulingIgnoredDuringExecution",
                      POD_AFFINITY_TERM,
                      PodAffinity::required),
                  fields.list(
                      "preferredDuringSchedulingIgnoredDuringExecution",
                      PREFERRED_PODS,
                      PodAffinity::preferred)));

  private static final ObjectShape<Affinity> AFFINITY =
      ObjectShape.of(
          fields ->
              new Affinity(
                  fields.add("nodeAffinity", NODE_AFFINITY, Affinity::nodes),
                  fields.add("podAffinity", POD_AFFINITY, Affinity::near),
                  fields.add("podAntiAffinity", POD_AFFINITY, Affinity::apart)));

  private static final ObjectShape<SchedulingGate> SCHEDULING_GATE =
      ObjectShape.of(
          fields -> new SchedulingGate(fields.always("name", STRING, SchedulingGate::name)));

  static final ObjectShape<PodSpec> POD_SPEC =
      ObjectShape.of(
          fields -> {
            var nodeName = fields.add("nodeName", STRING, PodSpec::nodeName);
            var scheduler = fields.add("schedulerName", STRING, PodSpec::schedulerName);
            var priority = fields.add("priority", INT, PodSpec::priority);
            var nodeSelector = fields.map("nodeSelector", STRING, PodSpec::nodeSelector);
            var affinity = fields.add("affinity", AFFINITY, CoreShapes::affinity);
            var tolerations = fields.list("tolerations", TOLERATION, PodSpec::tolerations);
            var claims = fields.list("resourceClaims", POD_CLAIM, PodSpec::resourceClaims);
            var inits = fields.list("initContainers", CONTAINER, PodSpec::initContainers);
            var containers = fields.list("containers", CONTAINER, PodSpec::containers);
            var overhead = fields.map("overhead", QUANTITY, PodSpec::overhead);
            var gates = fields.list("schedulingGates", SCHEDULING_GATE, CoreShapes::gates);
            var others = UnconsideredFields.in(fields);
            return new PodSpec(
                nodeName,
                scheduler,
                priority,
                nodeSelector,
                affinity.nodes().required(),
                affinity.nodes().preferred(),
                affinity.near(),
                affinity.apart(),
                tolerations,
                claims,
                inits,
                containers,
                overhead,
                gates.stream().map(SchedulingGate::name).toList(),
                others.of(inits, containers));
          });

  private static Affinity affinity(PodSpec spec) {
    return new Affinity(
        new NodeAffinity(spec.requiredNodes(), spec.preferredNodes()),
        spec.podAffinity(),
        spec.podAntiAffinity());
  }

  private static List<SchedulingGate> gates(PodSpec spec) {
    return spec.schedulingGates().stream().map(SchedulingGate::new).toList();
  }

  public static final ObjectShape<PodResourceClaimStatus> CLAIM_STATUS =
      ObjectShape.of(
          fields ->
              new PodResourceClaimStatus(
                  fields.always("name", STRING, PodResourceClaimStatus::name),
                  fields.add(
                      "resourceClaimName", STRING, PodResourceClaimStatus::resourceClaimName)));

  private static final ObjectShape<PodStatus> POD_STATUS =
      ObjectShape.of(
          fields ->
              new PodStatus(
                  fields.add("phase", STRING, PodStatus::phase),
                  fields.list(
                      "resourceClaimStatuses", CLAIM_STATUS, PodStatus::resourceClaimStatuses)));

  public static final ObjectShape<Pod> POD =
      ObjectShape.of(
          fields ->
              new Pod(
                  fields.add("metadata", OBJECT_META, Pod::metadata),
                  fields.add("spec", POD_SPEC, Pod::spec),
                  fields.add("status", POD_STATUS, Pod::status),
                  RawJson.ABSENT));

  private static final ObjectShape<NodeTaint> TAINT =
      ObjectShape.of(
          fields ->
              new NodeTaint(
                  fields.always("key", STRING, NodeTaint::key),
                  fields.add("value", STRING, NodeTaint::value),
                  fields.always("effect", STRING, NodeTaint::effect)));

  private static final ObjectShape<NodeSpec> NODE_SPEC =
      ObjectShape.of(
          fields ->
              new NodeSpec(
                  fields.add("unschedulable", BOOL, NodeSpec::unschedulable),
                  fields.list("taints", TAINT, NodeSpec::taints)));

  private static final ObjectShape<NodeStatus> NODE_STATUS =
      ObjectShape.of(
          fields ->
              new NodeStatus(
                  fields.map("allocatable", QUANTITY, NodeStatus::allocatable),
                  fields.list("declaredFeatures", STRING, NodeStatus::declaredFeatures)));

  public static final ObjectShape<Node> NODE =
      ObjectShape.of(
          fields -> {
            var metadata = fields.add("metadata", OBJECT_META, Node::metadata);
            var spec =
                fields.add(
                    "spec", NODE_SPEC, (Node it) -> new NodeSpec(it.unschedulable(), it.taints()));
            var status =
                fields.add(
                    "status",
                    NODE_STATUS,
                    (Node it) -> new NodeStatus(it.allocatable(), it.declaredFeatures()));
            return new Node(
                metadata,
                spec.unschedulable(),
                spec.taints(),
                status.allocatable(),
                status.declaredFeatures(),
                RawJson.ABSENT);
          });

  public static final ObjectShape<Namespace> NAMESPACE =
      ObjectShape.of(
          fields ->
              new Namespace(
                  fields.add("metadata", OBJECT_META, Namespace::metadata), RawJson.ABSENT));
}
