package dev.dray.api.codec;

import dev.dray.api.core.ClusterNode;
import dev.dray.api.core.CoreObject;
import dev.dray.api.core.Pod;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes objects of which only a part has types.
 *
 * <p>Reading takes that part and keeps the whole. Writing lays over the whole what Dray decides:
 * names and ids, the node of a pod, the claims made for it.
 */
final class CoreJson {
  /** The kinds that are read, of {@code apiVersion: v1}. */
  private static final String API_VERSION = "v1";

  private CoreJson() {}

  static boolean reads(String apiVersion, String kind) {
    return apiVersion.equals(API_VERSION) && (kind.equals("Pod") || kind.equals("Node"));
  }

  /** Reads the fields that begin at the current token, of a kind that {@link #reads} names. */
  static Document.Core read(String kind, Tokens fields, Limits limits, Document.Place place) {
    var recorded = RecordedTokens.of(fields);
    // Most fields of a pod have no type here, so that nothing can be said of unknown ones.
    var decoder = new Decoder(recorded, FieldValidation.IGNORE, limits);
    CoreObject object =
        kind.equals("Pod")
            ? CoreShapes.POD.readFields(decoder)
            : CoreShapes.NODE.readFields(decoder);
    var json = JsonTree.readFields(recorded.rewound());
    return new Document.Core(withJson(object, text(json)), decoder.problems(), place);
  }

  private static CoreObject withJson(CoreObject object, RawJson json) {
    return switch (object) {
      case Pod it -> new Pod(it.metadata(), it.spec(), it.status(), json);
      case ClusterNode it ->
          new ClusterNode(
              it.metadata(),
              it.unschedulable(),
              it.taints(),
              it.allocatable(),
              it.declaredFeatures(),
              json);
    };
  }

  private static RawJson text(JsonTree tree) {
    var out = new JsonOutput(JsonOutput.Layout.COMPACT);
    tree.write(out);
    return new RawJson(out.toString());
  }

  static void write(CoreObject object, Output out) {
    var fields = new LinkedHashMap<String, JsonTree>();
    fields.put("apiVersion", new JsonTree.Str(API_VERSION));
    fields.put("kind", new JsonTree.Str(object.kindName()));
    fields.putAll(whole(object).fields());
    fields.put("metadata", metadata(object.metadata()));
    if (object instanceof Pod pod) {
      lay(pod, fields);
    }
    new JsonTree.Obj(fields).write(out);
  }

  /** What the object was read from; without it, what has a type. */
  private static JsonTree.Obj whole(CoreObject object) {
    if (!object.json().isAbsent()) {
      return tree(object.json().text());
    }
    var out = new JsonOutput(JsonOutput.Layout.COMPACT);
    switch (object) {
      case Pod it -> CoreShapes.POD.write(it, out);
      case ClusterNode it -> CoreShapes.NODE.write(it, out);
    }
    return tree(out.toString());
  }

  private static JsonTree.Obj tree(String json) {
    var tokens =
        new JsonTokens(json.getBytes(StandardCharsets.UTF_8), JsonTokens.factory(Limits.DEFAULT));
    tokens.nextDocument();
    return (JsonTree.Obj) JsonTree.read(tokens);
  }

  private static JsonTree metadata(ObjectMeta metadata) {
    var out = new JsonOutput(JsonOutput.Layout.COMPACT);
    MetaShapes.OBJECT_META.write(metadata, out);
    return tree(out.toString());
  }

  private static void lay(Pod pod, Map<String, JsonTree> fields) {
    if (pod.spec().nodeName().isEmpty()) {
      without(fields, "spec", "nodeName");
    } else {
      fields.put("spec", with(fields, "spec", "nodeName", new JsonTree.Str(pod.spec().nodeName())));
    }
    var status = pod.status();
    if (!status.phase().isEmpty()) {
      fields.put("status", with(fields, "status", "phase", new JsonTree.Str(status.phase())));
    }
    if (status.resourceClaimStatuses().isEmpty()) {
      without(fields, "status", "resourceClaimStatuses");
    } else {
      fields.put("status", with(fields, "status", "resourceClaimStatuses", claimStatuses(pod)));
    }
  }

  private static JsonTree claimStatuses(Pod pod) {
    List<JsonTree> items =
        pod.status().resourceClaimStatuses().stream()
            .map(
                status -> {
                  var out = new JsonOutput(JsonOutput.Layout.COMPACT);
                  CoreShapes.CLAIM_STATUS.write(status, out);
                  return (JsonTree) tree(out.toString());
                })
            .toList();
    return new JsonTree.Arr(items);
  }

  /** The object of this name with one field more. */
  private static JsonTree with(
      Map<String, JsonTree> parent, String name, String field, JsonTree value) {
    var fields = new LinkedHashMap<String, JsonTree>();
    if (parent.get(name) instanceof JsonTree.Obj(var present)) {
      fields.putAll(present);
    }
    fields.put(field, value);
    return new JsonTree.Obj(fields);
  }

  /** Takes out a field that the pod had when it was read, and has no longer. */
  private static void without(Map<String, JsonTree> parent, String name, String field) {
    if (parent.get(name) instanceof JsonTree.Obj(var present) && present.containsKey(field)) {
      var fields = new LinkedHashMap<>(present);
      fields.remove(field);
      parent.put(name, new JsonTree.Obj(fields));
    }
  }
}
