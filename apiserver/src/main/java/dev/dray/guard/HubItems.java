package dev.dray.guard;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.Kind;
import java.util.List;

/** The conversion of stored trees to hub objects, without their managed fields. */
final class HubItems {
  private static final List<String> MANAGED_FIELDS = List.of("metadata", "managedFields");
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  private HubItems() {}

  static <T extends ApiObject> T read(Json.Obj tree, Kind kind, Class<T> type) {
    var version =
        ApiVersion.of(tree.text("apiVersion"))
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "A stored %s has an unknown version (%s)."
                            .formatted(kind.kindName(), tree.text("apiVersion"))));
    var lean = tree.without(MANAGED_FIELDS);
    return type.cast(TREES.read(lean, kind, version, FieldValidation.IGNORE).object());
  }
}
