package dev.dray.kinds.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.json.Json;
import dev.dray.kinds.Columns;
import dev.dray.kinds.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoreKindsTest {
  private final World world = new World();

  private List<String> mistakes(String plural, String yaml) {
    return World.messages(world.create(plural, yaml)).stream()
        .map(CoreKindsTest::withoutRegex)
        .toList();
  }

  private static String withoutRegex(String message) {
    int at = message.indexOf(" must consist of");
    return at < 0 ? message : message.substring(0, at);
  }

  private static Json.Obj with(Json.Obj object, Json value, String... path) {
    return object.with(List.of(path), value);
  }

  @Test
  void every_kind_has_a_name_column_and_can_be_selected_by_name() {
    for (var resource : World.everywhere().kinds.all()) {
      assertThat(resource.columns().columns().stream().map(Columns.Column::format))
          .as(resource.toString())
          .contains("name");
      assertThat(resource.columns().cells(Json.Obj.EMPTY, World.NOW))
          .as(resource.toString())
          .hasSameSizeAs(resource.columns().columns());
      assertThat(resource.fieldLabels().values()).containsKey("metadata.name");
    }
  }

  @Test
  void unknown_fields_of_core_kinds_are_told_by_their_path() {
    var strategy = world.resource("pods").strategy();
    var pod = World.tree("metadata: {name: p}\nspec: {foo: 1, containers: [{bar: 2}]}\n");

    assertThat(strategy.decode(pod, "v1", FieldValidation.STRICT).errors())
        .containsExactly("unknown field \"spec.foo\"", "unknown field \"spec.containers[0].bar\"");
    var warned = strategy.decode(pod, "v1", FieldValidation.WARN);
    assertThat(warned.errors()).isEmpty();
    assertThat(warned.warnings()).hasSize(2);
    assertThat(warned.draft().tree().find("spec", "foo")).isEmpty();
    var mistyped = with(pod, Json.of("x"), "spec", "containers");
    assertThat(strategy.decode(mistyped, "v1", FieldValidation.IGNORE).errors()).hasSize(1);
  }

  @Test
  void labels_are_checked_for_every_kind() {
    assertThat(mistakes("configmaps", "metadata: {name: c, labels: {\"a b\": x}}\n"))
        .containsExactly("metadata.labels: Invalid value: \"a b\": name part");
  }

  @Test
  void a_namespace_is_active_until_it_ends_and_its_finalizers_hold_it_back() {
    var strategy = world.resource("namespaces").strategy();
    var namespace = world.created("namespaces", "metadata: {name: x}\nstatus: {phase: Foo}\n");

    assertThat(namespace.texts("spec", "finalizers")).containsExactly("kubernetes");
    assertThat(namespace.text("status", "phase")).isEqualTo("Active");
    assertThat(namespace.map("metadata", "labels"))
        .containsExactly(Map.entry("kubernetes.io/metadata.name", "x"));
    assertThat(strategy.heldBack(namespace)).isTrue();
    assertThat(strategy.deleting(namespace).text("status", "phase")).isEqualTo("Terminating");
    var finalized =
        world.updatePart(
            "namespaces",
            "finalize",
            with(namespace, Json.Arr.of(), "spec", "finalizers"),
            namespace);
    assertThat(strategy.heldBack(finalized.object())).isFalse();
  }

  @Test
  void a_write_to_a_namespace_changes_neither_its_finalizers_nor_its_phase() {
    var namespace = world.created("namespaces", "metadata: {name: x}\n");
    var written = namespace.without("spec").with("status", Json.obj("phase", "Terminating"));

    assertThat(world.update("namespaces", written, namespace).object()).isEqualTo(namespace);
    assertThat(World.messages(world.updatePart("namespaces", "status", written, namespace)))
        .containsExactly(
            "status.Phase: Invalid value: \"Terminating\": may only be 'Active' if"
                + " `deletionTimestamp` is empty");
  }

  @Test
  void a_namespace_is_named_like_a_dns_label() {
    assertThat(world.resource("namespaces").strategy().nameMistakes("a.b"))
        .containsExactly("must not contain dots");
  }

  @Test
  void a_node_comes_with_its_status_and_keeps_where_it_is() {
    var node =
        world.created(
            "nodes",
            """
            metadata: {name: n1, labels: {node-role.kubernetes.io/control-plane: ""}}
            spec: {podCIDR: 10.0.0.0/24, providerID: z1, unschedulable: true}
            status: {capacity: {cpu: 4}}
            """);

    assertThat(node.text("status", "allocatable", "cpu")).isEqualTo("4");
    assertThat(node.texts("spec", "podCIDRs")).containsExactly("10.0.0.0/24");
    assertThat(world.cells("nodes", node))
        .containsExactly(
            "n1",
            "Unknown,SchedulingDisabled",
            "control-plane",
            "<unknown>",
            "",
            "<none>",
            "<none>",
            "<unknown>",
            "<unknown>",
            "<unknown>");
    var moved =
        with(
            with(node, Json.of("z2"), "spec", "providerID"),
            Json.strings(List.of("10.3.0.0/16")),
            "spec",
            "podCIDRs");
    assertThat(World.messages(world.update("nodes", moved, node)))
        .containsExactly(
            "spec.podCIDRs: Forbidden: node updates may not change podCIDR except from \"\" to"
                + " valid",
            "spec.providerID: Invalid value: null: field cannot be modified once set");
  }

  @Test
  void taints_of_nodes_are_unique_and_have_known_effects() {
    assertThat(
            mistakes(
                "nodes",
                """
                metadata: {name: n2}
                spec:
                  taints:
                  - {key: "a b", effect: Foo}
                  - {key: k}
                  - {key: k, effect: NoSchedule}
                  - {key: k, effect: NoSchedule}
                status: {capacity: {cpu: -4}}
                """))
        .containsExactly(
            "metadata.taints[0].key: Invalid value: \"a b\": name part",
            "metadata.taints[0].effect: Unsupported value: \"Foo\": supported values:"
                + " \"NoSchedule\", \"PreferNoSchedule\", \"NoExecute\"",
            "metadata.taints[1].effect: Required value",
            "metadata.taints[3]: Duplicate value:"
                + " {\"Key\":\"k\",\"Value\":\"\",\"Effect\":\"NoSchedule\",\"TimeAdded\":null}:"
                + " taints must be unique by key and effect pair",
            "status.capacity.cpu: Invalid value: \"-4\": must be greater than or equal to 0",
            "status.allocatable.cpu: Invalid value: \"-4\": must be greater than or equal to 0");
  }

  @Test
  void a_config_map_that_is_immutable_stays_as_it_is() {
    var map = world.created("configmaps", "metadata: {name: c}\ndata: {k: v}\nimmutable: true\n");
    var written = with(map, Json.of("w"), "data", "k").with("immutable", Json.of(false));

    assertThat(World.messages(world.update("configmaps", written, map)))
        .containsExactly(
            "immutable: Forbidden: field is immutable when `immutable` is set",
            "data: Forbidden: field is immutable when `immutable` is set");
    assertThat(
            World.messages(
                world.update(
                    "configmaps", with(map, Json.of("x"), "metadata", "labels", "a"), map)))
        .isEmpty();
  }

  @Test
  void keys_of_config_maps_are_file_names_and_are_there_once() {
    assertThat(
            mistakes(
                "configmaps",
                """
                metadata: {name: c}
                data: {"a b": x, k: v, "..": z}
                binaryData: {k: eA==}
                """))
        .containsExactlyInAnyOrder(
            "data[..]: Invalid value: \"..\": must not be '..'",
            "data[a b]: Invalid value: \"a b\": a valid config key",
            "data[k]: Invalid value: \"k\": duplicate of key present in binaryData");
  }

  @Test
  void text_of_a_secret_is_kept_as_bytes() {
    var secret = world.created("secrets", "metadata: {name: s}\nstringData: {a: b}\n");

    assertThat(secret.text("data", "a")).isEqualTo("Yg==");
    assertThat(secret.has("stringData")).isFalse();
    assertThat(secret.text("type")).isEqualTo("Opaque");
    assertThat(world.cells("secrets", secret).subList(0, 3)).containsExactly("s", "Opaque", "1");
    assertThat(World.messages(world.update("secrets", secret.with("type", Json.of("x")), secret)))
        .containsExactly("type: Invalid value: \"x\": field is immutable");
  }

  @Test
  void secrets_of_known_types_have_what_these_need() {
    assertThat(mistakes("secrets", "metadata: {name: s}\ntype: kubernetes.io/tls\n"))
        .containsExactly("data[tls.crt]: Required value", "data[tls.key]: Required value");
  }

  @Test
  void a_quota_limits_what_is_known() {
    assertThat(
            mistakes(
                "resourcequotas",
                """
                metadata: {name: q}
                spec:
                  hard: {foo: "1", cpu: -1, count/resourceclaims.resource.k8s.io: "1.5", gpu.deviceclass.resource.k8s.io/devices: 4}
                  scopes: [Foo]
                """))
        .containsExactly(
            "spec.hard[foo]: Invalid value: \"foo\": must be a standard resource type or fully"
                + " qualified",
            "spec.hard[foo]: Invalid value: \"foo\": must be a standard resource for quota",
            "spec.hard[cpu]: Invalid value: \"-1\": must be greater than or equal to 0",
            "spec.hard[count/resourceclaims.resource.k8s.io]: Invalid value: \"1500m\": must be an"
                + " integer",
            "spec.scopes: Invalid value: [\"Foo\"]: unsupported scope");
  }

  @Test
  void a_quota_shows_what_is_used_of_what() {
    var quota =
        World.tree(
            """
            metadata: {name: q}
            status: {hard: {pods: "2", limits.cpu: "2"}, used: {pods: "1"}}
            """);

    assertThat(world.cells("resourcequotas", quota))
        .containsExactly("q", "pods: 1/2", "limits.cpu: 0/2", "<unknown>");
  }

  @Test
  void rules_of_roles_say_what_may_be_done_to_what() {
    assertThat(
            mistakes(
                "roles",
                """
                metadata: {name: "r:1"}
                rules:
                - {apiGroups: [""], resources: [pods]}
                - {verbs: [get]}
                - {verbs: [get], nonResourceURLs: [/x]}
                """))
        .containsExactly(
            "rules[0].verbs: Required value",
            "rules[1].apiGroups: Required value: resource rules must supply at least one api group",
            "rules[1].resources: Required value: resource rules must supply at least one resource",
            "rules[2].nonResourceURLs: Invalid value: [\"/x\"]: namespaced rules cannot apply to"
                + " non-resource URLs");
    assertThat(
            mistakes(
                "clusterroles",
                """
                metadata: {name: r}
                rules: [{verbs: [get], nonResourceURLs: [/x], resources: [x], apiGroups: [""]}]
                """))
        .containsExactly(
            "rules[0].nonResourceURLs: Invalid value: [\"/x\"]: rules cannot apply to both regular"
                + " resources and non-resource URLs");
    assertThat(world.resource("clusterroles").strategy().nameMistakes("system:a/b"))
        .containsExactly("may not contain '/'");
  }

  @Test
  void a_binding_names_its_role_for_good() {
    var binding =
        world.created(
            "rolebindings",
            """
            metadata: {name: b}
            subjects: [{kind: User, name: u}, {kind: ServiceAccount, name: a, namespace: x}]
            roleRef: {kind: Role, name: r}
            """);

    assertThat(binding.text("roleRef", "apiGroup")).isEqualTo("rbac.authorization.k8s.io");
    assertThat(binding.objects("subjects").getFirst().text("apiGroup"))
        .isEqualTo("rbac.authorization.k8s.io");
    assertThat(world.cells("rolebindings", binding))
        .containsExactly("b", "Role/r", "<unknown>", "u", "", "x/a");
    assertThat(
            World.messages(
                world.update(
                    "rolebindings", with(binding, Json.of("s"), "roleRef", "name"), binding)))
        .containsExactly(
            "roleRef: Invalid value:"
                + " {\"APIGroup\":\"rbac.authorization.k8s.io\",\"Kind\":\"Role\",\"Name\":\"s\"}:"
                + " field is immutable");
  }

  @Test
  void a_binding_is_of_known_subjects_to_a_known_kind_of_role() {
    assertThat(
            mistakes(
                "rolebindings",
                """
                metadata: {name: b}
                subjects: [{kind: User, name: ""}, {kind: Foo, name: x}, {kind: Group, name: g, apiGroup: foo}]
                roleRef: {kind: Foo, name: "", apiGroup: bar}
                """))
        .containsExactly(
            "roleRef.apiGroup: Unsupported value: \"bar\": supported values:"
                + " \"rbac.authorization.k8s.io\"",
            "roleRef.kind: Unsupported value: \"Foo\": supported values: \"Role\", \"ClusterRole\"",
            "roleRef.name: Required value",
            "subjects[0].name: Required value",
            "subjects[1].kind: Unsupported value: \"Foo\": supported values: \"ServiceAccount\","
                + " \"User\", \"Group\"",
            "subjects[2].apiGroup: Unsupported value: \"foo\": supported values:"
                + " \"rbac.authorization.k8s.io\"");
  }

  @Test
  void a_priority_class_keeps_its_value() {
    var priority = world.created("priorityclasses", "metadata: {name: pc}\nvalue: 10\n");

    assertThat(priority.text("preemptionPolicy")).isEqualTo("PreemptLowerPriority");
    assertThat(
            World.messages(
                world.update("priorityclasses", priority.with("value", Json.of(11)), priority)))
        .containsExactly("value: Forbidden: may not be changed in an update.");
    assertThat(
            mistakes(
                "priorityclasses",
                "metadata: {name: system-foo}\nvalue: 1\npreemptionPolicy: Foo\n"))
        .containsExactly(
            "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for"
                + " system use only. error: system-foo is not a known system priority class",
            "preemptionPolicy: Unsupported value: \"Foo\": supported values:"
                + " \"PreemptLowerPriority\", \"Never\"");
  }

  @Test
  void a_lease_lasts_for_some_time_and_is_written_by_those_who_saw_it() {
    assertThat(
            mistakes(
                "leases",
                "metadata: {name: l}\nspec: {leaseDurationSeconds: 0, leaseTransitions: -1}\n"))
        .containsExactly(
            "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0",
            "spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0");
    var strategy = world.resource("leases").strategy();
    assertThat(strategy.updatesUnconditionally("v1")).isFalse();
    assertThat(strategy.createsOnUpdate()).isTrue();
  }
}
