package dev.dray.verify.scenario;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.FieldValidation;
import dev.dray.api.codec.Manifests;
import dev.dray.api.resource.ApiObject;
import dev.dray.inventory.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The objects of a file of manifests: those of {@code resource.k8s.io}, and nodes. */
record Objects(List<ApiObject> objects, List<Node> nodes) {
  Objects {
    objects = List.copyOf(objects);
    nodes = List.copyOf(nodes);
  }

  static Objects read(String yaml) {
    var objects = new ArrayList<ApiObject>();
    var documents =
        new Manifests(FieldValidation.STRICT).read(yaml.getBytes(StandardCharsets.UTF_8));
    for (var document : documents) {
      switch (document) {
        case Document.Read read when !read.hasErrors() -> objects.add(read.object());
        case Document.Foreign(_, var kind, _) when kind.equals("Node") -> {}
        case Document.Read read -> throw unreadable(read.problems());
        case Document.Unreadable(var problems, _) -> throw unreadable(problems);
        case Document.Foreign foreign -> throw unreadable(List.of(foreign));
      }
    }
    return new Objects(objects, nodes(yaml));
  }

  private static IllegalArgumentException unreadable(List<?> problems) {
    return new IllegalArgumentException("An object cannot be read: " + problems);
  }

  private static List<Node> nodes(String yaml) {
    var nodes = new ArrayList<Node>();
    for (var document : Yamls.loadAll(yaml)) {
      if (document instanceof Map<?, ?> object && "Node".equals(object.get("kind"))) {
        nodes.add(node(object));
      }
    }
    return nodes;
  }

  private static Node node(Map<?, ?> object) {
    var metadata = Yamls.child(object, "metadata");
    var labels = new TreeMap<String, String>();
    Yamls.child(metadata, "labels")
        .forEach((key, value) -> labels.put(String.valueOf(key), String.valueOf(value)));
    var features = new TreeSet<String>();
    Yamls.list(Yamls.child(object, "status"), "declaredFeatures")
        .forEach(feature -> features.add(String.valueOf(feature)));
    return new Node(String.valueOf(metadata.get("name")), labels, features);
  }
}
