package dev.dray.registry;

import static dev.dray.registry.Desk.by;
import static dev.dray.registry.Desk.dryRun;
import static dev.dray.registry.Desk.refused;
import static dev.dray.registry.Desk.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.kinds.StatusError.Reason;
import dev.dray.store.Transaction;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WritesTest {
  private static final String POD =
      "{metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}";

  private final Desk desk = new Desk();

  @AfterEach
  void close() {
    desk.close();
  }

  private static String revision(Json.Obj object) {
    return object.text("metadata", "resourceVersion");
  }

  private static Json.Obj with(Json.Obj object, String field, String value) {
    return object.with(List.of("metadata", field), Json.of(value));
  }

  @Test
  void a_new_object_has_what_every_object_has() {
    var made = desk.create("configmaps", "{metadata: {name: a}, data: {k: v}}");

    assertThat(made.text("kind")).isEqualTo("ConfigMap");
    assertThat(made.text("apiVersion")).isEqualTo("v1");
    assertThat(made.text("metadata", "namespace")).isEqualTo("ns");
    assertThat(made.text("metadata", "uid")).hasSize(36);
    assertThat(made.text("metadata", "creationTimestamp")).isEqualTo("2026-05-05T10:00:00Z");
    assertThat(revision(made)).isEqualTo(Long.toString(desk.store.revision()));
    assertThat(made.objects("metadata", "managedFields")).hasSize(1);
    assertThat(desk.read("configmaps", "a")).isEqualTo(made);
  }

  @Test
  void uids_come_from_the_random_numbers_of_the_registry() {
    try (var other = new Desk()) {
      var made = desk.create("configmaps", "{metadata: {name: a}}").text("metadata", "uid");
      var same = other.create("configmaps", "{metadata: {name: b}}").text("metadata", "uid");
      var next = other.create("configmaps", "{metadata: {name: c}}").text("metadata", "uid");

      assertThat(UUID.fromString(made).version()).isEqualTo(4);
      assertThat(UUID.fromString(made).variant()).isEqualTo(2);
      assertThat(same).isEqualTo(made);
      assertThat(next).isNotEqualTo(made);
    }
  }

  @Test
  void there_is_only_one_of_a_name() {
    desk.create("configmaps", "{metadata: {name: a}}");

    var error = refused(() -> desk.create("configmaps", "{metadata: {name: a}}"));

    assertThat(error.reason()).isEqualTo(Reason.ALREADY_EXISTS);
    assertThat(error).hasMessage("configmaps \"a\" already exists");
  }

  @Test
  void names_are_made_up_on_request() {
    var one = desk.create("configmaps", "{metadata: {generateName: a-}}");
    var other = desk.create("configmaps", "{metadata: {generateName: a-}}");

    assertThat(one.text("metadata", "name")).matches("a-[b-z2-9]{5}");
    assertThat(other.text("metadata", "name")).isNotEqualTo(one.text("metadata", "name"));
    assertThat(one.text("metadata", "generateName")).isEqualTo("a-");
    var long1 =
        desk.create("configmaps", "{metadata: {generateName: %s}}".formatted("x".repeat(80)));
    assertThat(long1.text("metadata", "name")).hasSize(63);
  }

  @Test
  void an_object_needs_a_name_a_namespace_that_exists_and_no_resource_version() {
    assertThat(refused(() -> desk.create("configmaps", "{metadata: {}}")))
        .hasMessageContaining("metadata.name: Required value: name or generateName is required");
    assertThat(refused(() -> desk.create("configmaps", "{metadata: {name: 'A b'}}")).reason())
        .isEqualTo(Reason.INVALID);
    assertThat(
            refused(() -> desk.create("configmaps", "{metadata: {name: a, resourceVersion: '1'}}")))
        .hasMessage("resourceVersion should not be set on objects to be created");
    assertThat(refused(() -> desk.create("configmaps", "{metadata: {name: a, namespace: b}}")))
        .hasMessage(
            "the namespace of the provided object does not match the namespace sent on the"
                + " request");
    var elsewhere = new Target(desk.target("configmaps", "").resource(), "v1", "nowhere", "", "");
    var error =
        refused(
            () ->
                desk.registry.create(
                    elsewhere, new Body(tree("{metadata: {name: a}}")), by("test")));
    assertThat(error.reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(error).hasMessage("namespaces \"nowhere\" not found");
  }

  @Test
  void a_dry_run_answers_and_changes_nothing() {
    long before = desk.store.revision();
    var body = new Body(tree("{metadata: {name: a}}"));

    var writeResult = desk.registry.create(desk.target("configmaps", ""), body, dryRun());

    assertThat(writeResult.kind()).isEqualTo(WriteResult.Kind.CREATED);
    assertThat(writeResult.object().text("metadata", "uid")).isNotEmpty();
    assertThat(desk.store.revision()).isEqualTo(before);
    desk.create("configmaps", "{metadata: {name: a}}");
    assertThat(
            refused(() -> desk.registry.create(desk.target("configmaps", ""), body, dryRun()))
                .reason())
        .isEqualTo(Reason.ALREADY_EXISTS);
    long made = desk.store.revision();
    desk.registry.delete(desk.target("configmaps", "a"), DeleteOptions.PLAIN, dryRun());
    assertThat(desk.store.revision()).isEqualTo(made);
  }

  @Test
  void an_update_takes_the_right_resource_version_and_none() {
    var made = desk.create("configmaps", "{metadata: {name: a}, data: {k: v}}");

    var second = desk.update("configmaps", made.with("data", Json.obj("k", "w")));
    assertThat(second.text("data", "k")).isEqualTo("w");
    assertThat(Long.parseLong(revision(second))).isGreaterThan(Long.parseLong(revision(made)));
    assertThat(second.text("metadata", "uid")).isEqualTo(made.text("metadata", "uid"));

    var error = refused(() -> desk.update("configmaps", made));
    assertThat(error.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(error)
        .hasMessage(
            "Operation cannot be fulfilled on configmaps \"a\": the object has been modified;"
                + " please apply your changes to the latest version and try again");

    var third =
        desk.update(
            "configmaps",
            made.without(List.of("metadata", "resourceVersion")).with("data", Json.obj("k", "x")));
    assertThat(third.text("data", "k")).isEqualTo("x");
    assertThat(refused(() -> desk.update("configmaps", with(third, "uid", "other"))).reason())
        .isEqualTo(Reason.CONFLICT);
  }

  @Test
  void an_update_needs_the_object_and_its_name() {
    var object = tree("{metadata: {name: a}}");

    assertThat(refused(() -> desk.update("configmaps", object)).reason())
        .isEqualTo(Reason.NOT_FOUND);
    assertThat(
            refused(
                () ->
                    desk.registry.update(
                        desk.target("configmaps", "b"), new Body(object), by("test"))))
        .hasMessage("the name of the object (a) does not match the name on the URL (b)");
  }

  @Test
  void what_the_server_keeps_nobody_changes() {
    var made = desk.create("configmaps", "{metadata: {name: a}}");

    var changed =
        desk.update(
            "configmaps",
            with(with(made, "creationTimestamp", "2000-01-01T00:00:00Z"), "selfLink", "x")
                .with("data", Json.obj("a", "b")));

    assertThat(changed.text("metadata", "creationTimestamp")).isEqualTo("2026-05-05T10:00:00Z");
    assertThat(changed.object("metadata").has("selfLink")).isFalse();
  }

  @Test
  void what_changes_nothing_is_not_stored() {
    var made = desk.create("configmaps", "{metadata: {name: a}, data: {k: v}}");
    long before = desk.store.revision();

    assertThat(desk.update("configmaps", made)).isEqualTo(made);
    desk.patch("configmaps", "a", PatchRequest.Sort.MERGE, "{data: {k: v}}");
    desk.patch("configmaps", "a", PatchRequest.Sort.STRATEGIC, "{}");
    desk.patch("configmaps", "a", PatchRequest.Sort.JSON_PATCH, "[]");
    desk.apply("configmaps", "a", "one", "{apiVersion: v1, kind: ConfigMap, data: {k: v}}");
    long applied = desk.store.revision();
    desk.apply("configmaps", "a", "one", "{apiVersion: v1, kind: ConfigMap, data: {k: v}}");

    assertThat(applied).isEqualTo(before + 1);
    assertThat(desk.store.revision()).isEqualTo(applied);
  }

  @Test
  void patches_of_every_sort() {
    desk.create("pods", POD);

    desk.patch("pods", "p", PatchRequest.Sort.MERGE, "{metadata: {labels: {a: b, c: d}}}");
    desk.patch("pods", "p", PatchRequest.Sort.MERGE, "{metadata: {labels: {c: null}}}");
    desk.patch(
        "pods",
        "p",
        PatchRequest.Sort.JSON_PATCH,
        "[{op: test, path: /metadata/labels/a, value: b}, {op: add, path: /metadata/labels/e,"
            + " value: f}]");
    var patched =
        desk.patch(
            "pods",
            "p",
            PatchRequest.Sort.STRATEGIC,
            "{spec: {containers: [{name: c, image: new}]}}");

    assertThat(patched.map("metadata", "labels")).hasToString("{a=b, e=f}");
    assertThat(patched.objects("spec", "containers")).hasSize(1);
    assertThat(patched.objects("spec", "containers").getFirst().text("image")).isEqualTo("new");
    assertThat(patched.objects("spec", "containers").getFirst().text("name")).isEqualTo("c");
  }

  @Test
  void a_patch_cannot_rename_move_or_mistype() {
    desk.create("configmaps", "{metadata: {name: a}}");

    for (var patch :
        List.of(
            "{metadata: {name: b}}",
            "{metadata: {namespace: other}}",
            "{data: [1]}",
            "{kind: Pod}",
            "{unheardOf: 1}")) {
      var error = refused(() -> desk.patch("configmaps", "a", PatchRequest.Sort.MERGE, patch));
      assertThat(error.reason().code()).as(patch + " " + error.getMessage()).isIn(400, 422);
    }
    assertThat(
            refused(
                    () ->
                        desk.patch(
                            "configmaps",
                            "a",
                            PatchRequest.Sort.JSON_PATCH,
                            "[{op: test, path: /data, value: 1}]"))
                .reason())
        .isEqualTo(Reason.INVALID);
    assertThat(refused(() -> desk.patch("configmaps", "b", PatchRequest.Sort.MERGE, "{}")).reason())
        .isEqualTo(Reason.NOT_FOUND);
    assertThat(desk.find("configmaps", "b")).isEmpty();
  }

  @Test
  void a_stale_patch_is_a_conflict() {
    var made = desk.create("configmaps", "{metadata: {name: a}}");
    desk.patch("configmaps", "a", PatchRequest.Sort.MERGE, "{data: {k: v}}");

    var stale = "{metadata: {resourceVersion: '%s'}, data: {k: w}}".formatted(revision(made));
    assertThat(
            refused(() -> desk.patch("configmaps", "a", PatchRequest.Sort.MERGE, stale)).reason())
        .isEqualTo(Reason.CONFLICT);
  }

  @Test
  void who_applies_owns_and_others_must_force() {
    var made =
        desk.apply("configmaps", "a", "one", "{apiVersion: v1, kind: ConfigMap, data: {k: v}}");
    assertThat(made.text("data", "k")).isEqualTo("v");

    var other = "{apiVersion: v1, kind: ConfigMap, data: {k: w, l: x}}";
    var error = refused(() -> desk.apply("configmaps", "a", "two", other));
    assertThat(error.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(error).hasMessage("Apply failed with 1 conflict: conflict with \"one\": .data.k");
    assertThat(error.status().objects("details", "causes").getFirst().text("reason"))
        .isEqualTo("FieldManagerConflict");

    var forced =
        desk.patch(
            desk.target("configmaps", "a"), PatchRequest.Sort.APPLY, other, Desk.forced("two"));
    assertThat(forced.text("data", "k")).isEqualTo("w");
    var given =
        desk.apply("configmaps", "a", "two", "{apiVersion: v1, kind: ConfigMap, data: {k: w}}");
    assertThat(given.object("data").has("l")).isFalse();
  }

  @Test
  void status_is_written_apart_from_the_rest() {
    var pod = desk.create("pods", POD);
    assertThat(pod.text("status", "phase")).isEqualTo("Pending");

    var running =
        desk.registry
            .update(
                desk.part("pods", "p", "status"),
                new Body(
                    pod.with(List.of("status", "phase"), Json.of("Running"))
                        .with(List.of("spec", "nodeName"), Json.of("n"))),
                by("kubelet"))
            .object();
    assertThat(running.text("status", "phase")).isEqualTo("Running");
    assertThat(running.text("spec", "nodeName")).isEmpty();

    var plain = desk.update("pods", running.with(List.of("status", "phase"), Json.of("Failed")));
    assertThat(plain.text("status", "phase")).isEqualTo("Running");
  }

  @Test
  void a_pod_is_bound_once() {
    desk.create("pods", POD);
    var binding = new Body(tree("{metadata: {name: p}, target: {kind: Node, name: n1}}"));

    desk.registry.act(desk.part("pods", "p", "binding"), binding, by("scheduler"));

    var bound = desk.read("pods", "p");
    assertThat(bound.text("spec", "nodeName")).isEqualTo("n1");
    assertThat(bound.objects("status", "conditions").getFirst().text("type"))
        .isEqualTo("PodScheduled");
    assertThat(
            refused(
                    () ->
                        desk.registry.act(
                            desk.part("pods", "p", "binding"), binding, by("scheduler")))
                .reason())
        .isEqualTo(Reason.CONFLICT);
  }

  @Test
  void a_lease_may_be_created_by_an_update() {
    var lease = tree("{metadata: {name: l}, spec: {holderIdentity: me}}");
    var writeResult = desk.registry.update(desk.target("leases", "l"), new Body(lease), by("test"));

    assertThat(writeResult.kind()).isEqualTo(WriteResult.Kind.CREATED);
    assertThat(desk.read("leases", "l").text("spec", "holderIdentity")).isEqualTo("me");
  }

  @Test
  void unknown_and_repeated_fields_are_refused_told_or_passed_over() {
    var body = tree("{metadata: {name: a}, unheardOf: 1}");

    assertThat(refused(() -> desk.create("configmaps", "{metadata: {name: a}, unheardOf: 1}")))
        .hasMessageContaining("strict decoding error: unknown field \"unheardOf\"");
    var warned =
        desk.registry.create(
            desk.target("configmaps", ""),
            new Body(body),
            new WriteOptions(
                dev.dray.security.User.SERVER,
                "create",
                "test",
                dev.dray.api.codec.shape.FieldValidation.WARN,
                false,
                false));
    assertThat(warned.warnings()).containsExactly("unknown field \"unheardOf\"");
    assertThat(desk.read("configmaps", "a").has("unheardOf")).isFalse();
  }

  @Test
  void an_object_of_the_cluster_loses_the_namespace_it_came_with() {
    var made = desk.create("deviceclasses", "{metadata: {name: gpu, namespace: ns}, spec: {}}");
    var put = desk.update("deviceclasses", with(made, "namespace", "ns"));
    var patched =
        desk.patch(
            "deviceclasses",
            "gpu",
            PatchRequest.Sort.MERGE,
            "{metadata: {namespace: ns, labels: {a: b}}}");
    var applied =
        desk.patch(
            "deviceclasses",
            "gpu",
            PatchRequest.Sort.APPLY,
            "{apiVersion: resource.k8s.io/v1, kind: DeviceClass,"
                + " metadata: {name: gpu, namespace: ns, labels: {c: d}}}");

    assertThat(List.of(made, put, patched, applied, desk.read("deviceclasses", "gpu")))
        .noneMatch(it -> it.object("metadata").has("namespace"));
    assertThat(applied.text("metadata", "labels", "a")).isEqualTo("b");
  }

  @Test
  void a_write_to_the_status_of_nodes_namespaces_and_pods_may_change_their_metadata() {
    desk.create("nodes", "{metadata: {name: x}, spec: {podCIDR: 10.0.0.0/24}}");
    desk.create("namespaces", "{metadata: {name: x}}");
    desk.create("pods", POD.replace("name: p", "name: x"));
    var specs =
        Map.of(
            "nodes", "{podCIDR: 10.1.0.0/24}",
            "namespaces", "{finalizers: [x.io/y]}",
            "pods", "{nodeName: z}");
    for (var plural : List.of("nodes", "namespaces", "pods")) {
      var status = desk.part(plural, "x", "status");
      var before = desk.read(plural, "x");
      var patched =
          desk.patch(
              status,
              PatchRequest.Sort.MERGE,
              "{metadata: {annotations: {a: b}}, status: {conditions: [{type: T, status: 'True'}]},"
                  + " spec: %s}".formatted(specs.get(plural)),
              by("kubelet"));

      assertThat(patched.text("metadata", "annotations", "a")).as(plural).isEqualTo("b");
      assertThat(patched.object("spec")).as(plural).isEqualTo(before.object("spec"));
      assertThat(patched.objects("status", "conditions")).as(plural).hasSize(1);
      assertThat(desk.read(plural, "x")).isEqualTo(patched);
      assertThat(
              patched.objects("metadata", "managedFields").stream()
                  .filter(it -> it.text("manager").equals("kubelet"))
                  .map(it -> it.text("subresource") + it.object("fieldsV1", "f:metadata")))
          .as(plural)
          .containsExactly("status{\"f:annotations\":{\".\":{},\"f:a\":{}}}");
      assertThat(
              refused(
                      () ->
                          desk.patch(
                              status,
                              PatchRequest.Sort.MERGE,
                              "{metadata: {labels: {a: -}}}",
                              by("kubelet")))
                  .reason())
          .as(plural)
          .isEqualTo(Reason.INVALID);
    }
  }

  @Test
  void a_write_to_the_status_of_a_pod_leaves_its_owners() {
    desk.create("pods", POD);

    var patched =
        desk.patch(
            desk.part("pods", "p", "status"),
            PatchRequest.Sort.MERGE,
            "{metadata: {ownerReferences: [{apiVersion: v1, kind: Node, name: x, uid: u}]}}",
            by("kubelet"));

    assertThat(patched.items("metadata", "ownerReferences")).isEmpty();
  }

  @Test
  void a_namespace_keeps_the_label_with_its_name_whatever_is_written() {
    desk.create("namespaces", "{metadata: {name: x}}");
    for (var part : List.of("status", "finalize")) {
      var written = desk.read("namespaces", "x").without(List.of("metadata", "labels"));
      var put =
          desk.registry
              .update(desk.part("namespaces", "x", part), new Body(written), by("test"))
              .object();

      assertThat(put.text("metadata", "labels", "kubernetes.io/metadata.name")).isEqualTo("x");
    }
  }

  @Test
  void an_empty_spec_is_written() {
    var node = desk.create("nodes", "{metadata: {name: x}}");
    var lease = desk.create("leases", "{metadata: {name: l}}");

    assertThat(node.find("spec")).contains(Json.Obj.EMPTY);
    assertThat(lease.find("spec")).contains(Json.Obj.EMPTY);
    var cordoned =
        desk.patch(
            desk.target("nodes", "x"),
            PatchRequest.Sort.JSON_PATCH,
            "[{\"op\": \"add\", \"path\": \"/spec/unschedulable\", \"value\": true}]",
            by("x"));
    assertThat(cordoned.find("spec", "unschedulable")).contains(new Json.Bool(true));
  }

  @Test
  void an_empty_status_is_written() {
    var claim =
        desk.create(
            "resourceclaims",
            "{metadata: {name: c}, spec: {devices: {requests: [{name: r, exactly:"
                + " {deviceClassName: gpu}}]}}}");
    var node = desk.create("nodes", "{metadata: {name: x}}");
    var rule =
        desk.create(
            "devicetaintrules",
            "{metadata: {name: t}, spec: {taint: {key: a.io/b, effect: NoExecute}}}");
    var slice =
        desk.create(
            "resourceslices",
            "{metadata: {name: s}, spec: {driver: d.io, pool: {name: p, generation: 1,"
                + " resourceSliceCount: 1}, nodeName: x}}");

    for (var made : List.of(claim, node, rule)) {
      assertThat(made.find("status")).as(made.text("kind")).contains(Json.Obj.EMPTY);
    }
    assertThat(slice.has("status")).isFalse();
    var old = desk.target("resourceclaims", "c");
    var older = new Target(old.resource(), "v1beta1", "ns", "c", "");
    var relabelled =
        desk.patch(older, PatchRequest.Sort.MERGE, "{metadata: {labels: {a: b}}}", by("x"));
    assertThat(relabelled.text("apiVersion")).isEqualTo("resource.k8s.io/v1beta1");
    assertThat(relabelled.find("status")).contains(Json.Obj.EMPTY);
  }

  @Test
  void a_json_patch_finds_the_status_of_objects_that_were_stored_without() {
    var made =
        desk.create(
            "resourceclaims",
            "{metadata: {name: c}, spec: {devices: {requests: [{name: r, exactly:"
                + " {deviceClassName: gpu}}]}}}");
    var target = desk.part("resourceclaims", "c", "status");
    var bare = StoredForm.of(made.without("status"));
    desk.store.commit(Transaction.update(target.key(), desk.store.revision(), bare.bytes()));

    var refused =
        refused(
            () ->
                desk.patch(
                    target,
                    PatchRequest.Sort.JSON_PATCH,
                    "[{op: add, path: /status/reservedFor,"
                        + " value: [{resource: pods, name: p, uid: u}]}]",
                    by("test")));

    assertThat(refused.getMessage())
        .contains("status.reservedFor: Forbidden")
        .doesNotContain("missing path");
  }
}
