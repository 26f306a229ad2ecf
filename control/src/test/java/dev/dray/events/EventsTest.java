package dev.dray.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.client.Call;
import dev.dray.client.FakeApi;
import dev.dray.client.ManualLoop;
import dev.dray.client.Resources;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class EventsTest {
  private final ManualLoop loop = new ManualLoop();
  private final FakeApi api = new FakeApi(loop);
  private final Events events = new Events(api, loop, "default-scheduler");

  private ObjectMeta pod(String name) {
    return api.put(
            Resources.PODS,
            Json.obj(
                "apiVersion",
                "v1",
                "kind",
                "Pod",
                "metadata",
                Json.obj("name", name, "namespace", "default"),
                "spec",
                Json.Obj.EMPTY))
        .metadata();
  }

  private void tell(ObjectMeta pod, String message) {
    events.tell(Resources.PODS, pod, Events.Type.WARNING, "FailedScheduling", message);
    loop.run();
  }

  @Test
  void an_event_names_the_object_the_reason_and_who_tells() {
    var pod = pod("a");

    tell(pod, "no node fits");

    var event = api.events().getFirst();
    assertThat(event.text("involvedObject", "kind")).isEqualTo("Pod");
    assertThat(event.text("involvedObject", "uid")).isEqualTo(pod.uid());
    assertThat(event.text("metadata", "namespace")).isEqualTo("default");
    assertThat(event.text("reason")).isEqualTo("FailedScheduling");
    assertThat(event.text("message")).isEqualTo("no node fits");
    assertThat(event.text("type")).isEqualTo("Warning");
    assertThat(event.text("source", "component")).isEqualTo("default-scheduler");
  }

  @Test
  void what_was_said_before_is_counted() {
    var pod = pod("a");

    tell(pod, "no node fits");
    loop.advance(Duration.ofSeconds(10));
    tell(pod, "no node fits");
    tell(pod, "no node fits");

    assertThat(api.events()).hasSize(1);
    var event = api.events().getFirst();
    assertThat(event.number("count")).contains(3L);
    assertThat(event.text("lastTimestamp")).isGreaterThan(event.text("firstTimestamp"));
  }

  @Test
  void another_message_is_another_event() {
    var pod = pod("a");

    tell(pod, "no node fits");
    tell(pod, "one node fits");

    assertThat(api.events()).hasSize(2);
  }

  @Test
  void an_event_that_vanished_is_said_anew() {
    var pod = pod("a");
    tell(pod, "no node fits");
    var name = api.events().getFirst().text("metadata", "name");
    api.remove(Resources.EVENTS, "default", name);

    tell(pod, "no node fits");
    loop.advance(Duration.ofSeconds(1));
    tell(pod, "no node fits");

    assertThat(api.events()).hasSize(1);
    assertThat(api.events().getFirst().number("count")).contains(1L);
  }

  @Test
  void who_has_too_much_to_say_of_one_object_is_cut_short_but_not_of_others() {
    var loud = pod("loud");
    var quiet = pod("quiet");
    for (int i = 0; i < 100; i++) {
      tell(loud, "message " + i);
    }

    tell(quiet, "me too");

    assertThat(api.events()).hasSize(25 + 1);
    loop.advance(Duration.ofMinutes(11));
    tell(loud, "two more are allowed by now");
    assertThat(api.events()).hasSize(25 + 2);
  }

  @Test
  void a_long_message_is_cut() {
    tell(pod("a"), "x".repeat(5000));

    assertThat(api.events().getFirst().text("message")).hasSize(1024).endsWith("x ...");
    assertThat(api.calls().stream().filter(it -> it.verb() == Call.Verb.CREATE)).hasSize(1);
  }
}
