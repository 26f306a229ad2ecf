package dev.dray.collection;

import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map of any size whose changed copy shares all but one path with the original: a hash
 * array mapped trie (Bagwell, <i>Ideal Hash Trees</i>, 2001).
 *
 * <p>Snapshots of the inventory and ledgers are read by many threads while the next one is made,
 * and one pool or claim among a hundred thousand changes at a time. A copy of a map of the JDK
 * would cost all of them for each change. The libraries that have persistent maps (Vavr,
 * PCollections, Capsule) cannot tell how two versions differ without visiting both; here {@link
 * #forEachChange} passes over what they share, which is what lets the remainder of a pool follow
 * its claims.
 *
 * <p>Visits are in the order of hashes, which means nothing: callers that show entries must sort
 * them.
 */
public final class HashTrie<K, V> {
  private static final HashTrie<?, ?> EMPTY = new HashTrie<>(TrieNode.none(), 0);

  private final TrieNode<K, V> root;
  private final int size;

  private HashTrie(TrieNode<K, V> root, int size) {
    this.root = root;
    this.size = size;
  }

  @SuppressWarnings("unchecked")
  public static <K, V> HashTrie<K, V> empty() {
    return (HashTrie<K, V>) EMPTY;
  }

  public Optional<V> find(K key) {
    var leaf = root.find(hash(key), key, 0);
    return leaf == null ? Optional.empty() : Optional.of(leaf.value());
  }

  /** Returns the map with this value for the key; itself if that very object is there already. */
  @SuppressWarnings("ReferenceEquality") // Identity tells users that nothing changed.
  public HashTrie<K, V> with(K key, V value) {
    var known = root.find(hash(key), key, 0);
    if (known != null && known.value() == value) {
      return this;
    }
    var changed = root.with(new TrieNode.Leaf<>(hash(key), key, value), 0);
    return new HashTrie<>(changed, known == null ? size + 1 : size);
  }

  /** Returns the map without the key; itself if the key is not there. */
  @SuppressWarnings("ReferenceEquality") // As above; comparing tries would cost a visit.
  public HashTrie<K, V> without(K key) {
    var changed = root.without(hash(key), key, 0);
    if (changed == root) {
      return this;
    }
    return size == 1 ? empty() : new HashTrie<>(changed, size - 1);
  }

  /** Returns the map with these changes, of which an empty one removes the key. */
  public HashTrie<K, V> with(Map<K, Optional<V>> changes) {
    var changed = this;
    for (var change : changes.entrySet()) {
      var before = changed;
      changed =
          change
              .getValue()
              .map(value -> before.with(change.getKey(), value))
              .orElseGet(() -> before.without(change.getKey()));
    }
    return changed;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  public void forEach(BiConsumer<? super K, ? super V> visitor) {
    root.forEach(visitor);
  }

  /** A visitor of a key with its values before and after, at least one of which is present. */
  public interface ChangeVisitor<K, V> {
    void visit(K key, Optional<V> before, Optional<V> after);
  }

  /** Visits every key whose value differs, passing over everything that both tries share. */
  public void forEachChange(HashTrie<K, V> after, ChangeVisitor<? super K, V> visitor) {
    TrieNode.forEachChange(root, after.root, 0, visitor);
  }

  TrieNode<K, V> root() {
    return root;
  }

  /**
   * Mixes the high bits into the low ones; device names often differ in the last digits only, which
   * reach the low bits as they are.
   */
  static int hash(Object key) {
    int hash = key.hashCode();
    return hash ^ (hash >>> 16);
  }

  /** Returns whether the entries are equal: equal keys lie in the same places. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HashTrie<?, ?> that && size == that.size && root.equals(that.root);
  }

  @Override
  public int hashCode() {
    return root.hashCode();
  }
}
