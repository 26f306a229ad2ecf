package dev.dray.patch;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** One step of a field path, ordered as upstream orders them in field sets. */
sealed interface PathElement extends Comparable<PathElement> {

  /** A field of an object or map. */
  record Named(String name) implements PathElement {}

  /** The item of a list that has these key values, sorted by key name. */
  record Keyed(List<Key> keys) implements PathElement {
    public Keyed {
      keys = keys.stream().sorted(Comparator.comparing(Key::name)).toList();
    }
  }

  record Key(String name, Json value) {}

  /** The item of a set, by its value. */
  record Valued(Json value) implements PathElement {}

  /** The item of a list, by its position; field sets made here have none. */
  record At(int index) implements PathElement {}

  @Override
  default int compareTo(PathElement other) {
    if (this instanceof Named(var a) && other instanceof Named(var b)) {
      return a.compareTo(b);
    }
    if (this instanceof Keyed(var a) && other instanceof Keyed(var b)) {
      return compare(a, b);
    }
    if (this instanceof Valued(var a) && other instanceof Valued(var b)) {
      return Values.compare(a, b);
    }
    if (this instanceof At(var a) && other instanceof At(var b)) {
      return Integer.compare(a, b);
    }
    return Integer.compare(rank(), other.rank());
  }

  private int rank() {
    return switch (this) {
      case Named _ -> 0;
      case Keyed _ -> 1;
      case Valued _ -> 2;
      case At _ -> 3;
    };
  }

  private static int compare(List<Key> a, List<Key> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      int names = a.get(i).name().compareTo(b.get(i).name());
      int order = names == 0 ? Values.compare(a.get(i).value(), b.get(i).value()) : names;
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  /** Returns the element as field sets encode it: {@code f:spec}, {@code k:{"name":"x"}}. */
  default String wire() {
    return switch (this) {
      case Named(var name) -> "f:" + name;
      case Keyed(var keys) -> "k:" + object(keys).toText();
      case Valued(var value) -> "v:" + value.toText();
      case At(var index) -> "i:" + index;
    };
  }

  private static Json.Obj object(List<Key> keys) {
    var fields = new LinkedHashMap<String, Json>();
    keys.forEach(key -> fields.put(key.name(), key.value()));
    return new Json.Obj(fields);
  }

  /** Returns the element as messages show it: {@code .spec}, {@code [name="x"]}. */
  default String text() {
    return switch (this) {
      case Named(var name) -> "." + name;
      case Keyed(var keys) -> {
        var texts = new ArrayList<String>();
        keys.forEach(key -> texts.add(key.name() + "=" + key.value().toText()));
        yield "[" + String.join(",", texts) + "]";
      }
      case Valued(var value) -> "[=" + value.toText() + "]";
      case At(var index) -> "[" + index + "]";
    };
  }

  static String text(List<PathElement> path) {
    var text = new StringBuilder();
    path.forEach(element -> text.append(element.text()));
    return text.toString();
  }

  /**
   * Reads what {@link #wire} writes; empty for a prefix that later versions may introduce.
   *
   * @throws PatchMistake if it is not a path element at all
   */
  static Optional<PathElement> parse(String wire) {
    if (wire.length() < 2 || wire.charAt(1) != ':') {
      throw PatchMistake.unfit("missing colon: %s".formatted(wire));
    }
    var content = wire.substring(2);
    return switch (wire.charAt(0)) {
      case 'f' -> Optional.of(new Named(content));
      case 'k' -> Optional.of(keyed(value(content)));
      case 'v' -> Optional.of(new Valued(value(content)));
      case 'i' -> Optional.of(at(content));
      default -> Optional.empty();
    };
  }

  private static PathElement keyed(Json value) {
    if (!(value instanceof Json.Obj(var fields))) {
      throw PatchMistake.unfit("a key of an item is an object, not %s".formatted(value.toText()));
    }
    var keys = new ArrayList<Key>();
    fields.forEach((name, key) -> keys.add(new Key(name, key)));
    return new Keyed(keys);
  }

  private static PathElement at(String content) {
    try {
      return new At(Integer.parseInt(content));
    } catch (NumberFormatException e) {
      throw PatchMistake.unfit("%s is not an index".formatted(content));
    }
  }

  private static Json value(String content) {
    return switch (Parser.JSON.parseJson(content.getBytes(StandardCharsets.UTF_8))) {
      case ObjectTrees.Parsed.Tree(var value, _) -> value;
      case ObjectTrees.Parsed.Malformed(var message, _) -> throw PatchMistake.unfit(message);
    };
  }

  /** The holder of the JSON parser, which cannot be a private field of an interface. */
  final class Parser {
    static final ObjectTrees JSON = new ObjectTrees(Limits.DEFAULT);

    private Parser() {}
  }
}
