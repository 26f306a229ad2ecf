package dev.dray.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Obj;
import dev.dray.patch.ManagedFields.Applied;
import dev.dray.patch.ManagedFields.Versions;
import dev.dray.patch.ManagedFields.Write;
import dev.dray.schema.SchemaType;
import dev.dray.schema.Schemas;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Ownership of slices of 64 devices, which drivers write often: the list has one owner. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SliceOwnersTest {
  private static final String VERSION = "resource.k8s.io/v1";
  private static final Schemas SCHEMAS = Schemas.load();
  private static final Versions VERSIONS =
      new Versions() {
        @Override
        public Obj inVersion(Obj object, String apiVersion) {
          return object.with("apiVersion", Json.of(apiVersion));
        }

        @Override
        public Optional<SchemaType.Struct> type(String apiVersion) {
          return SCHEMAS.of(apiVersion, "ResourceSlice");
        }
      };

  private static Obj slice(int devices, int generation) {
    var list = new ArrayList<Json>();
    for (int i = 0; i < devices; i++) {
      list.add(
          Json.obj(
              "name",
              "gpu-" + i,
              "attributes",
              Json.obj(
                  "model", Json.obj("string", "A100"),
                  "index", Json.obj("int", i),
                  "uuid", Json.obj("string", "GPU-" + i * 7919L)),
              "capacity",
              Json.obj("memory", Json.obj("value", "80Gi"))));
    }
    return Json.obj(
        "apiVersion",
        VERSION,
        "kind",
        "ResourceSlice",
        "metadata",
        Json.obj("name", "node-gpu", "uid", "u"),
        "spec",
        Json.obj(
            "driver",
            "gpu.example.com",
            "nodeName",
            "node",
            "pool",
            Json.obj("name", "node", "generation", generation, "resourceSliceCount", 1),
            "devices",
            Json.of(list)));
  }

  private static Write write(String manager) {
    return new Write(manager, VERSION, "", Instant.EPOCH, List.of());
  }

  @Test
  void the_list_of_devices_has_one_owner_and_is_one_entry() {
    var live = ManagedFields.updated(Optional.empty(), slice(64, 1), write("driver"), VERSIONS);

    assertThat(live.objects("metadata", "managedFields").getFirst().object("fieldsV1"))
        .isEqualTo(
            Trees.obj(
                "{'f:spec':{'f:devices':{},'f:driver':{},'f:nodeName':{},"
                    + "'f:pool':{'f:generation':{},'f:name':{},'f:resourceSliceCount':{}}}}"));

    var written = slice(63, 2);
    var after = ManagedFields.updated(Optional.of(live), written, write("other"), VERSIONS);

    assertThat(after.objects("metadata", "managedFields"))
        .extracting(entry -> entry.text("manager"), entry -> entry.object("fieldsV1").toText())
        .contains(
            tuple("other", "{\"f:spec\":{\"f:devices\":{},\"f:pool\":{\"f:generation\":{}}}}"));
  }

  @Test
  void another_driver_conflicts_on_the_list_as_a_whole() {
    var live = ManagedFields.updated(Optional.empty(), slice(64, 1), write("driver"), VERSIONS);
    var config = slice(63, 1).without(List.of("metadata", "uid"));

    var answer = ManagedFields.apply(Optional.of(live), config, write("other"), false, VERSIONS);

    assertThat(((Applied.Conflicts) answer).message())
        .isEqualTo(
            "Apply failed with 1 conflict: conflict with \"driver\" using resource.k8s.io/v1:"
                + " .spec.devices");
  }
}
