package dev.dray.api.codec;

import static java.util.Objects.requireNonNull;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.DecodingError;
import dev.dray.api.codec.text.Location;
import dev.dray.api.core.CoreObject;
import dev.dray.api.resource.ApiObject;
import java.util.List;

/** What one object of a source turned out to be. */
public sealed interface Document {

  /** Where it is. */
  Place place();

  /**
   * The place of an object in its source.
   *
   * @param part which of the source's parts, from 0
   * @param document which document of the part, from 0
   * @param item which item, if the document is a list, from 0; otherwise -1
   * @param start where the object begins
   */
  record Place(int part, int document, int item, Location start) {}

  /**
   * An object of {@code resource.k8s.io}. If a problem is an error, the object lacks what could not
   * be read and is good for nothing but finding more mistakes in it.
   */
  record Read(ApiObject object, ApiVersion version, List<DecodingError> problems, Place place)
      implements Document {
    public Read {
      requireNonNull(object, "object");
      requireNonNull(version, "version");
      requireNonNull(place, "place");
      problems = List.copyOf(problems);
    }

    public boolean hasErrors() {
      return problems.stream().anyMatch(it -> it.severity() == DecodingError.Severity.ERROR);
    }
  }

  /**
   * An object of another group that placing pods depends on. If a problem is an error, the object
   * lacks what could not be read.
   */
  record Core(CoreObject object, List<DecodingError> problems, Place place) implements Document {
    public Core {
      requireNonNull(object, "object");
      requireNonNull(place, "place");
      problems = List.copyOf(problems);
    }

    public boolean hasErrors() {
      return problems.stream().anyMatch(it -> it.severity() == DecodingError.Severity.ERROR);
    }
  }

  /** Not well-formed, or no object, or of no known version or kind. */
  record Unreadable(List<DecodingError> problems, Place place) implements Document {
    public Unreadable {
      requireNonNull(place, "place");
      problems = List.copyOf(problems);
    }
  }

  /** An object of another API group, passed over. */
  record Foreign(String apiVersion, String kind, Place place) implements Document {
    public Foreign {
      requireNonNull(apiVersion, "apiVersion");
      requireNonNull(kind, "kind");
      requireNonNull(place, "place");
    }
  }
}
