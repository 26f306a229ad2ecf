package dev.dray.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class HubStrategyTest {
  private static final String SLICE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: s}
      spec:
        driver: d.example.com
        nodeName: node-1
        pool: {name: p, generation: 1, resourceSliceCount: 1}
        devices:
        - name: gpu-0
          attributes: {model: {string: x}}
          taints: [{key: k, effect: NoSchedule}]
      """;

  private static final String CLAIM =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: c, namespace: default}
      spec:
        devices:
          requests:
          - name: one
            exactly: {deviceClassName: gpu, tolerations: [{key: k, value: v}]}
      status: {reservedFor: [{resource: pods, name: p, uid: u}]}
      """;

  private final World world = World.everywhere();

  @Test
  void a_slice_in_v1beta1_is_stored_as_v1_and_can_be_had_in_both() {
    var stored = world.created("resourceslices", SLICE);
    var strategy = world.resource("resourceslices").strategy();

    var old = strategy.encode(stored, "v1beta1");

    assertThat(old.text("apiVersion")).isEqualTo("resource.k8s.io/v1beta1");
    var device = old.objects("spec", "devices").getFirst();
    assertThat(device.text("basic", "attributes", "model", "string")).isEqualTo("x");
    var read = strategy.decode(old, "v1beta1", FieldValidation.STRICT);
    assertThat(read.errors()).isEmpty();
    assertThat(read.draft().tree()).isEqualTo(stored);
  }

  @Test
  void a_new_slice_has_a_generation_and_a_taint_its_time() {
    var stored = world.created("resourceslices", SLICE);

    assertThat(stored.number("metadata", "generation")).contains(1L);
    var taint = stored.objects("spec", "devices").getFirst().objects("taints").getFirst();
    assertThat(taint.text("timeAdded")).isEqualTo("2026-05-05T10:00:00Z");
  }

  @Test
  void a_patch_of_a_capacity_without_an_amount_is_refused_and_not_taken_for_nothing() {
    var patch =
        """
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: p}
        spec: {devices: {capacity: {d.io/x: {%s}}}}
        """;

    assertThat(world.create("resourceslicepatches", "v1alpha3", patch.formatted("")).violations())
        .map(Object::toString)
        .singleElement()
        .asString()
        .startsWith("spec.devices.capacity[d.io/x].value: Required value");
    assertThat(
            world
                .create("resourceslicepatches", "v1alpha3", patch.formatted("value: 0"))
                .violations())
        .isEmpty();
  }

  @Test
  void a_new_claim_has_defaults_and_no_status_of_its_writers() {
    var claim = world.create("resourceclaims", CLAIM);

    assertThat(claim.violations().isEmpty()).isTrue();
    assertThat(claim.object().items("status", "reservedFor")).isEmpty();
    var request = claim.object().objects("spec", "devices", "requests").getFirst();
    assertThat(request.text("exactly", "allocationMode")).isEqualTo("ExactCount");
    assertThat(request.number("exactly", "count")).contains(1L);
    assertThat(request.object("exactly").objects("tolerations").getFirst().text("operator"))
        .isEqualTo("Equal");
    assertThat(claim.object().find("metadata", "generation")).isEmpty();
  }

  @Test
  void stored_objects_get_their_defaults_when_they_are_read() {
    var strategy = world.resource("resourceclaims").strategy();

    var read = strategy.encode(World.tree(CLAIM), "v1");

    assertThat(
            read.objects("spec", "devices", "requests")
                .getFirst()
                .text("exactly", "allocationMode"))
        .isEqualTo("ExactCount");
    assertThat(strategy.encode(read, "v1")).isSameAs(read);
  }

  @Test
  void unknown_fields_are_errors_or_warnings_and_wrong_types_are_always_errors() {
    var strategy = world.resource("resourceclaims").strategy();
    var tree = World.tree(CLAIM).with(List.of("spec", "foo"), Json.of(1));

    assertThat(strategy.decode(tree, "v1", FieldValidation.STRICT).errors())
        .containsExactly("unknown field \"spec.foo\"");
    assertThat(strategy.decode(tree, "v1", FieldValidation.WARN).warnings())
        .containsExactly("unknown field \"spec.foo\"");
    assertThat(strategy.decode(tree, "v1", FieldValidation.IGNORE).errors()).isEmpty();
    var mistyped = tree.with(List.of("spec", "devices"), Json.of("x"));
    assertThat(strategy.decode(mistyped, "v1", FieldValidation.IGNORE).errors()).hasSize(1);
  }

  @Test
  void a_field_whose_gate_is_off_is_dropped_with_a_warning_unless_it_is_stored() {
    var off =
        new World(
            Gates.defaults().without(Gate.DRA_DEVICE_TAINTS).without(Gate.DRA_DEVICE_TAINT_RULES),
            RuntimeConfig.defaults());
    var stored = world.created("resourceslices", SLICE);

    var created = off.create("resourceslices", SLICE);
    var updated = off.update("resourceslices", versioned(stored), versioned(stored));

    assertThat(created.object().objects("spec", "devices").getFirst().has("taints")).isFalse();
    assertThat(created.warnings())
        .singleElement()
        .asString()
        .contains("taints")
        .contains("DRADeviceTaints");
    assertThat(updated.object().objects("spec", "devices").getFirst().has("taints")).isTrue();
    assertThat(updated.warnings()).isEmpty();
  }

  private static Json.Obj versioned(Json.Obj object) {
    return object.with(List.of("metadata", "resourceVersion"), Json.of("7"));
  }

  @Test
  void a_write_to_the_status_of_a_claim_changes_only_that() {
    var stored = versioned(world.created("resourceclaims", CLAIM));
    var written =
        stored
            .with(List.of("metadata", "labels"), Json.obj("a", "b"))
            .with("spec", Json.obj())
            .with(
                "status",
                Json.obj(
                    "allocation", Json.obj("devices", Json.obj("results", Json.Arr.of(result())))));

    var updated = world.updatePart("resourceclaims", "status", written, stored);

    assertThat(World.messages(updated)).isEmpty();
    assertThat(updated.object().find("status", "allocation")).isPresent();
    assertThat(updated.object().find("spec")).isEqualTo(stored.find("spec"));
    assertThat(updated.object().find("metadata", "labels")).isEmpty();
  }

  private static Json.Obj result() {
    return Json.obj("request", "one", "driver", "d.example.com", "pool", "p", "device", "gpu-0");
  }

  @Test
  void names_are_not_complained_about_twice() {
    var prepared = world.create("deviceclasses", "metadata: {name: UPPER}\nspec: {}\n");

    assertThat(World.messages(prepared)).isEmpty();
    assertThat(world.resource("deviceclasses").strategy().nameMistakes("UPPER"))
        .singleElement()
        .asString()
        .startsWith("a lowercase RFC 1123 subdomain must consist of");
  }

  @Test
  void tables_show_of_devices_what_upstream_shows() {
    var slice =
        world
            .created("resourceslices", SLICE)
            .with(List.of("metadata", "creationTimestamp"), Json.of("2026-05-05T09:00:00Z"));
    var patch =
        World.tree(
            """
            metadata: {name: p, creationTimestamp: "2026-05-05T09:59:30Z"}
            spec: {devices: {priority: 7}}
            """);

    assertThat(world.cells("resourceslices", slice))
        .containsExactly("s", "node-1", "d.example.com", "p", "60m");
    assertThat(world.cells("resourceslicepatches", patch)).containsExactly("p", "7", "30s");
  }

  @Test
  void of_a_claim_a_table_tells_the_state() {
    var claim = World.tree(CLAIM);
    var allocated = claim.with(List.of("status", "allocation"), Json.obj());
    var deleted =
        allocated.with(List.of("metadata", "deletionTimestamp"), Json.of("2026-05-05T09:00:00Z"));

    assertThat(world.cells("resourceclaims", claim).get(1)).isEqualTo("pending");
    assertThat(world.cells("resourceclaims", allocated).get(1)).isEqualTo("allocated,reserved");
    assertThat(world.cells("resourceclaims", deleted).get(1))
        .isEqualTo("deleted,allocated,reserved");
  }
}
