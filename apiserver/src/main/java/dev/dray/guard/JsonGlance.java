package dev.dray.guard;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A lookup of one part in the bytes of a JSON object, without parsing what comes after it.
 *
 * <p>A slice can be a hundred times as long as the part that names its pool, and there are
 * thousands of them when a server starts. The bytes are those of a stored object, hence
 * well-formed; callers parse the whole object if the part is not found, and report mistakes then.
 */
public final class JsonGlance {
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  private final byte[] json;
  private int at;

  private JsonGlance(byte[] json) {
    this.json = json;
  }

  /**
   * Returns the object at a path of field names, without one of its fields, which is not parsed;
   * empty if there is none.
   */
  public static Optional<Json.Obj> object(byte[] json, List<String> path, String without) {
    try {
      return new JsonGlance(json).findObject(path, without);
    } catch (ArrayIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /** Returns the string at a path of field names; empty if there is none, or if it has escapes. */
  public static Optional<String> text(byte[] json, List<String> path) {
    try {
      return new JsonGlance(json).find(path);
    } catch (ArrayIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private Optional<Json.Obj> findObject(List<String> path, String without) {
    if (!enter(path)) {
      return Optional.empty();
    }
    skipSpace();
    int start = at;
    boolean has = enter(without);
    int from = at;
    if (has) {
      skipValue();
    }
    int to = at;
    at = start;
    skipValue();
    var left = new ByteArrayOutputStream(at - start);
    left.write(json, start, has ? from - start : at - start);
    if (has) {
      // Null takes its place, so that the commas around it stay valid.
      left.writeBytes(NULL);
      left.write(json, to, at - to);
    }
    return TREES.parseJson(left.toByteArray())
            instanceof ObjectTrees.Parsed.Tree(Json.Obj object, _)
        ? Optional.of(object.without(without))
        : Optional.empty();
  }

  private boolean enter(List<String> path) {
    for (var name : path) {
      if (!enter(name)) {
        return false;
      }
    }
    return true;
  }

  private Optional<String> find(List<String> path) {
    if (!enter(path)) {
      return Optional.empty();
    }
    skipSpace();
    if (json[at] != '"') {
      return Optional.empty();
    }
    var text = string();
    return text.indexOf('\\') < 0 ? Optional.of(text) : Optional.empty();
  }

  /** Moves to the value of a field of the object that begins here; returns whether there is one. */
  private boolean enter(String name) {
    skipSpace();
    if (json[at] != '{') {
      return false;
    }
    at++;
    skipSpace();
    while (json[at] != '}') {
      boolean found = string().equals(name);
      skipSpace();
      at++; // Skips the colon.
      if (found) {
        return true;
      }
      skipValue();
      skipSpace();
      if (json[at] == ',') {
        at++;
        skipSpace();
      }
    }
    return false;
  }

  private void skipSpace() {
    while (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t') {
      at++;
    }
  }

  /** Returns the string that begins here, with escapes as they are. */
  private String string() {
    int start = at + 1;
    skipString();
    return new String(json, start, at - 1 - start, StandardCharsets.UTF_8);
  }

  private void skipString() {
    at++;
    while (json[at] != '"') {
      at += json[at] == '\\' ? 2 : 1;
    }
    at++;
  }

  private void skipValue() {
    skipSpace();
    switch (json[at]) {
      case '"' -> skipString();
      case '{', '[' -> skipNested();
      default -> {
        while (json[at] != ',' && json[at] != '}' && json[at] != ']') {
          at++;
        }
      }
    }
  }

  private void skipNested() {
    int depth = 0;
    do {
      switch (json[at]) {
        case '"' -> {
          skipString();
          continue;
        }
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        default -> {
          // Not a bracket.
        }
      }
      at++;
    } while (depth > 0);
  }
}
