package dev.dray.api.codec;

import dev.dray.api.codec.shape.CoreShapes;
import dev.dray.api.codec.shape.Decoder;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.shape.MetaShapes;
import dev.dray.api.codec.shape.ObjectShape;
import dev.dray.api.codec.shape.WorkloadShapes;
import dev.dray.api.codec.text.JsonOutput;
import dev.dray.api.codec.text.JsonTokens;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.codec.text.Output;
import dev.dray.api.codec.text.RecordedTokens;
import dev.dray.api.codec.text.Tokens;
import dev.dray.api.codec.text.Trees;
import dev.dray.api.core.CoreObject;
import dev.dray.api.core.Namespace;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodTemplate;
import dev.dray.api.core.Workload;
import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The codec for objects of which only a part has types: pods, nodes, namespaces and workloads.
 *
 * <p>Reading takes the typed part and keeps the whole JSON. Writing lays over that JSON what Dray
 * decides: names and ids, the node of a pod, the claims generated for it.
 */
public final class CoreJson {
  private CoreJson() {}

  /** Returns the shape of a kind, if it is one of those that are read. */
  static Optional<ObjectShape<? extends CoreObject>> shape(String apiVersion, String kind) {
    if (apiVersion.equals("v1") && kind.equals("Pod")) {
      return Optional.of(CoreShapes.POD);
    }
    if (apiVersion.equals("v1") && kind.equals("Node")) {
      return Optional.of(CoreShapes.NODE);
    }
    if (apiVersion.equals("v1") && kind.equals("Namespace")) {
      return Optional.of(CoreShapes.NAMESPACE);
    }
    return Workload.Kind.of(apiVersion, kind).map(WorkloadShapes::of);
  }

  /** Reads the fields of an object of this shape, beginning at the current token. */
  static Document.Core read(
      ObjectShape<? extends CoreObject> shape, Tokens fields, Limits limits, Document.Place place) {
    var recorded = RecordedTokens.of(fields);
    // Most fields of a pod have no type here, so unknown fields cannot be reported.
    var decoder = new Decoder(recorded, FieldValidation.IGNORE, limits);
    var object = shape.readFields(decoder);
    var json = Trees.readFields(recorded.rewound());
    return new Document.Core(withJson(object, json), decoder.problems(), place);
  }

  private static CoreObject withJson(CoreObject object, Json.Obj tree) {
    var json = text(tree);
    return switch (object) {
      case Pod it -> new Pod(it.metadata(), it.spec(), it.status(), json);
      case Workload it ->
          new Workload(
              it.kind(),
              it.metadata(),
              it.replicas(),
              it.firstOrdinal(),
              withJson(it.template(), at(tree, it.kind().templatePath())),
              json);
      case Node it ->
          new Node(
              it.metadata(),
              it.unschedulable(),
              it.taints(),
              it.allocatable(),
              it.declaredFeatures(),
              json);
      case Namespace it -> new Namespace(it.metadata(), json);
    };
  }

  /** Returns the object at a path, or an empty one if there is none. */
  private static Json.Obj at(Json.Obj tree, FieldPath path) {
    var found = tree;
    for (var step : path.steps()) {
      found =
          step instanceof FieldPath.Step.Child(var name)
                  && found.fields().get(name) instanceof Json.Obj child
              ? child
              : new Json.Obj(Map.of());
    }
    return found;
  }

  private static PodTemplate withJson(PodTemplate template, Json.Obj tree) {
    var fields = new LinkedHashMap<String, Json>();
    // A template may lack metadata and a pod has it, so it is written in its usual place.
    fields.put("metadata", new Json.Obj(Map.of()));
    fields.putAll(tree.fields());
    return new PodTemplate(template.metadata(), template.spec(), text(new Json.Obj(fields)));
  }

  static RawJson text(Json tree) {
    var out = new JsonOutput(JsonOutput.Layout.COMPACT);
    Trees.write(tree, out);
    return new RawJson(out.toString());
  }

  static void write(CoreObject object, Output out) {
    var fields = new LinkedHashMap<String, Json>();
    fields.put("apiVersion", new Json.Str(object.apiVersion()));
    fields.put("kind", new Json.Str(object.kindName()));
    fields.putAll(whole(object).fields());
    fields.put("metadata", metadata(object.metadata()));
    if (object instanceof Pod pod) {
      lay(pod, fields);
    }
    Trees.write(new Json.Obj(fields), out);
  }

  /** Returns the JSON from which the object was read; without it, its typed part. */
  private static Json.Obj whole(CoreObject object) {
    if (!object.json().isAbsent()) {
      return tree(object.json().text());
    }
    var out = new JsonOutput(JsonOutput.Layout.COMPACT);
    switch (object) {
      case Pod it -> CoreShapes.POD.write(it, out);
      case Workload it -> WorkloadShapes.of(it.kind()).write(it, out);
      case Node it -> CoreShapes.NODE.write(it, out);
      case Namespace it -> CoreShapes.NAMESPACE.write(it, out);
    }
    return tree(out.toString());
  }

  static Json.Obj tree(String json) {
    var tokens =
        new JsonTokens(json.getBytes(StandardCharsets.UTF_8), JsonTokens.factory(Limits.DEFAULT));
    tokens.nextDocument();
    return (Json.Obj) Trees.read(tokens);
  }

  private static Json metadata(ObjectMeta metadata) {
    var out = new JsonOutput(JsonOutput.Layout.COMPACT);
    MetaShapes.OBJECT_META.write(metadata, out);
    return tree(out.toString());
  }

  private static void lay(Pod pod, Map<String, Json> fields) {
    if (pod.spec().nodeName().isEmpty()) {
      without(fields, "spec", "nodeName");
    } else {
      fields.put("spec", with(fields, "spec", "nodeName", new Json.Str(pod.spec().nodeName())));
    }
    var status = pod.status();
    if (!status.phase().isEmpty()) {
      fields.put("status", with(fields, "status", "phase", new Json.Str(status.phase())));
    }
    if (status.resourceClaimStatuses().isEmpty()) {
      without(fields, "status", "resourceClaimStatuses");
    } else {
      fields.put("status", with(fields, "status", "resourceClaimStatuses", claimStatuses(pod)));
    }
  }

  private static Json claimStatuses(Pod pod) {
    List<Json> items =
        pod.status().resourceClaimStatuses().stream()
            .map(
                status -> {
                  var out = new JsonOutput(JsonOutput.Layout.COMPACT);
                  CoreShapes.CLAIM_STATUS.write(status, out);
                  return (Json) tree(out.toString());
                })
            .toList();
    return new Json.Arr(items);
  }

  /** Returns the child object of this name with one more field. */
  private static Json with(Map<String, Json> parent, String name, String field, Json value) {
    var fields = new LinkedHashMap<String, Json>();
    if (parent.get(name) instanceof Json.Obj(var present)) {
      fields.putAll(present);
    }
    fields.put(field, value);
    return new Json.Obj(fields);
  }

  /** Removes a field that the pod had when it was read and no longer has. */
  private static void without(Map<String, Json> parent, String name, String field) {
    if (parent.get(name) instanceof Json.Obj(var present) && present.containsKey(field)) {
      var fields = new LinkedHashMap<>(present);
      fields.remove(field);
      parent.put(name, new Json.Obj(fields));
    }
  }
}
