package dev.dray.kinds;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.CommonRules;
import java.util.List;

/** The rules of a kind whose objects stay JSON trees: what a write may do, and what must hold. */
public interface TreeRules {

  /** Parts that have an endpoint of their own: only there they are written. */
  default List<String> parts() {
    return List.of();
  }

  /**
   * The fields that upstream's types hold by value, so that they are written as {@code {}} even if
   * they hold nothing: a client that adds to them by a JSON patch finds a place to add to.
   */
  default List<String> writtenIfEmpty() {
    return parts();
  }

  /** Returns whether a new object may come with the parts that are written elsewhere later. */
  default boolean createdWithParts() {
    return false;
  }

  /** Subresources to which something else than the object is posted. */
  default List<String> actions() {
    return List.of();
  }

  /** The object with what a missing field means filled in. */
  default Json.Obj defaulted(Json.Obj object) {
    return object;
  }

  /** Returns a new object as it is stored; its parts are removed before. */
  default Json.Obj created(Json.Obj object, WriteContext context) {
    return object;
  }

  /** Returns a changed object as it is stored; its parts and generation are the stored ones. */
  default Json.Obj updated(Json.Obj object, Json.Obj stored, WriteContext context) {
    return object;
  }

  /**
   * Returns the fields that stay as they are, whatever is written to a subresource of the object.
   */
  default List<String> kept(String part) {
    return List.of("spec");
  }

  /**
   * Returns the object as it is stored after a write to a subresource.
   *
   * @param written to the subresource: mostly the whole object, whose metadata counts besides the
   *     part, as upstream has it for all these kinds
   */
  default Json.Obj partUpdated(
      String part, Json.Obj written, Json.Obj stored, WriteContext context) {
    var updated = written;
    for (var field : kept(part)) {
      updated = updated.withOrWithout(List.of(field), stored.find(field));
    }
    return updated;
  }

  /** Returns the mistakes in an object, new or changed. */
  default Violations mistakes(Json.Obj object) {
    return Violations.NONE;
  }

  /** Returns the mistakes in a change, besides those in the object. */
  default Violations changeMistakes(Json.Obj object, Json.Obj stored) {
    return Violations.NONE;
  }

  default Violations partMistakes(String part, Json.Obj object, Json.Obj stored) {
    return Violations.NONE;
  }

  default List<String> warnings(Json.Obj object) {
    return List.of();
  }

  default List<String> nameMistakes(String name) {
    return CommonRules.dnsSubdomainMistakes(name);
  }

  /** Returns whether a change of the spec increases {@code metadata.generation}. */
  default boolean countsGenerations() {
    return false;
  }

  default boolean createsOnUpdate() {
    return false;
  }

  default boolean updatesUnconditionally() {
    return true;
  }

  default boolean deletionReturnsObject() {
    return false;
  }

  /** Returns whether a deletion waits for others, besides the finalizers in the metadata. */
  default boolean heldBack(Json.Obj stored) {
    return false;
  }

  /** Returns an object as it is stored when its deletion has begun and is not yet done. */
  default Json.Obj deleting(Json.Obj stored) {
    return stored;
  }

  default long gracePeriod(Json.Obj stored) {
    return 0;
  }
}
