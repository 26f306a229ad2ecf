package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.schema.SchemaType;

/**
 * The three patch types that state changes; {@link ManagedFields#apply}, which states the desired
 * fields, is the fourth.
 */
public final class Patches {
  private Patches() {}

  /**
   * Applies the operations of a JSON patch (RFC 6902) in order, all or none.
   *
   * @throws PatchMistake if one of them does not apply
   */
  public static Json jsonPatch(Json target, Json operations) {
    return JsonPatch.apply(target, operations);
  }

  /**
   * Applies a merge patch (RFC 7386): null removes a field, lists are replaced.
   *
   * @throws PatchMistake if the patch is not an object
   */
  public static Json mergePatch(Json target, Json patch) {
    return MergePatch.apply(target, patch);
  }

  /**
   * Applies a strategic merge patch: lists are merged where the type says so, and directives begin
   * with {@code $}.
   *
   * @throws PatchMistake if a directive is invalid, or an item lacks its merge key
   */
  public static Json.Obj strategicMerge(Json.Obj target, Json.Obj patch, SchemaType.Struct type) {
    return StrategicMerge.apply(target, patch, type);
  }
}
