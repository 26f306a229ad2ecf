package dev.dray.kinds.core;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.TreeRules;

/** The rules of config maps: text and bytes by key. */
public final class ConfigMapRules implements TreeRules {

  @Override
  public Violations mistakes(Json.Obj object) {
    var data = object.object("data");
    var bytes = object.object("binaryData");
    var found = DataRules.keys(data, "data");
    for (var key : data.fields().keySet()) {
      if (bytes.has(key)) {
        found =
            found.and(
                Violation.invalid(
                    FieldPath.of("data").key(key), key, "duplicate of key present in binaryData"));
      }
    }
    return found
        .and(DataRules.keys(bytes, "binaryData"))
        .and(DataRules.size(DataRules.bytes(data) + DataRules.decodedBytes(bytes), ""));
  }

  @Override
  public Violations changeMistakes(Json.Obj object, Json.Obj stored) {
    return DataRules.kept(object, stored, "data", "binaryData");
  }
}
