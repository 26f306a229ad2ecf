package dev.dray.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.store.StoreEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TopicTest {
  private static Event event(long revision) {
    var key = Cache.ROOT + "core/pods/a/" + revision;
    var value = "{}".getBytes(StandardCharsets.UTF_8);
    var item = new Item(new StoreEntry(key, value, revision, revision));
    return new Event(key, revision, Optional.of(item), Optional.empty());
  }

  /** The revisions that a reader comes to from here; -1 for being left behind. */
  private static List<Long> after(Link start) {
    var revisions = new ArrayList<Long>();
    for (var link = start.peek(); link != null; link = link.peek()) {
      if (link.isLeftBehind()) {
        revisions.add(-1L);
        break;
      }
      var event = link.event();
      revisions.add(event == null ? 0 : event.revision());
    }
    return revisions;
  }

  @Test
  void readers_come_to_the_changes_of_a_commit_all_at_once() {
    var topic = new Topic(Window.DEFAULT, 0);
    var reader = topic.last();

    topic.apply(event(1));
    topic.apply(event(2));
    assertThat(after(reader)).isEmpty();

    topic.show();
    assertThat(after(reader)).containsExactly(1L, 2L);
  }

  @Test
  void commits_follow_each_other_and_one_without_changes_is_none() {
    var topic = new Topic(Window.DEFAULT, 0);
    var reader = topic.last();

    topic.apply(event(1));
    topic.show();
    topic.show();
    topic.apply(event(2));
    topic.apply(event(3));
    topic.show();

    assertThat(after(reader)).containsExactly(1L, 2L, 3L);
    assertThat(after(topic.last())).isEmpty();
  }

  @Test
  void a_commit_that_is_larger_than_the_window_leaves_readers_behind() {
    var topic = new Topic(new Window(2, Long.MAX_VALUE), 0);
    var reader = topic.last();

    for (int revision = 1; revision <= 4; revision++) {
      topic.apply(event(revision));
    }
    topic.show();

    assertThat(after(reader)).endsWith(-1L);
  }

  @Test
  void a_new_chain_begins_after_what_was_missed() {
    var topic = new Topic(Window.DEFAULT, 0);
    var reader = topic.last();
    topic.apply(event(1));
    topic.show();

    topic.breakOff(5);
    var later = topic.last();
    topic.apply(event(6));
    topic.show();

    assertThat(after(reader)).endsWith(-1L);
    assertThat(after(later)).containsExactly(6L);
  }
}
