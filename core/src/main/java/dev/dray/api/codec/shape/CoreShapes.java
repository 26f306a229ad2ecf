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
          fields -> {
            var name = fields.always("name", STRING, ContainerClaim::name);
            var request = fields.add("request", STRING, ContainerClaim::request);
            return values -> new ContainerClaim(values.get(name), values.get(request));
          });

  private static final ObjectShape<Resources> RESOURCES =
      ObjectShape.of(
          fields -> {
            var requests = fields.map("requests", QUANTITY, Resources::requests);
            var limits = fields.map("limits", QUANTITY, Resources::limits);
            var claims = fields.list("claims", CONTAINER_CLAIM, Resources::claims);
            return values ->
                new Resources(values.get(requests), values.get(limits), values.get(claims));
          });

  private static final ObjectShape<ContainerPort> PORT =
      ObjectShape.of(
          fields -> {
            var container = fields.always("containerPort", INT, ContainerPort::containerPort);
            var host = fields.add("hostPort", INT, ContainerPort::hostPort);
            return values -> new ContainerPort(values.get(container), values.get(host));
          });

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
            return values ->
                new Container(
                    values.get(name),
                    values.get(restartPolicy),
                    values.get(resources).effective(),
                    values.get(resources).claims(),
                    values.get(ports));
          });

  private static final ObjectShape<PodResourceClaim> POD_CLAIM =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, PodResourceClaim::name);
            var claim =
                fields.add("resourceClaimName", STRING, PodResourceClaim::resourceClaimName);
            var template =
                fields.add(
                    "resourceClaimTemplateName",
                    STRING,
                    PodResourceClaim::resourceClaimTemplateName);
            return values ->
                new PodResourceClaim(values.get(name), values.get(claim), values.get(template));
          });

  public static final ObjectShape<PodToleration> TOLERATION =
      ObjectShape.of(
          fields -> {
            var key = fields.add("key", STRING, PodToleration::key);
            var operator = fields.add("operator", STRING, PodToleration::operator);
            var value = fields.add("value", STRING, PodToleration::value);
            var effect = fields.add("effect", STRING, PodToleration::effect);
            return values ->
                new PodToleration(
                    values.get(key), values.get(operator), values.get(value), values.get(effect));
          });

  private static final ObjectShape<PreferredNodes> PREFERRED_NODES =
      ObjectShape.of(
          fields -> {
            var weight = fields.always("weight", INT, PreferredNodes::weight);
            var preference =
                fields.always("preference", NODE_SELECTOR_TERM, PreferredNodes::preference);
            return values -> new PreferredNodes(values.get(weight), values.get(preference));
          });

  private static final ObjectShape<NodeAffinity> NODE_AFFINITY =
      ObjectShape.of(
          fields -> {
            var required =
                fields.maybe(
                    "requiredDuringSchedulingIgnoredDuringExecution",
                    NODE_SELECTOR,
                    NodeAffinity::required);
            var preferred =
                fields.list(
                    "preferredDuringSchedulingIgnoredDuringExecution",
                    PREFERRED_NODES,
                    NodeAffinity::preferred);
            return values -> new NodeAffinity(values.get(required), values.get(preferred));
          });

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
            return values ->
                new PodAffinityTerm(
                    values.get(selector),
                    values.get(key),
                    values.get(namespaces),
                    values.get(inNamespaces),
                    values.get(same),
                    values.get(other));
          });

  private static final ObjectShape<PreferredPods> PREFERRED_PODS =
      ObjectShape.of(
          fields -> {
            var weight = fields.always("weight", INT, PreferredPods::weight);
            var term = fields.always("podAffinityTerm", POD_AFFINITY_TERM, PreferredPods::term);
            return values -> new PreferredPods(values.get(weight), values.get(term));
          });

  private static final ObjectShape<PodAffinity> POD_AFFINITY =
      ObjectShape.of(
          fields -> {
            var required =
                fields.list(
                    "requiredDuringSchedulingIgnoredDuringExecution",
                    POD_AFFINITY_TERM,
                    PodAffinity::required);
            var preferred =
                fields.list(
                    "preferredDuringSchedulingIgnoredDuringExecution",
                    PREFERRED_PODS,
                    PodAffinity::preferred);
            return values -> new PodAffinity(values.get(required), values.get(preferred));
          });

  private static final ObjectShape<Affinity> AFFINITY =
      ObjectShape.of(
          fields -> {
            var nodes = fields.add("nodeAffinity", NODE_AFFINITY, Affinity::nodes);
            var near = fields.add("podAffinity", POD_AFFINITY, Affinity::near);
            var apart = fields.add("podAntiAffinity", POD_AFFINITY, Affinity::apart);
            return values -> new Affinity(values.get(nodes), values.get(near), values.get(apart));
          });

  private static final ObjectShape<SchedulingGate> SCHEDULING_GATE =
      ObjectShape.of(
          fields -> {
            var name = fields.always("name", STRING, SchedulingGate::name);
            return values -> new SchedulingGate(values.get(name));
          });

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
            var others = new UnconsideredFields(fields);
            return values ->
                new PodSpec(
                    values.get(nodeName),
                    values.get(scheduler),
                    values.get(priority),
                    values.get(nodeSelector),
                    values.get(affinity).nodes().required(),
                    values.get(affinity).nodes().preferred(),
                    values.get(affinity).near(),
                    values.get(affinity).apart(),
                    values.get(tolerations),
                    values.get(claims),
                    values.get(inits),
                    values.get(containers),
                    values.get(overhead),
                    values.get(gates).stream().map(SchedulingGate::name).toList(),
                    others.of(values, values.get(inits), values.get(containers)));
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
          fields -> {
            var name = fields.always("name", STRING, PodResourceClaimStatus::name);
            var claim =
                fields.add("resourceClaimName", STRING, PodResourceClaimStatus::resourceClaimName);
            return values -> new PodResourceClaimStatus(values.get(name), values.get(claim));
          });

  private static final ObjectShape<PodStatus> POD_STATUS =
      ObjectShape.of(
          fields -> {
            var phase = fields.add("phase", STRING, PodStatus::phase);
            var claims =
                fields.list(
                    "resourceClaimStatuses", CLAIM_STATUS, PodStatus::resourceClaimStatuses);
            return values -> new PodStatus(values.get(phase), values.get(claims));
          });

  public static final ObjectShape<Pod> POD =
      ObjectShape.of(
          fields -> {
            var metadata = fields.add("metadata", OBJECT_META, Pod::metadata);
            var spec = fields.add("spec", POD_SPEC, Pod::spec);
            var status = fields.add("status", POD_STATUS, Pod::status);
            return values ->
                new Pod(values.get(metadata), values.get(spec), values.get(status), RawJson.ABSENT);
          });

  private static final ObjectShape<NodeTaint> TAINT =
      ObjectShape.of(
          fields -> {
            var key = fields.always("key", STRING, NodeTaint::key);
            var value = fields.add("value", STRING, NodeTaint::value);
            var effect = fields.always("effect", STRING, NodeTaint::effect);
            return values -> new NodeTaint(values.get(key), values.get(value), values.get(effect));
          });

  private static final ObjectShape<NodeSpec> NODE_SPEC =
      ObjectShape.of(
          fields -> {
            var unschedulable = fields.add("unschedulable", BOOL, NodeSpec::unschedulable);
            var taints = fields.list("taints", TAINT, NodeSpec::taints);
            return values -> new NodeSpec(values.get(unschedulable), values.get(taints));
          });

  private static final ObjectShape<NodeStatus> NODE_STATUS =
      ObjectShape.of(
          fields -> {
            var allocatable = fields.map("allocatable", QUANTITY, NodeStatus::allocatable);
            var features = fields.list("declaredFeatures", STRING, NodeStatus::declaredFeatures);
            return values -> new NodeStatus(values.get(allocatable), values.get(features));
          });

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
            return values ->
                new Node(
                    values.get(metadata),
                    values.get(spec).unschedulable(),
                    values.get(spec).taints(),
                    values.get(status).allocatable(),
                    values.get(status).declaredFeatures(),
                    RawJson.ABSENT);
          });

  public static final ObjectShape<Namespace> NAMESPACE =
      ObjectShape.of(
          fields -> {
            var metadata = fields.add("metadata", OBJECT_META, Namespace::metadata);
            return values -> new Namespace(values.get(metadata), RawJson.ABSENT);
          });
}
