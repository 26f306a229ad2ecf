package dev.dray.hardware;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceClaimTemplate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/**
 * The manifests of a kind of hardware: a node without its devices, classes, and pods that use them,
 * each with the template of its claim. Nodes and pods are patterns for many.
 *
 * <p>They are files beside this class, so that they can be read and changed as manifests.
 */
record Setting(
    Node node, List<DeviceClass> classes, List<ResourceClaimTemplate> templates, List<Pod> pods) {
  Setting {
    classes = List.copyOf(classes);
    templates = List.copyOf(templates);
    pods = List.copyOf(pods);
  }

  static Setting read(String file) {
    var documents = new Manifests(FieldValidation.STRICT).read(bytes(file));
    return new Setting(
        objects(documents, Node.class).getFirst(),
        objects(documents, DeviceClass.class),
        objects(documents, ResourceClaimTemplate.class),
        objects(documents, Pod.class));
  }

  private static byte[] bytes(String file) {
    try (var in = Setting.class.getResourceAsStream(file)) {
      return Objects.requireNonNull(in, file).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> List<T> objects(List<Document> documents, Class<T> type) {
    return documents.stream()
        .map(Setting::object)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  private static Object object(Document document) {
    return switch (document) {
      case Document.Read read when !read.hasErrors() -> read.object();
      case Document.Core core when !core.hasErrors() -> core.object();
      case Document.Read _, Document.Core _, Document.Unreadable _, Document.Foreign _ ->
          throw new IllegalStateException("A setting cannot be read (%s).".formatted(document));
    };
  }
}
