package dev.dray.e2e.fabric8;

import static dev.dray.e2e.fabric8.Check.expect;
import static dev.dray.e2e.fabric8.Check.refused;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;

/** Creating, changing, patching and applying. */
final class Writes {
  private Writes() {}

  /** A claim from its creation to its end. */
  static void life(Check.World world) {
    var claims = world.client().resources(ResourceClaim.class).inNamespace(world.namespace());
    var made = claims.resource(Samples.claim(world.namespace(), "c")).create();
    expect(
        "count", made.getSpec().getDevices().getRequests().getFirst().getExactly().getCount(), 1L);
    refused(409, () -> claims.resource(Samples.claim(world.namespace(), "c")).create());
    refused(422, () -> claims.resource(Samples.claim(world.namespace(), "Wrong_Name")).create());
    var given = claims.resource(Samples.allocated(made, world.namespace())).updateStatus();
    refused(409, () -> claims.resource(made).lockResourceVersion().updateStatus());
    expect("listed", claims.list().getItems().size(), 1);
    expect(
        "version",
        claims.withName("c").get().getMetadata().getResourceVersion(),
        given.getMetadata().getResourceVersion());
    claims
        .withName("c")
        .edit(c -> c.edit().editMetadata().addToLabels("a", "b").endMetadata().build());
    expect("by label", claims.withLabel("a", "b").list().getItems().size(), 1);
    claims.withLabel("a", "b").delete();
    expect("gone", claims.list().getItems(), List.of());
  }

  /** Patches of the three types. */
  static void patches(Check.World world) {
    var maps = world.client().configMaps().inNamespace(world.namespace());
    maps.resource(Samples.map(world.namespace(), "m", Map.of("a", "1"))).create();
    var one = maps.withName("m");
    one.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"b\":\"2\",\"a\":null}}");
    expect("merge", one.get().getData(), Map.of("b", "2"));
    one.patch(
        PatchContext.of(PatchType.JSON), "[{\"op\":\"add\",\"path\":\"/data/c\",\"value\":\"3\"}]");
    expect("json", one.get().getData(), Map.of("b", "2", "c", "3"));
    one.patch(
        PatchContext.of(PatchType.STRATEGIC_MERGE),
        "{\"metadata\":{\"finalizers\":[\"e2e.example.com/f\"]}}");
    expect("strategic", one.get().getMetadata().getFinalizers(), List.of("e2e.example.com/f"));
    one.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
  }

  /** Server-side apply, its conflict, and force. */
  static void apply(Check.World world) {
    var client = world.client();
    var red = Samples.map(world.namespace(), "shared", Map.of("colour", "red"));
    var blue = Samples.map(world.namespace(), "shared", Map.of("colour", "blue"));
    client.resource(red).fieldManager("alice").serverSideApply();
    var conflict = refused(409, () -> client.resource(blue).fieldManager("bob").serverSideApply());
    expect(
        "field",
        conflict.getStatus().getDetails().getCauses().getFirst().getField(),
        ".data.colour");
    var forced = client.resource(blue).fieldManager("bob").forceConflicts().serverSideApply();
    expect("forced", forced.getData(), Map.of("colour", "blue"));
  }
}
