package dev.dray.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.client.Resources;
import dev.dray.store.StoreEntry;
import dev.dray.watch.Item;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReadObjectsTest {
  private final ReadObjects objects = new ReadObjects();
  private final AtomicInteger reads = new AtomicInteger();

  private static Item item(long revision) {
    var tree = Json.obj("apiVersion", "v1", "kind", "Namespace", "metadata", Json.obj("name", "a"));
    return new Item(new StoreEntry("/registry/namespaces/a", tree.bytes(), revision, 1));
  }

  private void read(Item item) {
    objects.of(
        item,
        Resources.NAMESPACES,
        () -> {
          reads.incrementAndGet();
          return Resources.NAMESPACES.read(item.tree());
        });
  }

  @Test
  void a_change_is_read_for_the_first_who_follows_it() {
    var item = item(7);
    read(item);
    read(item);

    assertThat(reads).hasValue(1);
  }

  @Test
  void the_next_change_is_read_anew_though_it_says_the_same() {
    read(item(7));
    read(item(8));

    assertThat(reads).hasValue(2);
  }
}
