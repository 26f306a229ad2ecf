package dev.dray.collector;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The graph of owners and dependents, as far as events have told; not thread-safe. */
final class OwnerGraph {
  private final Map<String, OwnerNode> byKey = new HashMap<>();
  private final Map<String, String> keyOfUid = new HashMap<>();
  private final Map<String, SortedSet<String>> dependents = new HashMap<>();

  /**
   * Adds, replaces or removes a node, and returns the previous one. Every object is kept, although
   * only owners and dependents matter, because they come in any order.
   */
  Optional<OwnerNode> put(String key, Optional<OwnerNode> node) {
    var old = Optional.ofNullable(byKey.remove(key));
    old.ifPresent(it -> forget(key, it));
    node.ifPresent(it -> learn(key, it));
    return old;
  }

  private void forget(String key, OwnerNode ownerNode) {
    keyOfUid.remove(ownerNode.uid(), key);
    for (var owner : ownerNode.owners()) {
      dependents.computeIfPresent(
          owner.uid(),
          (_, keys) -> {
            keys.remove(key);
            return keys.isEmpty() ? null : keys;
          });
    }
  }

  private void learn(String key, OwnerNode ownerNode) {
    byKey.put(key, ownerNode);
    keyOfUid.put(ownerNode.uid(), key);
    ownerNode
        .owners()
        .forEach(it -> dependents.computeIfAbsent(it.uid(), _ -> new TreeSet<>()).add(key));
  }

  Optional<OwnerNode> find(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  Optional<OwnerNode> ofUid(String uid) {
    return Optional.ofNullable(keyOfUid.get(uid)).flatMap(this::find);
  }

  /** Returns the objects that name the one of this UID as an owner, by key. */
  List<OwnerNode> dependents(String uid) {
    return dependents.getOrDefault(uid, new TreeSet<>()).stream()
        .flatMap(key -> find(key).stream())
        .toList();
  }

  List<OwnerNode> all() {
    return byKey.values().stream().sorted((a, b) -> a.key().compareTo(b.key())).toList();
  }
}
