package dev.dray.guard;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Looks up a part of the bytes of a JSON object without reading what comes after it.
 *
 * <p>A slice can be a hundred times as long as the part that says which pool it is of, and there
 * are thousands of them when a server starts. The bytes are those of a stored object, hence
 * well-formed; what is not found in them is read again by those who report mistakes.
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
   * The object at a path of names, without one of its fields, which is not even read; empty if
   * there is none.
   */
  public static Optional<Json.Obj> object(byte[] json, List<String> path, String without) {
    try {
      return new JsonGlance(json).findObject(path, without);
    } catch (ArrayIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /** The string at a path of names; empty if there is none, or if it is written with escapes. */
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
      // In its place, so that nothing has to be known of what is around it.
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

  /** Goes to the value of a field of the object that begins here. */
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
      at++; // The colon.
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

  /** The string that begins here, escapes as they are. */
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
          // Nothing that nests.
        }
      }
      at++;
    } while (depth > 0);
  }
}
