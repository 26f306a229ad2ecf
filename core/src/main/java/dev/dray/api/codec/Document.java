package dev.dray.api.codec;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.DecodingError;
import dev.dray.api.codec.text.Location;
import dev.dray.api.core.CoreObject;
import dev.dray.api.resource.ApiObject;
import java.util.List;

/** One object of a source: read, foreign or unreadable. */
public sealed interface Document {

  /** Returns the place of the object in its source. */
  Place place();

  /**
   * The place of an object in its source.
   *
   * @param part the index of the source's part
   * @param document the index of the document within the part
   * @param item the index of the item if the document is a list, otherwise -1
   * @param start the location at which the object begins
   */
  record Place(int part, int document, int item, Location start) {}

  /**
   * An object of {@code resource.k8s.io}. If one of the problems is an error, the object lacks what
   * could not be read, and is fit only for finding more mistakes in it.
   */
  record Read(ApiObject object, ApiVersion version, List<DecodingError> problems, Place place)
      implements Document {
    public Read {
      problems = List.copyOf(problems);
    }

    public boolean hasErrors() {
      return problems.stream().anyMatch(it -> it.severity() == DecodingError.Severity.ERROR);
    }
  }

  /**
   * An object of another group that scheduling depends on. If one of the problems is an error, the
   * object lacks what could not be read.
   */
  record Core(CoreObject object, List<DecodingError> problems, Place place) implements Document {
    public Core {
      problems = List.copyOf(problems);
    }

    public boolean hasErrors() {
      return problems.stream().anyMatch(it -> it.severity() == DecodingError.Severity.ERROR);
    }
  }

  /** A document that is not well-formed, is not an object, or has an unknown version or kind. */
  record Unreadable(List<DecodingError> problems, Place place) implements Document {
    public Unreadable {
      problems = List.copyOf(problems);
    }
  }

  /** An object of another API group, which is skipped. */
  record Foreign(String apiVersion, String kind, Place place) implements Document {}
}
