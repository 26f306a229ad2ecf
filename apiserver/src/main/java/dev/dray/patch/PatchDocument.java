package dev.dray.patch;

import static dev.dray.patch.PatchMistake.unfit;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Arr;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Obj;
import dev.dray.patch.PatchDocument.Node.Fields;
import dev.dray.patch.PatchDocument.Node.Items;
import dev.dray.patch.PatchDocument.Node.Whole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A document being patched. Only the parts that operations reach are opened into mutable maps and
 * lists, so that ten thousand operations do not copy the document ten thousand times.
 */
final class PatchDocument {
  sealed interface Node {
    /** A part that no operation has opened. */
    record Whole(Json json) implements Node {}

    record Fields(Map<String, Node> map) implements Node {}

    record Items(List<Node> list) implements Node {}
  }

  private static final Node MISSING = new Whole(Null.NULL);

  private Node root;

  PatchDocument(Json document) {
    root = opened(document);
  }

  void restart(Json document) {
    root = opened(document);
  }

  Node root() {
    return root;
  }

  Json finished() {
    return frozen(root);
  }

  /** A name or an index in an existing object or list; there may be no value at it. */
  sealed interface Place {
    /** Returns the value; JSON null if the field is missing. */
    Node value();

    void add(Node value);

    void replace(Node value);

    void remove();
  }

  private record InFields(Map<String, Node> map, String name) implements Place {
    @Override
    public Node value() {
      return map.getOrDefault(name, MISSING);
    }

    @Override
    public void add(Node value) {
      map.put(name, value);
    }

    @Override
    public void replace(Node value) {
      map.put(name, value);
    }

    @Override
    public void remove() {
      if (map.remove(name) == null) {
        throw unfit("Unable to remove nonexistent key: %s: missing value".formatted(name));
      }
    }
  }

  private record InItems(List<Node> list, String index) implements Place {
    @Override
    public Node value() {
      return list.get(position(list.size()));
    }

    @Override
    public void add(Node value) {
      list.add(index.equals("-") ? list.size() : position(list.size() + 1), value);
    }

    @Override
    public void replace(Node value) {
      list.set(position(list.size()), value);
    }

    @Override
    public void remove() {
      list.remove(position(list.size()));
    }

    private int position(int size) {
      int number = number();
      if (number >= size || number < -size) {
        throw unfit(
            "Unable to access invalid index: %d: invalid index referenced".formatted(number));
      }
      return number < 0 ? number + size : number;
    }

    private int number() {
      try {
        return Integer.parseInt(index);
      } catch (NumberFormatException e) {
        throw unfit("value was not a proper array index: '%s'".formatted(index));
      }
    }
  }

  /**
   * Returns the place a JSON pointer (RFC 6901) leads to; empty if something on its way is missing.
   */
  Optional<Place> place(String pointer) {
    if (!pointer.startsWith("/")) {
      return Optional.empty();
    }
    var tokens = pointer.substring(1).split("/", -1);
    var at = root;
    for (int i = 0; i < tokens.length - 1; i++) {
      var child = child(at, unescaped(tokens[i]));
      if (child.isEmpty()) {
        return Optional.empty();
      }
      at = child.get();
    }
    var last = unescaped(tokens[tokens.length - 1]);
    return switch (at) {
      case Fields(var map) -> Optional.of(new InFields(map, last));
      case Items(var list) -> Optional.of(new InItems(list, last));
      case Whole _ -> Optional.empty();
    };
  }

  private static Optional<Node> child(Node parent, String token) {
    try {
      return switch (parent) {
        case Fields(var map) -> Optional.of(openedIn(new InFields(map, token)));
        case Items(var list) -> Optional.of(openedIn(new InItems(list, token)));
        case Whole _ -> Optional.empty();
      };
    } catch (PatchMistake e) {
      return Optional.empty();
    }
  }

  private static Node openedIn(Place place) {
    if (!(place.value() instanceof Whole(var json))) {
      return place.value();
    }
    var opened = opened(json);
    if (!(opened instanceof Whole)) {
      place.replace(opened);
    }
    return opened;
  }

  /** Unescapes a token: {@code ~1} is a slash and {@code ~0} a tilde, each read once. */
  private static String unescaped(String token) {
    return token.indexOf('~') < 0 ? token : token.replace("~1", "/").replace("~0", "~");
  }

  private static Node opened(Json json) {
    return switch (json) {
      case Obj(var fields) -> {
        var map = new LinkedHashMap<String, Node>();
        fields.forEach((name, value) -> map.put(name, new Whole(value)));
        yield new Fields(map);
      }
      case Arr(var items) -> {
        var list = new ArrayList<Node>(items.size() + 1);
        items.forEach(item -> list.add(new Whole(item)));
        yield new Items(list);
      }
      case Json.Str _, Json.Num _, Json.Bool _, Null _ -> new Whole(json);
    };
  }

  static Json frozen(Node node) {
    return switch (node) {
      case Whole(var json) -> json;
      case Fields(var map) -> {
        var fields = new LinkedHashMap<String, Json>();
        map.forEach((name, value) -> fields.put(name, frozen(value)));
        yield new Obj(fields);
      }
      case Items(var list) -> new Arr(list.stream().map(PatchDocument::frozen).toList());
    };
  }

  /** Returns whether a node equals a value; visits no more of the node than the value's size. */
  static boolean same(Node node, Json value) {
    return switch (node) {
      case Whole(var json) -> json.equals(value);
      case Fields(var map) -> value instanceof Obj(var fields) && sameFields(map, fields);
      case Items(var list) -> value instanceof Arr(var items) && sameItems(list, items);
    };
  }

  private static boolean sameFields(Map<String, Node> map, Map<String, Json> fields) {
    if (map.size() != fields.size()) {
      return false;
    }
    for (var field : fields.entrySet()) {
      var node = map.get(field.getKey());
      if (node == null || !same(node, field.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameItems(List<Node> list, List<Json> items) {
    if (list.size() != items.size()) {
      return false;
    }
    for (int i = 0; i < items.size(); i++) {
      if (!same(list.get(i), items.get(i))) {
        return false;
      }
    }
    return true;
  }
}
