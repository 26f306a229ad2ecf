package dev.dray.bench.compare;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.inventory.LabeledNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a world from its file, with the codec that manifests are read with. */
final class WorldFile {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Manifests MANIFESTS = new Manifests(FieldValidation.STRICT);

  private final JsonNode json;

  private WorldFile(JsonNode json) {
    this.json = json;
  }

  static World read(Path file) throws IOException {
    try (var raw = Files.newInputStream(file);
        var in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
      return new WorldFile(JSON.readTree(in)).world();
    }
  }

  private World world() {
    var slices = objects("slices", ResourceSlice.class);
    var holders = new ArrayList<>(objects("allocatedClaims", ResourceClaim.class));
    holders.addAll(
        new Holders(slices)
            .of(
                json.path("allocatedDevices"),
                json.path("allocatedSharedDeviceIDs"),
                json.path("allocatedCapacityDevices")));
    return new World(
        json.path("name").asString(),
        json.path("expectedFits").asInt(-1),
        nodes(),
        objects("classes", DeviceClass.class),
        slices,
        objects("patches", ResourceSlicePatch.class),
        objects("claimsToAllocate", ResourceClaim.class),
        holders);
  }

  private List<LabeledNode> nodes() {
    var nodes = new ArrayList<LabeledNode>();
    for (var node : json.path("nodes")) {
      var labels = new LinkedHashMap<String, String>();
      for (var label : node.at("/metadata/labels").properties()) {
        labels.put(label.getKey(), label.getValue().asString());
      }
      nodes.add(
          new LabeledNode(
              node.at("/metadata/name").asString(), labels, Collections.emptySortedSet()));
    }
    return nodes;
  }

  private <T extends ApiObject> List<T> objects(String field, Class<T> type) {
    var objects = new ArrayList<T>();
    for (var each : json.path(field)) {
      objects.add(type.cast(object(each)));
    }
    return objects;
  }

  private static ApiObject object(JsonNode json) {
    var documents = MANIFESTS.read(JSON.writeValueAsString(json).getBytes(StandardCharsets.UTF_8));
    if (documents.size() == 1
        && documents.getFirst() instanceof Document.Read read
        && !read.hasErrors()) {
      return read.object();
    }
    throw new IllegalArgumentException("The object was not read: " + documents);
  }
}
