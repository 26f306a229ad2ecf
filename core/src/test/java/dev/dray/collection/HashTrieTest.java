package dev.dray.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HashTrieTest {

  /** A key that shares its hash, or the low bits of it, with others. */
  private record Key(int hash, int number) {
    static Key random(Random random) {
      int[] hashes = {0, 1, 32, 1 << 30, -1, 0x7fffffff, random.nextInt(50)};
      return new Key(hashes[random.nextInt(hashes.length)], random.nextInt(4));
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private static Map<Key, Integer> entries(HashTrie<Key, Integer> trie) {
    var entries = new HashMap<Key, Integer>();
    trie.forEach(entries::put);
    return entries;
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#thousand")
  void a_trie_holds_what_a_map_would(long seed) {
    var random = new Random(seed);
    var map = new HashMap<Key, Integer>();
    var trie = HashTrie.<Key, Integer>empty();

    for (int i = 0; i < 100; i++) {
      var key = Key.random(random);
      if (random.nextInt(3) == 0) {
        map.remove(key);
        trie = trie.without(key);
      } else {
        map.put(key, i);
        trie = trie.with(key, i);
      }
      assertThat(trie.size()).isEqualTo(map.size());
      assertThat(trie.find(key)).isEqualTo(Optional.ofNullable(map.get(key)));
      assertThat(entries(trie)).isEqualTo(map);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#thousand")
  void the_same_entries_make_equal_tries_however_they_came(long seed) {
    var random = new Random(seed);
    var one = changed(HashTrie.empty(), random, 50);
    var entries = new ArrayList<>(entries(one).entrySet());
    Collections.shuffle(entries, random);
    var other = HashTrie.<Key, Integer>empty();
    for (var entry : entries) {
      other = other.with(entry.getKey(), entry.getValue());
    }

    assertThat(other).isEqualTo(one).hasSameHashCodeAs(one);
    assertThat(other.with(new Key(5, 9), 1)).isNotEqualTo(one);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#thousand")
  void changes_lead_from_one_trie_to_the_other(long seed) {
    var random = new Random(seed);
    var before = changed(HashTrie.empty(), random, random.nextInt(40));
    var after =
        changed(random.nextInt(4) == 0 ? HashTrie.empty() : before, random, random.nextInt(20));

    var visited = new HashMap<Key, Integer>();
    var followed = entries(before);
    before.forEachChange(
        after,
        (key, old, fresh) -> {
          visited.merge(key, 1, Integer::sum);
          assertThat(old).isEqualTo(before.find(key)).isNotEqualTo(fresh);
          fresh.ifPresentOrElse(value -> followed.put(key, value), () -> followed.remove(key));
        });

    assertThat(followed).isEqualTo(entries(after));
    assertThat(visited.values()).allMatch(times -> times == 1);
  }

  private static HashTrie<Key, Integer> changed(
      HashTrie<Key, Integer> trie, Random random, int times) {
    var changed = trie;
    for (int i = 0; i < times; i++) {
      var key = Key.random(random);
      changed = random.nextInt(3) == 0 ? changed.without(key) : changed.with(key, i);
    }
    return changed;
  }

  @Test
  void a_change_that_changes_nothing_gives_the_same_trie() {
    var value = "value";
    var trie = HashTrie.<String, String>empty().with("a", value).with("b", value);

    assertThat(trie.with("a", value)).isSameAs(trie);
    assertThat(trie.without("c")).isSameAs(trie);
  }

  @Test
  void changes_at_once_do_what_they_do_one_by_one() {
    var trie = HashTrie.<String, Integer>empty().with("a", 1).with("b", 2);

    assertThat(trie.with(Map.of("a", Optional.empty(), "b", Optional.of(3), "c", Optional.of(4))))
        .isEqualTo(trie.without("a").with("b", 3).with("c", 4));
  }

  @Test
  void a_change_among_65_000_keys_copies_no_more_than_a_few_nodes() {
    var trie = HashTrie.<String, Integer>empty();
    for (int i = 0; i < 65_000; i++) {
      trie = trie.with("node-" + i, i);
    }
    var shared = nodes(trie);

    assertThat(trie.size()).isEqualTo(65_000);
    assertThat(nodesNotIn(shared, trie.with("new", 1))).isLessThan(8);
    assertThat(nodesNotIn(shared, trie.with("node-17", -1))).isLessThan(8);
    assertThat(nodesNotIn(shared, trie.without("node-4711"))).isLessThan(8);
  }

  private static Set<TrieNode<?, ?>> nodes(HashTrie<?, ?> trie) {
    Set<TrieNode<?, ?>> all = Collections.newSetFromMap(new IdentityHashMap<>());
    collect(trie.root(), all);
    return all;
  }

  private static void collect(TrieNode<?, ?> node, Set<TrieNode<?, ?>> all) {
    all.add(node);
    if (node instanceof TrieNode.Branch<?, ?> branch) {
      branch.children().forEach(child -> collect(child, all));
    }
  }

  private static long nodesNotIn(Set<TrieNode<?, ?>> shared, HashTrie<?, ?> trie) {
    return nodes(trie).stream().filter(node -> !shared.contains(node)).count();
  }
}
