package dev.dray.patch;

import dev.dray.api.json.Json;
import java.util.Comparator;

/**
 * Who owns fields.
 *
 * @param apiVersion of writes; empty for one who applies, whatever version that is done in
 * @param subresource empty if it is the object itself that is written
 */
record Owner(String manager, Operation operation, String apiVersion, String subresource)
    implements Comparable<Owner> {
  private static final Comparator<Owner> ORDER =
      Comparator.comparing(Owner::manager)
          .thenComparing(Owner::operation)
          .thenComparing(Owner::apiVersion)
          // Upstream sorts owners by their JSON, in which a further field comes before the end.
          .thenComparing(owner -> owner.subresource().isEmpty())
          .thenComparing(Owner::subresource);

  /** How it wrote. */
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

  /** For messages. */
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
