package dev.dray.api.codec;

import static java.util.Objects.requireNonNull;

import dev.dray.api.codec.text.JsonTokens;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.codec.text.Location;
import dev.dray.api.codec.text.Source;
import dev.dray.api.codec.text.SyntaxException;
import dev.dray.api.codec.text.Token;
import dev.dray.api.codec.text.Tokens;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.FieldPath.Step;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonFactory;

/**
 * The finder of line and column for fields of an object.
 *
 * <p>Most objects are valid and never need this, so nothing is recorded while they are read; for an
 * invalid one the source is read once more. A missing field is located at the nearest enclosing
 * object that exists.
 */
public final class Locator {

  /** A node of the tree of wanted paths. */
  private static final class Node {
    final Map<Object, Node> children = new HashMap<>();
    Optional<Location> found = Optional.empty();

    /** Returns the child for a field, a map key or an index. */
    Optional<Node> child(Object key) {
      return Optional.ofNullable(children.get(key));
    }
  }

  private final Limits limits;
  private final JsonFactory json;

  public Locator() {
    this(Limits.DEFAULT);
  }

  public Locator(Limits limits) {
    this.limits = limits;
    this.json = JsonTokens.factory(limits);
  }

  /**
   * Returns the location of each path in the object that was read from this place of the source.
   */
  public Map<FieldPath, Location> locate(
      byte[] source, Document.Place place, Collection<FieldPath> paths) {
    return locate(source, 1, Map.of(place, paths)).getOrDefault(place, Map.of());
  }

  /**
   * Returns the locations for many objects of one source, which is read once for all of them.
   *
   * @param firstLine the first line of the source if it is a part of a larger one, else 1
   */
  public Map<Document.Place, Map<FieldPath, Location>> locate(
      byte[] source, int firstLine, Map<Document.Place, ? extends Collection<FieldPath>> wanted) {
    var roots = new LinkedHashMap<Document.Place, Node>();
    var byPart = new TreeMap<Integer, SortedMap<Integer, SortedMap<Integer, Node>>>();
    wanted.forEach(
        (place, paths) -> {
          var root = root(place, paths);
          roots.put(place, root);
          byPart
              .computeIfAbsent(place.part(), _ -> new TreeMap<>())
              .computeIfAbsent(place.document(), _ -> new TreeMap<>())
              .put(place.item(), root);
        });
    walk(source, firstLine, byPart);
    var located = new LinkedHashMap<Document.Place, Map<FieldPath, Location>>();
    wanted.forEach((place, paths) -> located.put(place, found(roots.get(place), paths)));
    return located;
  }

  private static Node root(Document.Place place, Collection<FieldPath> paths) {
    var root = new Node();
    root.found = Optional.of(place.start());
    paths.forEach(path -> add(root, path));
    return root;
  }

  private static Map<FieldPath, Location> found(@Nullable Node root, Collection<FieldPath> paths) {
    var found = new LinkedHashMap<FieldPath, Location>();
    paths.forEach(path -> found.put(path, nearest(requireNonNull(root), path)));
    return found;
  }

  private void walk(
      byte[] source,
      int firstLine,
      SortedMap<Integer, SortedMap<Integer, SortedMap<Integer, Node>>> byPart) {
    try {
      var parts = new Source(source, firstLine, limits, json).parts();
      byPart.forEach((part, documents) -> walkPart(parts.get(part), documents));
    } catch (SyntaxException _) {
      // No object was read from such a source either.
    }
  }

  private void walkPart(Source.Part part, SortedMap<Integer, SortedMap<Integer, Node>> documents) {
    try {
      var tokens = part.open();
      for (int document = 0; document <= documents.lastKey(); document++) {
        if (!tokens.nextDocument()) {
          return;
        }
        var items = documents.get(document);
        if (items != null) {
          walkDocument(tokens, items);
        }
      }
    } catch (SyntaxException _) {
      // The object was read from before the mistake; paths that were not reached get the location
      // of the nearest enclosing object.
    }
  }

  private void walkDocument(Tokens tokens, SortedMap<Integer, Node> items) {
    var whole = items.get(-1);
    if (whole != null) {
      walk(tokens, whole);
    } else {
      walkItems(tokens, items);
    }
  }

  private static void add(Node root, FieldPath path) {
    var node = root;
    for (var step : path.steps()) {
      node = node.children.computeIfAbsent(key(step), _ -> new Node());
    }
  }

  private static Object key(Step step) {
    return switch (step) {
      case Step.Child(var name) -> name;
      case Step.Key(var name) -> name;
      case Step.Index(var index) -> index;
    };
  }

  private static Location nearest(Node root, FieldPath path) {
    var node = root;
    var nearest = root.found;
    for (var step : path.steps()) {
      node = node.child(key(step)).orElseThrow();
      nearest = node.found.isPresent() ? node.found : nearest;
    }
    return nearest.orElseThrow();
  }

  private void walkItems(Tokens tokens, SortedMap<Integer, Node> items) {
    while (tokens.next() == Token.NAME) {
      boolean list = tokens.text().equals("items");
      if (tokens.next() == Token.ARRAY && list) {
        for (int i = 0; tokens.next() != Token.END_ARRAY; i++) {
          var item = items.get(i);
          if (item != null) {
            walk(tokens, item);
          } else {
            tokens.skip();
          }
        }
      } else {
        tokens.skip();
      }
    }
  }

  private void walk(Tokens tokens, Node node) {
    switch (tokens.current()) {
      case OBJECT -> walkObject(tokens, node);
      case ARRAY -> walkArray(tokens, node);
      case END_OBJECT, END_ARRAY, NAME, STRING, NUMBER, TRUE, FALSE, NULL, END -> {}
    }
  }

  private void walkObject(Tokens tokens, Node node) {
    while (tokens.next() == Token.NAME) {
      var name = tokens.text();
      var at = tokens.location();
      tokens.next();
      var child = childOf(node, name);
      if (child.isPresent()) {
        child.get().found = Optional.of(at);
        walk(tokens, child.get());
      } else if (name.equals("basic") && !node.children.isEmpty()) {
        // Paths are those of v1; v1beta1 has the fields of a device one level deeper, in "basic".
        walk(tokens, node);
      } else {
        tokens.skip();
      }
    }
  }

  /** Returns the child of this name; v1beta1 has the fields of "exactly" in the request itself. */
  private static Optional<Node> childOf(Node node, String name) {
    return node.child(name).or(() -> node.child("exactly").flatMap(it -> it.child(name)));
  }

  private void walkArray(Tokens tokens, Node node) {
    for (int i = 0; tokens.next() != Token.END_ARRAY; i++) {
      var at = tokens.location();
      var child = node.child(i);
      if (child.isPresent()) {
        child.get().found = Optional.of(at);
        walk(tokens, child.get());
      } else {
        tokens.skip();
      }
    }
  }
}
