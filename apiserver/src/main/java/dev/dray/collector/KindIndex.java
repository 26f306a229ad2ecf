package dev.dray.collector;

import dev.dray.kinds.Resource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An index of kinds by the keys of their objects, and by name. */
final class KindIndex {
  private static final int PARTS = 4;

  private final Map<String, Resource> byPrefix = new LinkedHashMap<>();
  private final Map<String, Resource> byKind = new LinkedHashMap<>();

  KindIndex(List<Resource> kinds) {
    for (var kind : kinds) {
      byPrefix.putIfAbsent(kind.keyPrefix(), kind);
      byKind.putIfAbsent(kind.group() + "/" + kind.kind(), kind);
    }
  }

  Optional<Resource> ofKey(String key) {
    int end = 0;
    for (int part = 0; part < PARTS && end >= 0; part++) {
      end = key.indexOf('/', end) + 1;
      if (end == 0) {
        return Optional.empty();
      }
    }
    return Optional.ofNullable(byPrefix.get(key.substring(0, end)));
  }

  /** Returns the kind that owner references of any version of the group refer to. */
  Optional<Resource> ofKind(String group, String kind) {
    return Optional.ofNullable(byKind.get(group + "/" + kind));
  }

  /** Returns every kind whose objects are stored. */
  List<Resource> all() {
    return List.copyOf(byPrefix.values());
  }
}
