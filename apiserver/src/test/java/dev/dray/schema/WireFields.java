package dev.dray.schema;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.AttributeShape;
import dev.dray.api.codec.shape.KindShapes;
import dev.dray.api.codec.shape.ObjectShape;
import dev.dray.api.codec.shape.ScalarShape;
import dev.dray.api.codec.shape.WireShape;
import dev.dray.api.resource.Kind;
import java.util.ArrayList;
import java.util.List;

/** The list of fields that the codec reads and writes, for those who describe them elsewhere. */
final class WireFields {
  private final List<String> found = new ArrayList<>();

  private WireFields() {}

  /**
   * Returns every field of a kind in a version with its type, such as {@code spec.pool.generation
   * long} or {@code spec.devices[].attributes{}.ints[] long}; without {@code apiVersion} and {@code
   * kind}.
   */
  static List<String> of(Kind kind, ApiVersion version) {
    var fields = new WireFields();
    fields.add("", KindShapes.of(version).shape(kind));
    return List.copyOf(fields.found);
  }

  private void add(String path, WireShape<?> shape) {
    switch (shape) {
      case WireShape.Maybe<?>(var of) -> add(path, of);
      case WireShape.Items<?>(var of) -> add(path + "[]", of);
      case WireShape.Keyed<?>(var of) -> add(path + "{}", of);
      case ScalarShape<?> scalar -> found.add(path + " " + scalar.type());
      case ObjectShape<?> object -> {
        found.add(path + " object");
        object.forEachField((name, of) -> add(below(path, name), of));
      }
      case AttributeShape attribute -> {
        found.add(path + " object");
        attribute.forEachField(
            (name, of) ->
                of.ifPresentOrElse(
                    shapeOf -> add(below(path, name), shapeOf),
                    () -> found.add(below(path, name) + " object")));
      }
    }
  }

  private static String below(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
