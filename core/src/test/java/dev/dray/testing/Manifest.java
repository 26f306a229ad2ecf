package dev.dray.testing;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.resource.ApiObject;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Objects as users write them, for tests that read better so. */
public final class Manifest {
  private Manifest() {}

  /** Every object of a text of one or more documents. */
  public static List<ApiObject> all(String yaml) {
    return new Manifests(FieldValidation.STRICT)
        .read(yaml.getBytes(StandardCharsets.UTF_8)).stream().map(Manifest::object).toList();
  }

  /** The only object of a text, of this kind. */
  public static <T extends ApiObject> T one(Class<T> type, String yaml) {
    var objects = all(yaml);
    if (objects.size() != 1) {
      throw new IllegalArgumentException("Not one object [%d].".formatted(objects.size()));
    }
    return type.cast(objects.getFirst());
  }

  private static ApiObject object(Document document) {
    if (document instanceof Document.Read read && !read.hasErrors()) {
      return read.object();
    }
    throw new IllegalArgumentException("Not readable [%s].".formatted(document));
  }
}
