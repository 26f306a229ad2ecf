package dev.dray.kinds;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import dev.dray.store.Precondition;
import dev.dray.store.StoreOperation;
import java.util.List;
import java.util.Optional;

/**
 * A check of a write that looks at more than the object: its namespace, a quota, who asks, what
 * others hold.
 */
public interface WriteCheck {

  /** What is done to the object. */
  enum Deed {
    CREATE,
    UPDATE,
    DELETE
  }

  /**
   * A write that is about to be stored.
   *
   * @param subresource empty for the object itself
   * @param object as it will be; as it was, for a deletion
   * @param stored as it was; empty for a creation
   */
  record Write(
      Deed deed,
      Resource resource,
      String subresource,
      String namespace,
      String name,
      Json.Obj object,
      Optional<Json.Obj> stored,
      boolean dryRun,
      WriteContext context) {
    public Write {
      requireNonNull(deed, "deed");
      requireNonNull(resource, "resource");
      requireNonNull(subresource, "subresource");
      requireNonNull(namespace, "namespace");
      requireNonNull(name, "name");
      requireNonNull(object, "object");
      requireNonNull(stored, "stored");
      requireNonNull(context, "circumstances");
    }

    /** The same of another object. */
    public Write with(Json.Obj object) {
      return new Write(
          deed, resource, subresource, namespace, name, object, stored, dryRun, context);
    }
  }

  /**
   * What a check adds.
   *
   * @param conditions that must hold when the write is stored; if one of these does not, the whole
   *     request is looked at again
   * @param operations to be done together with the write
   */
  record Verdict(
      Violations violations,
      List<String> warnings,
      List<Precondition> conditions,
      List<StoreOperation> operations) {
    public static final Verdict FINE =
        new Verdict(Violations.NONE, List.of(), List.of(), List.of());

    public Verdict {
      requireNonNull(violations, "violations");
      warnings = List.copyOf(warnings);
      conditions = List.copyOf(conditions);
      operations = List.copyOf(operations);
    }
  }

  /**
   * The written object with what it gets from others, such as the priority that its class stands
   * for; asked before the strategy prepares the object, and nothing is refused here.
   */
  default Json.Obj admitted(Write write, View view) {
    return write.object();
  }

  /**
   * Looks at a write before it is stored; it may be asked again if the world changed meanwhile.
   *
   * @throws StatusError if the request is refused as a whole
   */
  Verdict check(Write write, View view);

  /** What others have stored, as of one revision that every acknowledged write is part of. */
  interface View {
    long revision();

    Optional<Stored> find(Resource resource, String namespace, String name);

    /** All objects of a kind in a namespace; in all namespaces if it is empty. */
    List<Stored> list(Resource resource, String namespace);

    /**
     * An object in the store.
     *
     * @param revision of the last write to it
     */
    record Stored(String key, Json.Obj object, long revision) {}
  }
}
