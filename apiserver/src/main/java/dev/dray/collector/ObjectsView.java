package dev.dray.collector;

import dev.dray.api.json.Json;
import dev.dray.kinds.Resource;
import dev.dray.kinds.WriteCheck;
import java.util.List;
import java.util.Optional;

/** A view of {@link Objects} for code that checks and counts. */
record ObjectsView(Objects objects) implements WriteCheck.View {

  /** Returns 0: no write is conditional on this view. */
  @Override
  public long revision() {
    return 0;
  }

  @Override
  public Optional<Stored> find(Resource resource, String namespace, String name) {
    return objects.find(resource, namespace, name).map(it -> stored(resource, it));
  }

  @Override
  public List<Stored> list(Resource resource, String namespace) {
    return objects.list(resource, namespace).stream().map(it -> stored(resource, it)).toList();
  }

  private static Stored stored(Resource resource, Json.Obj object) {
    var metadata = object.object("metadata");
    return new Stored(
        resource.key(metadata.text("namespace"), metadata.text("name")),
        object,
        Long.parseLong(metadata.text("resourceVersion")));
  }
}
