package dev.dray.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.FakeApi;
import dev.dray.client.KnownObject;
import dev.dray.client.ListSelector;
import dev.dray.client.ManualLoop;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class InformerTest {
  private final ManualLoop loop = new ManualLoop();
  private final FakeApi api = new FakeApi(loop);
  private final Informers informers = new Informers(api, loop);
  private final List<String> heard = new ArrayList<>();

  private static Json.Obj pod(String name) {
    return Json.obj(
        "apiVersion",
        "v1",
        "kind",
        "Pod",
        "metadata",
        Json.obj("name", name, "namespace", "default"),
        "spec",
        Json.Obj.EMPTY);
  }

  private Informer<Pod> listening() {
    var informer = informers.of(Resources.PODS);
    informer.listen(
        new Listener<>() {
          @Override
          public void added(KnownObject<Pod> object) {
            heard.add("+" + object.metadata().name());
          }

          @Override
          public void changed(KnownObject<Pod> before, KnownObject<Pod> now) {
            heard.add("~" + now.metadata().name());
          }

          @Override
          public void removed(KnownObject<Pod> object) {
            heard.add("-" + object.metadata().name());
          }
        });
    return informer;
  }

  private List<String> takeHeard() {
    var taken = List.copyOf(heard);
    heard.clear();
    return taken;
  }

  private void label(String name, String value) {
    api.edit(
        Resources.PODS,
        "default",
        name,
        it -> it.with(List.of("metadata", "labels"), Json.obj("is", value)));
  }

  @Test
  void what_is_there_at_the_start_is_told_before_it_has_synced() {
    api.put(Resources.PODS, pod("a"));
    api.put(Resources.PODS, pod("b"));
    listening();
    informers.start();
    informers.whenSynced(() -> heard.add("synced"));

    loop.run();

    assertThat(heard).containsExactly("+a", "+b", "synced");
  }

  @Test
  void every_change_is_told_once_and_in_order() {
    listening();
    informers.start();
    loop.run();

    api.put(Resources.PODS, pod("a"));
    label("a", "first");
    label("a", "second");
    api.remove(Resources.PODS, "default", "a");
    loop.run();

    assertThat(heard).containsExactly("+a", "~a", "~a", "-a");
  }

  @Test
  void a_late_listener_is_told_what_it_has_missed() {
    api.put(Resources.PODS, pod("a"));
    informers.of(Resources.PODS);
    informers.start();
    loop.run();

    listening();

    assertThat(heard).containsExactly("+a");
  }

  @Test
  void a_watch_that_ends_goes_on_where_it_ended() {
    api.put(Resources.PODS, pod("a"));
    listening();
    informers.start();
    loop.run();
    takeHeard();

    api.endWatches(Resources.PODS, new Reply.Unanswered("the line is dead"));
    api.put(Resources.PODS, pod("b"));
    loop.advance(Duration.ofSeconds(5));

    assertThat(heard).containsExactly("+b");
    assertThat(api.watches(Resources.PODS)).isEqualTo(1);
  }

  @Test
  void after_a_gap_that_the_api_has_forgotten_only_the_difference_is_told() {
    List.of("gone", "kept", "changed", "anew").forEach(it -> api.put(Resources.PODS, pod(it)));
    listening();
    informers.start();
    loop.run();
    takeHeard();

    api.endWatches(Resources.PODS, new Reply.Unanswered("the line is dead"));
    api.remove(Resources.PODS, "default", "gone");
    api.remove(Resources.PODS, "default", "anew");
    api.put(Resources.PODS, pod("anew"));
    api.put(Resources.PODS, pod("born"));
    label("changed", "it is");
    api.forget(Resources.PODS);
    loop.advance(Duration.ofSeconds(5));

    assertThat(heard).containsExactlyInAnyOrder("-anew", "+anew", "+born", "~changed", "-gone");
  }

  @Test
  void who_has_stopped_hears_nothing_more() {
    listening();
    informers.start();
    loop.run();

    informers.stop();
    api.put(Resources.PODS, pod("a"));
    loop.advance(Duration.ofMinutes(1));

    assertThat(heard).isEmpty();
    assertThat(api.watches(Resources.PODS)).isZero();
  }

  @Test
  void a_kind_that_is_not_served_is_empty_until_it_is() {
    var unserved = new Unserved(api);
    var without = new Informers(unserved, loop);
    var informer = without.of(Resources.PODS);
    api.put(Resources.PODS, pod("a"));

    without.start();
    loop.run();
    assertThat(informer.synced()).isTrue();
    assertThat(informer.all()).isEmpty();

    unserved.served = true;
    loop.advance(Duration.ofMinutes(1));
    assertThat(informer.all()).hasSize(1);
  }

  /** An API without any kind, until it has them. */
  private static final class Unserved implements Api {
    private final Api api;
    private boolean served;

    Unserved(Api api) {
      this.api = api;
    }

    @Override
    public void send(Call call, Consumer<Reply> then) {
      api.send(call, then);
    }

    @Override
    public <T> void list(
        ResourceType<T> type, ListSelector listSelector, Consumer<Listing<T>> then) {
      if (served) {
        api.list(type, listSelector, then);
      } else {
        var refused = new Reply.Refused(404, "NotFound", "could not find the requested resource");
        then.accept(new Listing.Failed<>(refused));
      }
    }

    @Override
    public <T> Watch watch(
        ResourceType<T> type, ListSelector listSelector, String after, Watcher<T> watcher) {
      return api.watch(type, listSelector, after, watcher);
    }
  }
}
