package dev.dray.http;

import dev.dray.api.json.Json;
import dev.dray.kinds.StatusError;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The form of an answer: what of the objects, and how it is written.
 *
 * @param version of a table or of partial metadata
 */
record ResponseForm(Content content, Notation notation, String version) {

  /** What of the objects. */
  enum Content {
    OBJECTS,
    TABLE,
    METADATA
  }

  /** How it is written. */
  enum Notation {
    JSON,
    YAML,
    PROTOBUF
  }

  static final ResponseForm PLAIN = new ResponseForm(Content.OBJECTS, Notation.JSON, "");

  /** The best form that both sides know, for what is there with all sorts of content. */
  static ResponseForm agreed(String accept) {
    return agreed(accept, EnumSet.allOf(Content.class));
  }

  /** The same where not all sorts of content are to be had. */
  static ResponseForm agreed(String accept, Set<Content> had) {
    if (accept.isBlank()) {
      return PLAIN;
    }
    for (var type : MediaType.accepted(accept)) {
      var form = of(type).filter(it -> had.contains(it.content()));
      if (form.isPresent()) {
        return form.get();
      }
    }
    throw new StatusError(
            StatusError.Reason.NOT_ACCEPTABLE,
            ("406: Not Acceptable\n\n"
                    + "Available representations: %1$s, %2$s, %3$s, %1$s;stream=watch,"
                    + " %3$s;stream=watch")
                .formatted(MediaType.JSON, MediaType.YAML, MediaType.PROTOBUF))
        .withDetails();
  }

  private static Optional<ResponseForm> of(MediaType type) {
    var notation =
        switch (type.name()) {
          case MediaType.JSON, "*/*", "application/*", "text/html" -> Optional.of(Notation.JSON);
          case MediaType.YAML, "application/x-yaml", "text/yaml" -> Optional.of(Notation.YAML);
          case MediaType.PROTOBUF -> Optional.of(Notation.PROTOBUF);
          default -> Optional.<Notation>empty();
        };
    if (notation.isEmpty()) {
      return Optional.empty();
    }
    boolean known =
        type.parameter("g").equals("meta.k8s.io")
            && (type.parameter("v").equals("v1") || type.parameter("v").equals("v1beta1"));
    boolean binary = notation.get() == Notation.PROTOBUF;
    return switch (type.parameter("as")) {
      case "" -> Optional.of(new ResponseForm(Content.OBJECTS, notation.get(), ""));
      case "Table" ->
          known && !binary
              ? Optional.of(new ResponseForm(Content.TABLE, notation.get(), type.parameter("v")))
              : Optional.empty();
      case "PartialObjectMetadata", "PartialObjectMetadataList" ->
          known && !(binary && type.parameter("v").equals("v1beta1"))
              ? Optional.of(new ResponseForm(Content.METADATA, notation.get(), type.parameter("v")))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** Only the metadata of an object; what it is then is a partial object. */
  Json.Obj partial(Json.Obj object) {
    return Json.obj(
        "kind",
        "PartialObjectMetadata",
        "apiVersion",
        "meta.k8s.io/" + version,
        "metadata",
        object.object("metadata"));
  }

  String contentType() {
    return switch (notation) {
      case JSON -> MediaType.JSON;
      case YAML -> MediaType.YAML;
      case PROTOBUF -> MediaType.PROTOBUF;
    };
  }
}
