package dev.dray.http;

import dev.dray.api.json.Json;
import dev.dray.kinds.StatusError;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The negotiated form of a response: its content and its notation.
 *
 * @param version the version of the table or partial metadata
 */
record ResponseForm(Content content, Notation notation, String version) {

  /** The part of the objects that is sent. */
  enum Content {
    OBJECTS,
    TABLE,
    METADATA
  }

  /** The notation of the response. */
  enum Notation {
    JSON,
    YAML,
    PROTOBUF
  }

  static final ResponseForm PLAIN = new ResponseForm(Content.OBJECTS, Notation.JSON, "");

  /** Returns the best form both sides know, if every content is available. */
  static ResponseForm agreed(String accept) {
    return agreed(accept, EnumSet.allOf(Content.class));
  }

  /** Returns the best form both sides know, if only some content is available. */
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

  /** Returns the metadata of an object, as a PartialObjectMetadata. */
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
