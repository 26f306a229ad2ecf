package dev.dray.verify.scenario;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.core.Node;
import dev.dray.api.resource.ApiObject;
import dev.dray.cluster.Cluster;
import dev.dray.inventory.LabeledNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The objects of a file of manifests: those of {@code resource.k8s.io}, and nodes. */
record Objects(List<ApiObject> objects, List<LabeledNode> nodes) {
  Objects {
    objects = List.copyOf(objects);
    nodes = List.copyOf(nodes);
  }

  static Objects read(String yaml) {
    var objects = new ArrayList<ApiObject>();
    var nodes = new ArrayList<LabeledNode>();
    var documents =
        new Manifests(FieldValidation.STRICT).read(yaml.getBytes(StandardCharsets.UTF_8));
    for (var document : documents) {
      switch (document) {
        case Document.Read read when !read.hasErrors() -> objects.add(read.object());
        case Document.Core(Node node, var problems, _) when problems.isEmpty() ->
            nodes.add(Cluster.engineNode(node));
        case Document.Read read -> throw unreadable(read.problems());
        case Document.Unreadable(var problems, _) -> throw unreadable(problems);
        case Document.Core core -> throw unreadable(List.of(core));
        case Document.Foreign foreign -> throw unreadable(List.of(foreign));
      }
    }
    return new Objects(objects, nodes);
  }

  private static IllegalArgumentException unreadable(List<?> problems) {
    return new IllegalArgumentException("An object cannot be read: " + problems);
  }
}
