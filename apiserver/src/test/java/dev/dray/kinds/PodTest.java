package dev.dray.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.api.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: p1, namespace: default}
      spec:
        containers:
        - name: a
          image: busybox
          ports: [{containerPort: 80}]
          resources: {limits: {cpu: 1000m}, claims: [{name: c}]}
        resourceClaims: [{name: c, resourceClaimName: cc}]
      """;

  private final World world = new World();

  private static Json.Obj with(Json.Obj pod, Json value, String... path) {
    return pod.with(List.of(path), value);
  }

  private Json.Obj bound() {
    return world
        .updatePart("pods", "binding", binding("node-1"), world.created("pods", POD))
        .object();
  }

  private static Json.Obj binding(String node) {
    return Json.obj("target", Json.obj("kind", "Node", "name", node));
  }

  @Test
  void a_new_pod_gets_what_upstream_fills_in() {
    var pod = world.create("pods", POD);

    assertThat(World.messages(pod)).isEmpty();
    var expected =
        World.tree(
            """
            containers:
            - name: a
              image: busybox
              ports: [{containerPort: 80, protocol: TCP}]
              resources: {limits: {cpu: "1"}, claims: [{name: c}], requests: {cpu: "1"}}
              terminationMessagePath: /dev/termination-log
              terminationMessagePolicy: File
              imagePullPolicy: Always
            resourceClaims: [{name: c, resourceClaimName: cc}]
            restartPolicy: Always
            terminationGracePeriodSeconds: 30
            dnsPolicy: ClusterFirst
            securityContext: {}
            schedulerName: default-scheduler
            enableServiceLinks: true
            serviceAccountName: default
            serviceAccount: default
            tolerations:
            - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            """);
    assertThat(pod.object().object("spec")).isEqualTo(expected);
    assertThat(pod.object().object("status"))
        .isEqualTo(Json.obj("phase", "Pending", "qosClass", "Burstable"));
    assertThat(pod.object().number("metadata", "generation")).contains(1L);
  }

  @Test
  void an_image_with_a_tag_or_a_digest_is_pulled_only_once() {
    var pod =
        world.created(
            "pods",
            """
            metadata: {name: p}
            spec:
              containers:
              - {name: a, image: "registry:5000/x"}
              - {name: b, image: "registry:5000/x:1.2"}
              - {name: c, image: "x@sha256:00"}
              - {name: d, image: "x:latest"}
            """);

    assertThat(pod.objects("spec", "containers").stream().map(it -> it.text("imagePullPolicy")))
        .containsExactly("Always", "IfNotPresent", "IfNotPresent", "Always");
  }

  @Test
  void probes_and_volumes_have_defaults_too() {
    var pod =
        world.created(
            "pods",
            """
            metadata: {name: p}
            spec:
              containers:
              - name: a
                image: x
                livenessProbe: {httpGet: {port: 80}}
                env: [{name: X, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
              volumes:
              - {name: e}
              - {name: c, configMap: {name: x}}
              - {name: h, hostPath: {path: /x}}
            """);

    var container = pod.objects("spec", "containers").getFirst();
    assertThat(container.object("livenessProbe"))
        .isEqualTo(
            World.tree(
                """
                httpGet: {port: 80, path: /, scheme: HTTP}
                timeoutSeconds: 1
                periodSeconds: 10
                successThreshold: 1
                failureThreshold: 3
                """));
    assertThat(container.objects("env").getFirst().text("valueFrom", "fieldRef", "apiVersion"))
        .isEqualTo("v1");
    assertThat(pod.items("spec", "volumes"))
        .isEqualTo(
            World.tree(
                    """
                    volumes:
                    - {name: e, emptyDir: {}}
                    - {name: c, configMap: {name: x, defaultMode: 420}}
                    - {name: h, hostPath: {path: /x, type: ""}}
                    """)
                .items("volumes"));
  }

  @Test
  void mistakes_are_told_where_and_as_upstream_tells_them() {
    var pod =
        world.create(
            "pods",
            """
            metadata: {name: bad}
            spec:
              restartPolicy: Sometimes
              nodeName: "A B"
              activeDeadlineSeconds: -1
              containers:
              - name: a
                image: ""
                imagePullPolicy: Foo
                resources:
                  limits: {cpu: "1"}
                  requests: {cpu: "2", example.com/x: 1500m}
                  claims: [{name: nope}, {name: nope}]
              - {name: a, image: x, ports: [{containerPort: 0}], volumeMounts: [{name: nov}]}
              resourceClaims:
              - {name: c}
              - {name: c, resourceClaimName: cc, resourceClaimTemplateName: tt}
              tolerations:
              - {operator: Equal, value: x}
              - {key: k, operator: Exists, value: x}
              - {key: k, tolerationSeconds: 3}
              schedulingGates: [{name: x}, {name: x}]
              volumes: [{name: v, emptyDir: {}, hostPath: {path: x}}]
            """);

    assertThat(World.messages(pod).stream().map(PodTest::withoutRegex))
        .containsExactlyInAnyOrder(
            "spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type",
            "spec.resourceClaims[0]: Invalid value:"
                + " {\"Name\":\"c\",\"ResourceClaimName\":null,\"ResourceClaimTemplateName\":null}:"
                + " must specify one of: `resourceClaimName`, `resourceClaimTemplateName`",
            "spec.resourceClaims[1].name: Duplicate value: \"c\"",
            "spec.resourceClaims[1]: Invalid value:"
                + " {\"Name\":\"c\",\"ResourceClaimName\":\"cc\",\"ResourceClaimTemplateName\":\"tt\"}:"
                + " at most one of `resourceClaimName` or `resourceClaimTemplateName` may be"
                + " specified",
            "spec.containers[0].image: Required value",
            "spec.containers[0].imagePullPolicy: Unsupported value: \"Foo\": supported values:"
                + " \"Always\", \"IfNotPresent\", \"Never\"",
            "spec.containers[0].resources.requests: Invalid value: \"2\": must be less than or"
                + " equal to cpu limit of 1",
            "spec.containers[0].resources.requests[example.com/x]: Invalid value: \"1500m\": must"
                + " be an integer",
            "spec.containers[0].resources.limits: Required value: Limit must be set for non"
                + " overcommitable resources",
            "spec.containers[0].resources.claims[0]: Not found: \"nope\": must be one of the names"
                + " in pod.spec.resourceClaims: c",
            "spec.containers[0].resources.claims[1]: Duplicate value: \"nope\"",
            "spec.containers[0].resources.claims[1]: Not found: \"nope\": must be one of the names"
                + " in pod.spec.resourceClaims: c",
            "spec.containers[1].name: Duplicate value: \"a\"",
            "spec.containers[1].ports[0].containerPort: Required value",
            "spec.containers[1].volumeMounts[0].name: Not found: \"nov\"",
            "spec.containers[1].volumeMounts[0].mountPath: Required value",
            "spec.restartPolicy: Unsupported value: \"Sometimes\": supported values: \"Always\","
                + " \"OnFailure\", \"Never\"",
            "spec.nodeName: Invalid value: \"A B\": a lowercase RFC 1123 subdomain",
            "spec.activeDeadlineSeconds: Invalid value: -1: must be between 1 and 2147483647,"
                + " inclusive",
            "spec.schedulingGates[1]: Duplicate value: \"x\"",
            "spec.tolerations[0].operator: Invalid value: \"Equal\": operator must be Exists when"
                + " `key` is empty, which means \"match all values and all keys\"",
            "spec.tolerations[1].operator: Invalid value: \"x\": value must be empty when"
                + " `operator` is 'Exists'",
            "spec.tolerations[2].effect: Invalid value: \"\": effect must be 'NoExecute' when"
                + " `tolerationSeconds` is set",
            "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared");
  }

  private static String withoutRegex(String message) {
    int at = message.indexOf(" must consist of");
    return at < 0 ? message : message.substring(0, at);
  }

  @Test
  void a_pod_needs_containers() {
    assertThat(World.messages(world.create("pods", "metadata: {name: p}\nspec: {}\n")))
        .containsExactly("spec.containers: Required value");
  }

  @Test
  void an_image_may_change_and_a_node_may_not() {
    var stored = world.created("pods", POD);
    var container = stored.objects("spec", "containers").getFirst();
    var renewed =
        with(
            stored,
            Json.Arr.of(container.with("image", Json.of("busybox:2"))),
            "spec",
            "containers");

    assertThat(World.messages(world.update("pods", renewed, stored))).isEmpty();
    assertThat(world.update("pods", renewed, stored).object().number("metadata", "generation"))
        .contains(2L);
    assertThat(
            World.messages(
                world.update("pods", with(stored, Json.of("x"), "spec", "nodeName"), stored)))
        .singleElement()
        .asString()
        .startsWith("spec: Forbidden: pod updates may not change fields other than");
  }

  @Test
  void tolerations_can_be_added_and_those_for_sick_nodes_come_back() {
    var stored = world.created("pods", POD);
    var more = Json.obj("key", "k", "operator", "Exists");

    var updated =
        world.update("pods", with(stored, Json.Arr.of(more), "spec", "tolerations"), stored);

    assertThat(World.messages(updated)).isEmpty();
    assertThat(updated.object().items("spec", "tolerations")).hasSize(3);
    var without = with(stored, Json.Arr.of(), "spec", "tolerations");
    assertThat(World.messages(world.update("pods", without, updated.object())))
        .containsExactly(
            "spec.tolerations: Forbidden: existing toleration can not be modified except its"
                + " tolerationSeconds");
  }

  @Test
  void what_a_pod_was_given_when_it_was_new_need_not_be_said_again() {
    var stored = with(world.created("pods", POD), Json.of(7), "spec", "priority");
    var again = world.decode("pods", "v1", POD).draft().tree();

    var updated = world.update("pods", again.with("status", stored.object("status")), stored);

    assertThat(World.messages(updated)).isEmpty();
    assertThat(updated.object().object("spec")).isEqualTo(stored.object("spec"));
  }

  @Test
  void a_deadline_can_only_come_nearer() {
    var stored = with(world.created("pods", POD), Json.of(5), "spec", "activeDeadlineSeconds");

    assertThat(
            World.messages(
                world.update(
                    "pods", with(stored, Json.of(6), "spec", "activeDeadlineSeconds"), stored)))
        .containsExactly(
            "spec.activeDeadlineSeconds: Invalid value: 6: must be less than or equal to previous"
                + " value");
    assertThat(
            World.messages(
                world.update(
                    "pods", stored.without(List.of("spec", "activeDeadlineSeconds")), stored)))
        .containsExactly(
            "spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive"
                + " integer to nil value");
  }

  @Test
  void scheduling_gates_can_only_be_removed() {
    var gated =
        world.created(
            "pods",
            """
            metadata: {name: p}
            spec: {containers: [{name: a, image: x}], schedulingGates: [{name: a.b/c}]}
            """);

    assertThat(gated.objects("status", "conditions").getFirst().text("reason"))
        .isEqualTo("SchedulingGated");
    assertThat(world.cells("pods", gated).get(2)).isEqualTo("SchedulingGated");
    assertThat(
            World.messages(
                world.update("pods", gated.without(List.of("spec", "schedulingGates")), gated)))
        .isEmpty();
    var other = with(gated, Json.Arr.of(Json.obj("name", "d.e/f")), "spec", "schedulingGates");
    assertThat(World.messages(world.update("pods", other, gated)))
        .containsExactly(
            "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new"
                + " scheduling gate 'd.e/f'");
    assertThatThrownBy(() -> world.updatePart("pods", "binding", binding("node-1"), gated))
        .hasMessage(
            "Operation cannot be fulfilled on pods/binding \"p\": pod p has non-empty"
                + " .spec.schedulingGates");
  }

  @Test
  void a_binding_puts_a_pod_on_a_node_once() {
    var pod = bound();

    assertThat(pod.text("spec", "nodeName")).isEqualTo("node-1");
    assertThat(pod.objects("status", "conditions").getFirst())
        .isEqualTo(
            Json.obj(
                "type",
                "PodScheduled",
                "status",
                "True",
                "lastTransitionTime",
                "2026-05-05T10:00:00Z"));
    assertThatThrownBy(() -> world.updatePart("pods", "binding", binding("node-2"), pod))
        .isInstanceOfSatisfying(
            StatusError.class,
            error -> assertThat(error.reason()).isEqualTo(StatusError.Reason.CONFLICT))
        .hasMessage(
            "Operation cannot be fulfilled on pods/binding \"p1\": pod p1 is already assigned to"
                + " node \"node-1\"");
  }

  @Test
  void a_binding_must_name_a_node() {
    var pod = world.created("pods", POD);

    assertThatThrownBy(() -> world.updatePart("pods", "binding", binding(""), pod))
        .hasMessage("target.name: Required value");
  }

  @Test
  void only_a_pod_that_runs_somewhere_is_given_time_to_end() {
    var strategy = world.resource("pods").strategy();
    var pod = bound();

    assertThat(strategy.gracePeriod(world.created("pods", POD))).isZero();
    assertThat(strategy.gracePeriod(pod)).isEqualTo(30);
    assertThat(strategy.gracePeriod(with(pod, Json.of("Failed"), "status", "phase"))).isZero();
  }

  @Test
  void a_write_to_the_status_changes_only_that_and_keeps_the_class_of_service() {
    var stored = bound();
    var written =
        with(stored, Json.of("other"), "spec", "nodeName")
            .with("status", Json.obj("phase", "Running"));

    var updated = world.updatePart("pods", "status", written, stored).object();

    assertThat(updated.text("spec", "nodeName")).isEqualTo("node-1");
    assertThat(updated.object("status"))
        .isEqualTo(Json.obj("phase", "Running", "qosClass", "Burstable"));
  }

  @Test
  void the_status_names_claims_of_the_pod_only() {
    var stored = bound();
    var written =
        with(stored, Json.Arr.of(Json.obj("name", "x")), "status", "resourceClaimStatuses");

    assertThat(World.messages(world.updatePart("pods", "status", written, stored)))
        .containsExactly(
            "status.resourceClaimStatuses[0].name: Invalid value: \"x\": must match the name of an"
                + " entry in `spec.resourceClaims`");
  }

  private static final String MIRROR = "kubernetes.io/config.mirror";

  private static Json.Obj mirror(Json.Obj pod, String value) {
    return with(pod, Json.of(value), "metadata", "annotations", MIRROR);
  }

  @Test
  void a_mirror_must_be_of_a_node() {
    var pod =
        POD.replace(
            "namespace: default",
            "namespace: default, annotations: {kubernetes.io/config.mirror: x}");

    assertThat(World.messages(world.create("pods", pod)))
        .containsExactly(
            "metadata.annotations[kubernetes.io/config.mirror]: Invalid value: \"x\": must set"
                + " spec.nodeName if mirror pod annotation is set");
    assertThat(
            World.messages(world.create("pods", pod.replace("spec:", "spec:\n  nodeName: node-1"))))
        .isEmpty();
  }

  @Test
  void nothing_becomes_or_ceases_to_be_a_mirror() {
    var plain = bound();
    var mirror = mirror(plain, "x");

    for (var mayNot :
        List.of(
            new Change(plain, mirror, "add"),
            new Change(mirror, plain, "remove or update"),
            new Change(mirror, mirror(plain, "y"), "remove or update"))) {
      var expected =
          "metadata.annotations[kubernetes.io/config.mirror]: Forbidden: may not %s mirror pod annotation"
              .formatted(mayNot.words());
      assertThat(World.messages(world.update("pods", mayNot.after(), mayNot.before())))
          .containsExactly(expected);
      assertThat(
              World.messages(world.updatePart("pods", "status", mayNot.after(), mayNot.before())))
          .containsExactly(expected);
    }
    assertThat(World.messages(world.update("pods", mirror, mirror))).isEmpty();
    assertThat(World.messages(world.updatePart("pods", "status", mirror, mirror))).isEmpty();
  }

  private record Change(Json.Obj before, Json.Obj after, String words) {}

  @Test
  void the_table_counts_what_is_ready_and_says_what_is_wrong() {
    var pod =
        World.tree(
            """
            metadata: {name: p, creationTimestamp: "2026-05-05T09:00:00Z"}
            spec:
              nodeName: node-1
              containers: [{name: a}, {name: b}]
              initContainers: [{name: s, restartPolicy: Always}]
            status:
              phase: Running
              podIPs: [{ip: 10.0.0.1}]
              initContainerStatuses: [{name: s, ready: true, started: true, restartCount: 1}]
              containerStatuses:
              - {name: a, ready: true, restartCount: 0, state: {running: {}}}
              - name: b
                restartCount: 2
                state: {waiting: {reason: CrashLoopBackOff}}
                lastState: {terminated: {finishedAt: "2026-05-05T09:58:00Z"}}
            """);

    assertThat(world.cells("pods", pod))
        .containsExactly(
            "p",
            "2/3",
            "CrashLoopBackOff",
            "3 (2m ago)",
            "60m",
            "10.0.0.1",
            "node-1",
            "<none>",
            "<none>");
    var leaving = with(pod, Json.of("2026-05-05T10:00:30Z"), "metadata", "deletionTimestamp");
    assertThat(world.cells("pods", leaving).get(2)).isEqualTo("Terminating");
  }

  @Test
  void pods_can_be_selected_by_node_scheduler_and_phase() {
    var pods = world.resource("pods");
    var pod = bound();

    assertThat(pods.fieldLabels().values().keySet())
        .contains("spec.nodeName", "spec.schedulerName", "status.phase", "metadata.name");
    assertThat(World.selected(pods, "spec.nodeName", pod)).isEqualTo("node-1");
    assertThat(World.selected(pods, "status.phase", pod)).isEqualTo("Pending");
  }

  @Test
  void a_pod_is_guaranteed_what_it_asks_for_if_it_asks_for_all_of_it() {
    assertThat(quality("{limits: {cpu: 1, memory: 1Gi}}")).isEqualTo("Guaranteed");
    assertThat(quality("{requests: {cpu: 1}}")).isEqualTo("Burstable");
    assertThat(quality("{}")).isEqualTo("BestEffort");
  }

  private String quality(String resources) {
    return world
        .created(
            "pods",
            """
            metadata: {name: p}
            spec: {containers: [{name: a, image: x, resources: %s}]}
            """
                .formatted(resources))
        .text("status", "qosClass");
  }

  private static String withAffinity(String labels, String affinity) {
    return """
    metadata: {name: p, labels: {%s}}
    spec:
      containers: [{name: a, image: x}]
      affinity: {%s}
    """
        .formatted(labels, affinity);
  }

  @Test
  void keys_of_labels_are_merged_into_the_selectors_of_affinity() {
    var pod =
        world.created(
            "pods",
            withAffinity(
                "hash: v1, team: t",
                """
                podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [
                  {topologyKey: zone, labelSelector: {matchLabels: {app: a}},
                   matchLabelKeys: [hash, none], mismatchLabelKeys: [team]}]},
                podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [
                  {weight: 1, podAffinityTerm:
                    {topologyKey: zone, labelSelector: {}, matchLabelKeys: [team]}}]}
                """));

    var affinity = pod.object("spec").object("affinity");
    var required = "requiredDuringSchedulingIgnoredDuringExecution";
    var preferred = "preferredDuringSchedulingIgnoredDuringExecution";
    assertThat(affinity.object("podAffinity").objects(required).getFirst().object("labelSelector"))
        .isEqualTo(
            World.tree(
                """
                matchLabels: {app: a}
                matchExpressions:
                - {key: hash, operator: In, values: [v1]}
                - {key: team, operator: NotIn, values: [t]}
                """));
    assertThat(
            affinity
                .object("podAntiAffinity")
                .objects(preferred)
                .getFirst()
                .object("podAffinityTerm")
                .object("labelSelector"))
        .isEqualTo(World.tree("matchExpressions: [{key: team, operator: In, values: [t]}]"));
    assertThat(World.messages(world.update("pods", pod, pod))).isEmpty();
  }

  @Test
  void mistakes_in_affinity_between_pods_are_told_as_upstream_tells_them() {
    var affinity =
        """
        podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [
          {topologyKey: "", labelSelector: {matchExpressions: [
            {key: a, operator: In}, {key: b, operator: Exists, values: [x]},
            {key: c, operator: Near}, {key: "-", operator: In, values: ["-"]}]}},
          {topologyKey: zone, matchLabelKeys: [a], namespaces: [X]},
          {topologyKey: zone, labelSelector: {matchLabels: {a: x}}, matchLabelKeys: [a, b],
           mismatchLabelKeys: [b]}]},
        podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [
          {weight: 0, podAffinityTerm: {topologyKey: zone, namespaceSelector: {matchLabels: {"-": x}}}},
          {weight: 101, podAffinityTerm: {topologyKey: "a/b/c"}}]}
        """;

    var near = "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution";
    var apart = "spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution";
    assertThat(World.messages(world.create("pods", withAffinity("a: x, b: z", affinity))))
        .extracting(
            it ->
                it.replace(near, "near")
                    .replace(apart, "apart")
                    .replaceAll(": (name part|a valid label|a lowercase RFC).*", ": ..."))
        .containsExactly(
            "near[0].labelSelector.matchExpressions[0].values: Required value: must be specified"
                + " when `operator` is 'In' or 'NotIn'",
            "near[0].labelSelector.matchExpressions[1].values: Forbidden: may not be specified"
                + " when `operator` is 'Exists' or 'DoesNotExist'",
            "near[0].labelSelector.matchExpressions[2].operator: Invalid value: \"Near\": not a"
                + " valid selector operator",
            "near[0].labelSelector.matchExpressions[3].key: Invalid value: \"-\": ...",
            "near[0].labelSelector.matchExpressions[3].values[0]: Invalid value: \"-\": ...",
            "near[0].topologyKey: Required value: can not be empty",
            "near[0].topologyKey: Invalid value: \"\": ...",
            "near[0].topologyKey: Invalid value: \"\": ...",
            "near[1].namespace: Invalid value: \"X\": ...",
            "near[1].matchLabelKeys: Forbidden: must not be specified when labelSelector is not"
                + " set",
            "near[2][0]: Invalid value: \"a\": exists in both matchLabelKeys and labelSelector",
            "near[2][1]: Invalid value: \"b\": exists in both matchLabelKeys and labelSelector",
            "near[2].matchLabelKeys[1]: Invalid value: \"b\": exists in both matchLabelKeys and"
                + " mismatchLabelKeys",
            "apart[0].weight: Invalid value: 0: must be in the range 1-100",
            "apart[0].podAffinityTerm.namespaceSelector.matchLabels: Invalid value: \"-\": ...",
            "apart[1].weight: Invalid value: 101: must be in the range 1-100",
            "apart[1].podAffinityTerm.topologyKey: Invalid value: \"a/b/c\": ...");
  }

  @Test
  void mistakes_in_preferred_nodes_are_told_as_upstream_tells_them() {
    var affinity =
        """
        nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [
          {weight: 0, preference: {matchExpressions: [{key: a, operator: In}]}},
          {weight: 100, preference: {matchFields: [{key: metadata.uid, operator: In, values: [x]}]}},
          {weight: 1, preference: {matchExpressions: [{key: a, operator: Exists}]}}]}
        """;

    var nodes = "spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution";
    assertThat(World.messages(world.create("pods", withAffinity("a: x", affinity))))
        .extracting(it -> it.replace(nodes, "nodes"))
        .containsExactly(
            "nodes[0].weight: Invalid value: 0: must be in the range 1-100",
            "nodes[0].preference.matchExpressions[0].values: Required value: must be specified"
                + " when `operator` is 'In' or 'NotIn'",
            "nodes[1].preference.matchFields[0].key: Invalid value: \"metadata.uid\": not a valid"
                + " field selector key");
  }

  @Test
  void while_a_pod_is_gated_only_its_affinity_to_nodes_may_change() {
    var gated =
        world.created(
            "pods",
            """
            metadata: {name: p}
            spec:
              containers: [{name: a, image: x}]
              schedulingGates: [{name: a.b/c}]
            """);
    var nodes =
        World.tree(
            """
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}]
            """);
    var pods =
        World.tree(
            """
            requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone}]
            """);

    assertThat(
            World.messages(
                world.update(
                    "pods", with(gated, nodes, "spec", "affinity", "nodeAffinity"), gated)))
        .isEmpty();
    assertThat(
            World.messages(
                world.update("pods", with(gated, pods, "spec", "affinity", "podAffinity"), gated)))
        .hasSize(1)
        .allMatch(it -> it.startsWith("spec: Forbidden: pod updates may not change fields other"));
  }
}
