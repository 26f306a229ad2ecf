package dev.dray.kinds;

import dev.dray.api.json.Json;
import java.util.List;

/** Knows which fields objects of a kind have, and of which type. */
public interface FieldTypes {

  /**
   * What is left of a tree, and what is not.
   *
   * @param unknown paths of fields that the kind does not have
   * @param mistyped messages about values of the wrong type
   */
  record Checked(Json.Obj pruned, List<String> unknown, List<String> mistyped) {
    public Checked {
      unknown = List.copyOf(unknown);
      mistyped = List.copyOf(mistyped);
    }
  }

  Checked check(Json.Obj tree, String apiVersion, String kind);

  /** Takes every tree as it is. */
  FieldTypes ANY = (tree, apiVersion, kind) -> new Checked(tree, List.of(), List.of());
}
