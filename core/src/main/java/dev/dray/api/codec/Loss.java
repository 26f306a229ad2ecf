package dev.dray.api.codec;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.JsonTokens;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.codec.text.Trees;
import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ApiObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of an object that a version cannot hold. They are found by writing the object and
 * reading it back, so that the answer is right whatever the version's shapes are.
 */
public final class Loss {
  private final List<FieldPath> lost = new ArrayList<>();

  private Loss() {}

  /**
   * Returns the fields that change on the way through a version, which must have the kind, by their
   * v1 paths.
   */
  public static List<FieldPath> of(ApiObject object, ApiVersion version) {
    var written = new ManifestWriter(version).json(object).getBytes(StandardCharsets.UTF_8);
    var read = new Manifests(FieldValidation.IGNORE).read(written).getFirst();
    if (!(read instanceof Document.Read(var back, _, _, _))) {
      throw new IllegalStateException("The written object was read back as (%s).".formatted(read));
    }
    var loss = new Loss();
    if (!back.equals(object)) {
      loss.compare(tree(object), tree(back), FieldPath.ROOT);
    }
    return List.copyOf(loss.lost);
  }

  private static Json tree(ApiObject object) {
    var version = ApiVersion.serving(object.kind()).getFirst();
    var json = new ManifestWriter(version).json(object).getBytes(StandardCharsets.UTF_8);
    var tokens = new JsonTokens(json, JsonTokens.factory(Limits.DEFAULT));
    tokens.nextDocument();
    return Trees.read(tokens);
  }

  private void compare(Json before, Json after, FieldPath at) {
    switch (before) {
      case Json.Obj(var fields) when after instanceof Json.Obj(var left) ->
          fields.forEach(
              (name, value) -> {
                var there = left.get(name);
                if (there == null) {
                  lost.add(at.child(name));
                } else {
                  compare(value, there, at.child(name));
                }
              });
      case Json.Arr(var items)
          when after instanceof Json.Arr(var left) && left.size() == items.size() -> {
        for (int i = 0; i < items.size(); i++) {
          compare(items.get(i), left.get(i), at.index(i));
        }
      }
      case Json.Obj _, Json.Arr _, Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> {
        if (!before.equals(after)) {
          lost.add(at);
        }
      }
    }
  }
}
