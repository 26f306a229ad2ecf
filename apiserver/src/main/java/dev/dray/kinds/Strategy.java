package dev.dray.kinds;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.json.Json;
import java.util.List;

/**
 * What is particular to writes of one kind.
 *
 * <p>Objects are trees in the stored version, with {@code apiVersion} and {@code kind}, after
 * {@link #decode}. Metadata that is the same for all kinds (names, uid, times, resource versions,
 * managed fields, finalizers in deletion) is the registry's business, before and after: it checks
 * the names by {@link #nameMistakes}.
 */
public interface Strategy {

  /**
   * An object as it was written in a version.
   *
   * @param object in the stored version, defaults filled in, without what is not known
   * @param errors why it cannot be read at all, such as {@code unknown field "spec.foo"} under
   *     strict validation, or a value of the wrong type; in upstream's words
   * @param warnings the same where it is only told
   */
  record Decoded(Json.Obj object, List<String> errors, List<String> warnings) {
    public Decoded {
      errors = List.copyOf(errors);
      warnings = List.copyOf(warnings);
    }
  }

  Decoded decode(Json.Obj written, String version, FieldValidation validation);

  /** A stored object in another version of its kind. */
  Json.Obj encode(Json.Obj stored, String version);

  /** What becomes of a new object: reset, dropped, defaulted, validated. */
  Prepared create(Json.Obj object, WriteContext context);

  /** What becomes of a write to the object itself; metadata is taken care of already. */
  Prepared update(Json.Obj object, Json.Obj stored, WriteContext context);

  /** What becomes of a write to a subresource that is a part of the object, such as status. */
  Prepared updatePart(String subresource, Json.Obj object, Json.Obj stored, WriteContext context);

  /**
   * The fields that a write to the object itself ({@code ""}) or to a subresource leaves as they
   * are, as paths such as {@code status} or {@code metadata}: no manager comes to own them by it.
   */
  List<String> untouched(String subresource);

  /** What is wrong with a name, in upstream's words; nothing if it is right. */
  List<String> nameMistakes(String name);

  /** Whether a PUT may create the object. */
  default boolean createsOnUpdate() {
    return false;
  }

  /** Whether a PUT without a resource version is taken, in this version. */
  default boolean updatesUnconditionally(String version) {
    return true;
  }

  /** Whether deleting it answers with the object instead of a Status, in this version. */
  default boolean deletionReturnsObject(String version) {
    return false;
  }

  /** Whether a deletion waits for others, besides the finalizers in the metadata. */
  default boolean heldBack(Json.Obj stored) {
    return false;
  }

  /** What an object becomes when its deletion begins, and is not yet done. */
  default Json.Obj deleting(Json.Obj stored) {
    return stored;
  }

  /** How long a deletion that names no grace period waits, in seconds; 0 for kinds without one. */
  default long gracePeriod(Json.Obj stored) {
    return 0;
  }
}
