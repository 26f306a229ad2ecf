package dev.dray.kinds;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.json.Json;
import java.util.List;

/**
 * The part of a write that is particular to one kind.
 *
 * <p>Trees are in the stored version, with {@code apiVersion} and {@code kind}, except those that
 * {@link #decode} takes and {@link #encode} returns. The registry handles the metadata that is the
 * same for all kinds (names, uid, times, resource versions, managed fields, finalizers in
 * deletion), before and after; it checks names by {@link #nameMistakes}.
 */
public interface Strategy {

  /**
   * An object as it was written in a version.
   *
   * @param draft the object with defaults and without unknown fields
   * @param errors the reasons why it cannot be read, in upstream's words: a value of the wrong
   *     type, or under strict validation something like {@code unknown field "spec.foo"}
   * @param warnings the same, where it is only a warning
   */
  record Decoded(Draft draft, List<String> errors, List<String> warnings) {
    public Decoded {
      errors = List.copyOf(errors);
      warnings = List.copyOf(warnings);
    }
  }

  Decoded decode(Json.Obj written, String version, FieldValidation validation);

  /** Converts a stored object to another version of its kind. */
  Json.Obj encode(Json.Obj stored, String version);

  /** Prepares a new object: resets and drops fields, fills in defaults, validates. */
  Prepared create(Draft draft, WriteContext context);

  /** Prepares a write to the object itself; the metadata is already handled. */
  Prepared update(Draft draft, Json.Obj stored, WriteContext context);

  /** Prepares a write to a subresource that is a part of the object, such as status. */
  Prepared updatePart(String subresource, Draft draft, Json.Obj stored, WriteContext context);

  /**
   * Returns the fields that a write to the object itself ({@code ""}) or to a subresource leaves
   * unchanged, as paths such as {@code status} or {@code metadata}. The write's manager does not
   * come to own them.
   */
  List<String> untouched(String subresource);

  /** Returns the violations of a name, in upstream's words; empty if it is valid. */
  List<String> nameMistakes(String name);

  /** Returns whether a PUT may create the object. */
  default boolean createsOnUpdate() {
    return false;
  }

  /** Returns whether this version accepts a PUT without a resource version. */
  default boolean updatesUnconditionally(String version) {
    return true;
  }

  /** Returns whether a deletion in this version answers with the object instead of a Status. */
  default boolean deletionReturnsObject(String version) {
    return false;
  }

  /** Returns whether something besides the finalizers in the metadata holds a deletion back. */
  default boolean heldBack(Json.Obj stored) {
    return false;
  }

  /** Returns the object as it is stored when its deletion begins but cannot finish yet. */
  default Json.Obj deleting(Json.Obj stored) {
    return stored;
  }

  /** Returns the default grace period in seconds; 0 for kinds without one. */
  default long gracePeriod(Json.Obj stored) {
    return 0;
  }
}
