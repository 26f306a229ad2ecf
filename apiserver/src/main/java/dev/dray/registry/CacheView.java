package dev.dray.registry;

import dev.dray.kinds.Resource;
import dev.dray.kinds.WriteCheck;
import dev.dray.watch.Cache;
import dev.dray.watch.Item;
import java.util.List;
import java.util.Optional;

/** The stored objects as a write check sees them: at least everything up to a revision. */
record CacheView(Cache cache, long revision) implements WriteCheck.View {

  @Override
  public Optional<Stored> find(Resource resource, String namespace, String name) {
    return cache.find(resource.key(namespace, name)).map(CacheView::stored);
  }

  @Override
  public List<Stored> list(Resource resource, String namespace) {
    return cache.list(resource.keyPrefix(namespace)).items().stream()
        .map(CacheView::stored)
        .toList();
  }

  private static Stored stored(Item item) {
    return new Stored(item.key(), item.tree(), item.revision());
  }
}
