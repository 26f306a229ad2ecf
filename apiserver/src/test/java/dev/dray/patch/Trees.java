package dev.dray.patch;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import java.nio.charset.StandardCharsets;

/**
 * Trees from text with single quotes, which read better in Java; {@code \\'} is one in a string.
 */
final class Trees {
  private static final ObjectTrees PARSER = new ObjectTrees(Limits.DEFAULT);

  private Trees() {}

  static Json json(String text) {
    return parsed(text.replace("\\'", "\\\"").replace('\'', '"'));
  }

  static Json.Obj obj(String text) {
    return (Json.Obj) json(text);
  }

  static Json parsed(String text) {
    return switch (PARSER.parseJson(text.getBytes(StandardCharsets.UTF_8))) {
      case ObjectTrees.Parsed.Tree(var value, _) -> value;
      case ObjectTrees.Parsed.Malformed(var message, _) ->
          throw new IllegalArgumentException(message + ": " + text);
    };
  }
}
