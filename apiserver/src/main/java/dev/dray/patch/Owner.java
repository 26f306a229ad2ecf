package dev.dray.patch;

import dev.dray.api.json.Json;
import java.util.Comparator;

/**
 * An owner of fields: an entry of {@code managedFields} without its fields.
 *
 * @param apiVersion of updates; empty for one who applies, in whatever version
 * @param subresource empty if the object itself is written
 */
record Owner(String manager, Operation operation, String apiVersion, String subresource)
    implements Comparable<Owner> {
  private static final Comparator<Owner> ORDER =
      Comparator.comparing(Owner::manager)
          .thenComparing(Owner::operation)
          .thenComparing(Owner::apiVersion)
          // Upstream sorts owners by their JSON text, in which a further field sorts before the
          // closing brace.
          .thenComparing(owner -> owner.subresource().isEmpty())
          .thenComparing(Owner::subresource);

  /** The operation by which fields are owned. */
  enum Operation {
    APPLY("Apply"),
    UPDATE("Update");

    private final String wire;

    Operation(String wire) {
      this.wire = wire;
    }

    String wire() {
      return wire;
    }
  }

  static Owner applying(String manager, String subresource) {
    return new Owner(manager, Operation.APPLY, "", subresource);
  }

  static Owner updating(String manager, String apiVersion, String subresource) {
    return new Owner(manager, Operation.UPDATE, apiVersion, subresource);
  }

  /** Returns the owner as messages name it. */
  String text() {
    var name = Json.of(manager).toText();
    var place = subresource.isEmpty() ? "" : " with subresource \"" + subresource + "\"";
    var version = operation == Operation.UPDATE ? " using " + apiVersion : "";
    return name + place + version;
  }

  @Override
  public int compareTo(Owner other) {
    return ORDER.compare(this, other);
  }
}
