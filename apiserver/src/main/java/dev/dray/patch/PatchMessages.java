package dev.dray.patch;

import dev.dray.api.json.Json;

/** The wording of values in messages. */
final class PatchMessages {
  private static final int LONGEST_QUOTE = 200;

  private PatchMessages() {}

  static String kindOf(Json json) {
    return switch (json) {
      case Json.Obj _ -> "an object";
      case Json.Arr _ -> "a list";
      case Json.Str _ -> "a string";
      case Json.Num _ -> "a number";
      case Json.Bool _ -> "a boolean";
      case Json.Null _ -> "null";
    };
  }

  /** Returns the value as text, cut where it is too long for a message. */
  static String quote(Json json) {
    var text = json.toText();
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
  }
}
