package dev.dray.collection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link HashTrie}, shared by every copy that did not change it.
 *
 * <p>Five bits of the hash choose the child on each level, so that a change among a hundred
 * thousand keys copies four arrays of at most 32. A branch has two children at least, or one that
 * is a branch; hence the same keys always make the same trie, whatever was there in between.
 */
sealed interface TrieNode<K, V> {
  int BITS = 5;

  @Nullable Leaf<K, V> find(int hash, K key, int shift);

  TrieNode<K, V> with(Leaf<K, V> added, int shift);

  /**
   * Returns the node without the key: this node if it lacks the key, {@link #none} if nothing is
   * left.
   */
  TrieNode<K, V> without(int hash, K key, int shift);

  void forEach(BiConsumer<? super K, ? super V> visitor);

  static <K, V> TrieNode<K, V> none() {
    return new Branch<>(0, Branch.children(0));
  }

  @SuppressWarnings("ReferenceEquality") // Shared parts need no visit.
  static <K, V> void forEachChange(
      TrieNode<K, V> before,
      TrieNode<K, V> after,
      int shift,
      HashTrie.ChangeVisitor<? super K, V> visitor) {
    if (before == after) {
      return;
    }
    if (before instanceof Branch<K, V> one && after instanceof Branch<K, V> other) {
      one.forEachChange(other, shift, visitor);
      return;
    }
    before.forEach(
        (key, value) -> {
          var now = after.find(HashTrie.hash(key), key, shift);
          if (now == null || now.value() != value) {
            visitor.visit(key, Optional.of(value), Optional.ofNullable(now).map(Leaf::value));
          }
        });
    after.forEach(
        (key, value) -> {
          if (before.find(HashTrie.hash(key), key, shift) == null) {
            visitor.visit(key, Optional.empty(), Optional.of(value));
          }
        });
  }

  /** One key and its value. */
  record Leaf<K, V>(int hash, K key, V value) implements TrieNode<K, V> {
    boolean is(int otherHash, K otherKey) {
      return hash == otherHash && key.equals(otherKey);
    }

    @Override
    public @Nullable Leaf<K, V> find(int wanted, K name, int shift) {
      return is(wanted, name) ? this : null;
    }

    @Override
    public TrieNode<K, V> with(Leaf<K, V> added, int shift) {
      if (is(added.hash, added.key)) {
        return added;
      }
      return hash == added.hash
          ? new Clash<>(hash, List.of(this, added))
          : Branch.of(hash, this, added, shift);
    }

    @Override
    public TrieNode<K, V> without(int wanted, K name, int shift) {
      return is(wanted, name) ? none() : this;
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> visitor) {
      visitor.accept(key, value);
    }
  }

  /** Two or more keys with the same hash. */
  record Clash<K, V>(int hash, List<Leaf<K, V>> leaves) implements TrieNode<K, V> {
    @Override
    public @Nullable Leaf<K, V> find(int wanted, K key, int shift) {
      for (var leaf : leaves) {
        if (leaf.is(wanted, key)) {
          return leaf;
        }
      }
      return null;
    }

    @Override
    public TrieNode<K, V> with(Leaf<K, V> added, int shift) {
      if (hash != added.hash()) {
        return Branch.of(hash, this, added, shift);
      }
      var changed = new ArrayList<>(leaves);
      changed.removeIf(leaf -> leaf.is(hash, added.key()));
      changed.add(added);
      return new Clash<>(hash, List.copyOf(changed));
    }

    @Override
    public TrieNode<K, V> without(int wanted, K key, int shift) {
      var left = new ArrayList<>(leaves);
      if (!left.removeIf(leaf -> leaf.is(wanted, key))) {
        return this;
      }
      return left.size() == 1 ? left.getFirst() : new Clash<>(hash, List.copyOf(left));
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> visitor) {
      leaves.forEach(leaf -> leaf.forEach(visitor));
    }

    /**
     * Returns whether the leaves are the same; their order shows which came first and must not
     * matter.
     */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Clash<?, ?> that
          && new HashSet<Object>(leaves).equals(new HashSet<Object>(that.leaves));
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /**
   * The children by the next five bits of the hash: one for each set bit of the map, in its order.
   */
  final class Branch<K, V> implements TrieNode<K, V> {
    private final int bitmap;
    private final TrieNode<K, V>[] children;

    private Branch(int bitmap, TrieNode<K, V>[] children) {
      this.bitmap = bitmap;
      this.children = children;
    }

    @SuppressWarnings("unchecked")
    private static <K, V> TrieNode<K, V>[] children(int count) {
      return (TrieNode<K, V>[]) new TrieNode<?, ?>[count];
    }

    /** Returns two nodes of different hashes below as many branches as they have bits in common. */
    private static <K, V> TrieNode<K, V> of(
        int hash, TrieNode<K, V> node, Leaf<K, V> leaf, int shift) {
      return new Branch<K, V>(0, children(0)).inserted(bit(hash, shift), node).with(leaf, shift);
    }

    private static int bit(int hash, int shift) {
      return 1 << (hash >>> shift);
    }

    List<TrieNode<K, V>> children() {
      return Arrays.asList(children);
    }

    private int rank(int bit) {
      return Integer.bitCount(bitmap & (bit - 1));
    }

    private boolean has(int bit) {
      return (bitmap & bit) != 0;
    }

    @Override
    public @Nullable Leaf<K, V> find(int hash, K key, int shift) {
      int bit = bit(hash, shift);
      return has(bit) ? children[rank(bit)].find(hash, key, shift + BITS) : null;
    }

    @Override
    public TrieNode<K, V> with(Leaf<K, V> added, int shift) {
      if (bitmap == 0) {
        return added;
      }
      int bit = bit(added.hash(), shift);
      return has(bit)
          ? replaced(rank(bit), children[rank(bit)].with(added, shift + BITS))
          : inserted(bit, added);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Comparing subtries would cost a visit.
    public TrieNode<K, V> without(int hash, K key, int shift) {
      int bit = bit(hash, shift);
      if (!has(bit)) {
        return this;
      }
      var child = children[rank(bit)];
      var left = child.without(hash, key, shift + BITS);
      if (left == child) {
        return this;
      }
      boolean gone = left instanceof Branch<K, V> branch && branch.bitmap == 0;
      return (gone ? removed(bit) : replaced(rank(bit), left)).shortened();
    }

    /**
     * Returns this branch, or its only leaf: a single leaf needs no branch, as its hash leads to
     * it.
     */
    private TrieNode<K, V> shortened() {
      return children.length == 1 && !(children[0] instanceof Branch) ? children[0] : this;
    }

    private Branch<K, V> replaced(int rank, TrieNode<K, V> child) {
      var changed = children.clone();
      changed[rank] = child;
      return new Branch<>(bitmap, changed);
    }

    private Branch<K, V> inserted(int bit, TrieNode<K, V> child) {
      int rank = rank(bit);
      TrieNode<K, V>[] changed = children(children.length + 1);
      System.arraycopy(children, 0, changed, 0, rank);
      changed[rank] = child;
      System.arraycopy(children, rank, changed, rank + 1, children.length - rank);
      return new Branch<>(bitmap | bit, changed);
    }

    private Branch<K, V> removed(int bit) {
      int rank = rank(bit);
      TrieNode<K, V>[] changed = children(children.length - 1);
      System.arraycopy(children, 0, changed, 0, rank);
      System.arraycopy(children, rank + 1, changed, rank, changed.length - rank);
      return new Branch<>(bitmap & ~bit, changed);
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> visitor) {
      for (var child : children) {
        child.forEach(visitor);
      }
    }

    private void forEachChange(
        Branch<K, V> after, int shift, HashTrie.ChangeVisitor<? super K, V> visitor) {
      int either = bitmap | after.bitmap;
      while (either != 0) {
        int bit = Integer.lowestOneBit(either);
        TrieNode.forEachChange(child(bit), after.child(bit), shift + BITS, visitor);
        either &= ~bit;
      }
    }

    private TrieNode<K, V> child(int bit) {
      return has(bit) ? children[rank(bit)] : none();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other
          || (other instanceof Branch<?, ?> that
              && bitmap == that.bitmap
              && Arrays.equals(children, that.children));
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(children);
    }
  }
}
