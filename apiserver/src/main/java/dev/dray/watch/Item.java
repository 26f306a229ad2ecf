package dev.dray.watch;

import static java.util.Objects.requireNonNull;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.store.StoreEntry;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An object of the store at one of its revisions.
 *
 * <p>It keeps the bytes. The tree is parsed on demand and referenced weakly, so the garbage
 * collector may take it at any time: most objects are only ever passed on as bytes.
 */
public final class Item {
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  private final StoreEntry entry;
  private WeakReference<Json.@Nullable Obj> tree = new WeakReference<>(null);
  private SoftReference<@Nullable Map<String, byte[]>> forms = new SoftReference<>(null);
  private volatile @Nullable Facets facets;

  public Item(StoreEntry entry) {
    this.entry = entry;
  }

  /** Makes an item whose tree is at hand, still without its resource version. */
  Item(StoreEntry entry, Json.Obj stored) {
    this.entry = entry;
    this.tree = new WeakReference<>(dated(stored));
  }

  public String key() {
    return entry.key();
  }

  public long revision() {
    return entry.revision();
  }

  /** Returns whether this is the object as it was created. */
  public boolean isFirst() {
    return entry.created() == entry.revision();
  }

  /** Returns the stored bytes, without a resource version; they must not be changed. */
  public byte[] bytes() {
    return entry.value();
  }

  /** Returns the stored object with its resource version. */
  public Json.Obj tree() {
    var known = tree.get();
    if (known != null) {
      return known;
    }
    var parsed = dated(parsed());
    tree = new WeakReference<>(parsed);
    return parsed;
  }

  /**
   * Returns the string at a path of field names, or "" if there is none. Unless the tree is at
   * hand, the bytes are read only so far: a slice can be a hundred times as long as the part that
   * names its pool, and there are thousands of them when a server starts.
   */
  public String text(String... path) {
    var known = tree.get();
    return known == null ? TREES.findText(entry.value(), path).orElse("") : known.text(path);
  }

  /** Returns the metadata, read like {@link #text}; managed fields may be missing in it. */
  public Json.Obj metadata() {
    var known = tree.get();
    return known == null
        ? TREES
            .findObject(entry.value(), "managedFields", "metadata")
            .orElseGet(this::wholeMetadata)
        : known.object("metadata");
  }

  private Json.Obj wholeMetadata() {
    return tree().object("metadata");
  }

  private Json.Obj dated(Json.Obj stored) {
    return stored.with(
        List.of("metadata", "resourceVersion"), Json.of(Long.toString(entry.revision())));
  }

  private Json.Obj parsed() {
    if (TREES.parseJson(entry.value()) instanceof ObjectTrees.Parsed.Tree(Json.Obj object, _)) {
      return object;
    }
    throw new IllegalStateException(
        "The stored object (%s) at revision (%d) is not a JSON object."
            .formatted(entry.key(), entry.revision()));
  }

  /**
   * Returns an encoding of the object, made once for all callers while memory allows (soft
   * references).
   */
  public byte[] form(String name, Function<Item, byte[]> make) {
    return forms().computeIfAbsent(name, _ -> make.apply(this));
  }

  private synchronized Map<String, byte[]> forms() {
    var known = forms.get();
    if (known != null) {
      return known;
    }
    Map<String, byte[]> fresh = new ConcurrentHashMap<>();
    forms = new SoftReference<>(fresh);
    return fresh;
  }

  /** The labels and fields that selectors look at, and the owner they were computed for. */
  private record Facets(Object owner, Object value) {}

  /** Returns what selectors look at, computed once for as long as the same owner asks. */
  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // One owner makes facets of one type only.
  public <T> T facets(Object owner, Function<Item, T> make) {
    var known = facets;
    if (known != null && known.owner() == owner) {
      return (T) known.value();
    }
    var made = requireNonNull(make.apply(this), "facets");
    facets = new Facets(owner, made);
    return made;
  }

  @Override
  public String toString() {
    return entry.key() + "@" + entry.revision();
  }
}
