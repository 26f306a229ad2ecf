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
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An object of the store at one of its revisions.
 *
 * <p>It keeps the bytes. The tree is made of them when somebody asks, and forgotten when memory is
 * short of it: most objects are only ever passed on.
 */
public final class Item {
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  private final StoreEntry entry;
  private WeakReference<Json.@Nullable Obj> tree = new WeakReference<>(null);
  private SoftReference<@Nullable Map<String, byte[]>> forms = new SoftReference<>(null);
  private volatile @Nullable Facets facets;

  public Item(StoreEntry entry) {
    this.entry = requireNonNull(entry, "entry");
  }

  /** One whose tree is at hand, still without its resource version. */
  Item(StoreEntry entry, Json.Obj stored) {
    this.entry = requireNonNull(entry, "entry");
    this.tree = new WeakReference<>(dated(stored));
  }

  public String key() {
    return entry.key();
  }

  public long revision() {
    return entry.revision();
  }

  /** Whether this is how it was made. */
  public boolean isFirst() {
    return entry.created() == entry.revision();
  }

  /** As it is stored, without a resource version; not to be changed. */
  public byte[] bytes() {
    return entry.value();
  }

  /** As it is stored, with its resource version. */
  public Json.Obj tree() {
    var known = tree.get();
    if (known != null) {
      return known;
    }
    var parsed = dated(parsed());
    tree = new WeakReference<>(parsed);
    return parsed;
  }

  /** The tree if it need not be made first. */
  public Optional<Json.Obj> treeAtHand() {
    return Optional.ofNullable(tree.get());
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
        "The stored object (%s) at revision (%d) is no JSON object."
            .formatted(entry.key(), entry.revision()));
  }

  /** Bytes of some form of the object, made once for all who ask while memory allows. */
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

  /** What was worked out of the object to select it by, and for whom. */
  private record Facets(Object owner, Object value) {}

  /** What somebody selects objects by, made once for as long as the same one asks. */
  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // One owner makes one sort of facets.
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
