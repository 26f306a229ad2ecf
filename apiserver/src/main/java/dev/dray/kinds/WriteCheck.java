package dev.dray.kinds;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import dev.dray.store.Precondition;
import dev.dray.store.StoreOperation;
import java.util.List;
import java.util.Optional;

/**
 * A check of a write against more than the object itself: its namespace, a quota, the user, or what
 * other objects hold.
 */
public interface WriteCheck {

  /** The kind of write. */
  enum Verb {
    CREATE,
    UPDATE,
    DELETE
  }

  /**
   * A write that is about to be stored.
   *
   * @param subresource the subresource; empty for the object itself
   * @param object the object after the write; before it, for a deletion
   * @param stored the object before the write; empty for a creation
   * @param change the same two as hub records, for an update of a kind that has them
   */
  record Write(
      Verb verb,
      Resource resource,
      String subresource,
      String namespace,
      String name,
      Json.Obj object,
      Optional<Json.Obj> stored,
      Optional<HubChange> change,
      boolean dryRun,
      WriteContext context) {

    /** Returns the same write with another object. */
    public Write with(Json.Obj object) {
      return new Write(
          verb, resource, subresource, namespace, name, object, stored, change, dryRun, context);
    }
  }

  /**
   * The result of a check.
   *
   * @param conditions preconditions that must hold when the write is stored; if one fails, the
   *     whole request is checked again
   * @param operations store operations to do together with the write
   */
  record Verdict(
      Violations violations,
      List<String> warnings,
      List<Precondition> conditions,
      List<StoreOperation> operations) {
    public static final Verdict FINE =
        new Verdict(Violations.NONE, List.of(), List.of(), List.of());

    public Verdict {
      warnings = List.copyOf(warnings);
      conditions = List.copyOf(conditions);
      operations = List.copyOf(operations);
    }
  }

  /**
   * Returns the written object with values derived from others, such as the priority of its class.
   * Called before the strategy prepares the object, for kinds that stay trees; nothing is refused
   * here.
   */
  default Json.Obj admitted(Write write, View view) {
    return write.object();
  }

  /**
   * Checks a write before it is stored; called again if the stored objects changed meanwhile.
   *
   * @throws StatusError if the request is refused as a whole
   */
  Verdict check(Write write, View view);

  /** The stored objects as of one revision that includes every acknowledged write. */
  interface View {
    long revision();

    Optional<Stored> find(Resource resource, String namespace, String name);

    /** Returns all objects of a kind in a namespace; in all namespaces if it is empty. */
    List<Stored> list(Resource resource, String namespace);

    /**
     * An object in the store.
     *
     * @param revision the revision of its last write
     */
    record Stored(String key, Json.Obj object, long revision) {}
  }
}
