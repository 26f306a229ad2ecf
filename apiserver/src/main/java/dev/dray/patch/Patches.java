package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.schema.SchemaType;

/** The three patches that say what to change; apply, which says what to have, is elsewhere. */
public final class Patches {
  private Patches() {}

  /**
   * Carries out operations of RFC 6902, in turn and all or none.
   *
   * @throws PatchMistake if one of them does not apply
   */
  public static Json jsonPatch(Json target, Json operations) {
    return JsonPatch.apply(target, operations);
  }

  /**
   * Lays a patch of RFC 7386 over an object: null takes away, lists are replaced.
   *
   * @throws PatchMistake if the patch is no object
   */
  public static Json mergePatch(Json target, Json patch) {
    return MergePatch.apply(target, patch);
  }

  /**
   * Lays a patch over an object, merging lists where the type says so, with the directives that
   * start with {@code $}.
   *
   * @throws PatchMistake if a directive makes no sense, or an item lacks its merge key
   */
  public static Json.Obj strategicMerge(Json.Obj target, Json.Obj patch, SchemaType.Struct type) {
    return StrategicMerge.apply(target, patch, type);
  }
}
