package dev.dray.http;

import java.util.List;
import java.util.Optional;

/** The subresources that take an object of another kind by POST. */
final class ActedParts {

  /** The kind of object such a subresource takes. */
  record Part(String name, String group, String version, String kind) {
    String apiVersion() {
      return group.isEmpty() ? version : group + "/" + version;
    }
  }

  private static final List<Part> ALL =
      List.of(
          new Part("binding", "", "v1", "Binding"),
          new Part("eviction", "policy", "v1", "Eviction"),
          new Part("token", "authentication.k8s.io", "v1", "TokenRequest"));

  private ActedParts() {}

  /** Returns the verbs of a subresource. */
  static List<String> verbs(String name) {
    if (find(name).isPresent()) {
      return List.of("create");
    }
    return name.equals("finalize") ? List.of("update") : List.of("get", "patch", "update");
  }

  static Optional<Part> find(String name) {
    return ALL.stream().filter(part -> part.name().equals(name)).findFirst();
  }
}
