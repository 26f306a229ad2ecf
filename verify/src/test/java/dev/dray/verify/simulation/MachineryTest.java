package dev.dray.verify.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Reply;
import dev.dray.client.Resources;
import dev.dray.informer.Informers;
import dev.dray.informer.Listener;
import dev.dray.watch.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The simulation with a toy in it: a component that answers to every namespace by a label. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MachineryTest {
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (var it : open) {
      it.close();
    }
  }

  /** Labels every namespace that has none, and knows what it was told. */
  private static final class Toy {
    final Map<String, String> known = new TreeMap<>();
    private final Api api;

    Toy(Api api, EventLoop loop) {
      this.api = api;
      var informers = new Informers(api, loop);
      informers
          .of(Resources.NAMESPACES)
          .listen(Listener.of(this::put, it -> known.remove(it.metadata().name())));
      informers.start();
    }

    private void put(KnownObject<Json.Obj> namespace) {
      var name = namespace.metadata().name();
      known.put(name, namespace.metadata().resourceVersion());
      if (!namespace.metadata().labels().containsKey("toy")) {
        var labels = Json.obj("metadata", Json.obj("labels", Json.obj("toy", "seen")));
        label(name, labels);
      }
    }

    private void label(String name, Json.Obj labels) {
      var call = Call.patch(Call.Verb.MERGE_PATCH, Resources.NAMESPACES, "", name, "", labels);
      api.send(
          call,
          reply -> {
            boolean gone = reply instanceof Reply.Refused refused && refused.isNotFound();
            if (!(reply instanceof Reply.Done) && !gone) {
              label(name, labels);
            }
          });
    }
  }

  /** A world of namespaces that come and go, and a toy. */
  private final class Play {
    final Clockwork clockwork;
    final Chronicle chronicle;
    final Findings findings;
    final Weather weather;
    final SimulatedServer server;
    final SimulatedProcess<Toy> process;

    Play(long seed) {
      clockwork = new Clockwork(seed);
      chronicle = new Chronicle(clockwork, true);
      findings = new Findings(chronicle);
      weather = new Weather(seed);
      var hearers = new ArrayList<Consumer<Event>>();
      server =
          new SimulatedServer(
              clockwork, seed, Gates.defaults(), event -> hearers.forEach(it -> it.accept(event)));
      open.add(server);
      var around = new Surroundings(clockwork, chronicle, findings, weather, server, Sabotage.NONE);
      process =
          new SimulatedProcess<>(around, "toy", SimulatedServer.administrator(), "toy", Toy::new);
      hearers.add(event -> chronicle.note("stored", event.revision(), () -> Telling.words(event)));
      hearers.add(event -> process.changed(event.key()));
    }

    void write(Call call) {
      server.answer(server.api(SimulatedServer.administrator(), "test"), call);
    }

    void create(String namespace) {
      write(
          Call.create(
              Resources.NAMESPACES,
              "",
              Json.obj(
                  "apiVersion",
                  "v1",
                  "kind",
                  "Namespace",
                  "metadata",
                  Json.obj("name", namespace))));
    }

    Map<String, String> stored() {
      var stored = new TreeMap<String, String>();
      for (var item : server.cache().list("/registry/core/namespaces/").items()) {
        stored.put(item.tree().text("metadata", "name"), Long.toString(item.revision()));
      }
      return stored;
    }

    /** Many namespaces come and go while the toy is struck; then it clears up. */
    Play run() {
      process.start();
      for (int i = 0; i < 40; i++) {
        int number = i;
        clockwork.after(Duration.ofMillis(300L * i), () -> create("n" + number));
        clockwork.after(
            Duration.ofMillis(1_000L * i),
            () -> write(Call.delete(Resources.NAMESPACES, "", "n" + number / 2, "")));
        clockwork.after(Duration.ofMillis(250L * i), server::collect);
      }
      clockwork.after(Duration.ofSeconds(2), () -> process.cutOff(Duration.ofSeconds(3)));
      clockwork.after(Duration.ofSeconds(4), () -> server.compact(1));
      clockwork.after(Duration.ofSeconds(6), () -> process.freeze(Duration.ofSeconds(2)));
      clockwork.after(Duration.ofSeconds(9), process::kill);
      clockwork.after(Duration.ofSeconds(10), process::start);
      clockwork.runFor(Duration.ofMinutes(1));
      weather.clearUp();
      for (int i = 0; i < 100; i++) {
        clockwork.after(Duration.ofSeconds(i), server::collect);
      }
      clockwork.runFor(Duration.ofMinutes(2));
      return this;
    }
  }

  @Test
  void whatever_went_wrong_in_the_end_a_component_knows_what_is_stored() {
    for (long seed = 0; seed < 40; seed++) {
      var play = new Play(seed).run();

      assertThat(play.process.component().orElseThrow().known)
          .as("-Ddray.seed=%d", seed)
          .isEqualTo(play.stored());
      assertThat(play.findings.all()).as("-Ddray.seed=%d", seed).isEmpty();
      assertThat(play.process.business()).as("-Ddray.seed=%d", seed).isEmpty();
    }
  }

  @Test
  void a_seed_has_one_history_and_another_seed_has_another() {
    for (long seed = 0; seed < 20; seed++) {
      var one = new Play(seed).run();
      var same = new Play(seed).run();

      assertThat(same.chronicle.lines())
          .as("-Ddray.seed=%d", seed)
          .isEqualTo(one.chronicle.lines());
      assertThat(same.chronicle.digest()).isEqualTo(one.chronicle.digest());
    }
    assertThat(new Play(1).run().chronicle.digest())
        .isNotEqualTo(new Play(2).run().chronicle.digest());
  }

  @Test
  void everything_that_can_go_wrong_does_sooner_or_later() {
    var told = new StringBuilder();
    for (long seed = 0; seed < 40; seed++) {
      new Play(seed).run().chronicle.lines().forEach(it -> told.append(it).append('\n'));
    }

    assertThat(told.toString())
        .contains("gets lost")
        .contains("unanswered: no answer came in time")
        .contains("InternalError")
        .contains("TooManyRequests")
        .contains("preceded by a meddler")
        .contains("ends: Refused[code=410")
        .contains("ends: Unanswered")
        .contains("ends: Done")
        .contains("is cut off")
        .contains("stands still")
        .contains("is killed");
  }

  @Test
  void what_is_due_at_once_comes_in_an_order_that_the_seed_decides() {
    var orders = new ArrayList<List<String>>();
    for (long seed = 0; seed < 8; seed++) {
      var clockwork = new Clockwork(seed);
      var order = new ArrayList<String>();
      for (var name : List.of("a", "b", "c", "d")) {
        clockwork.after(Duration.ofSeconds(1), () -> order.add(name));
      }
      clockwork.runFor(Duration.ofSeconds(1));
      orders.add(order);
    }

    assertThat(orders).allMatch(it -> it.size() == 4);
    assertThat(orders.stream().distinct().count()).isGreaterThan(2);
  }

  @Test
  void a_loop_does_its_tasks_in_order_nothing_while_it_stands_still_and_nothing_once_dead() {
    var clockwork = new Clockwork(1);
    var findings = new Findings(new Chronicle(clockwork, false));
    var loop = new SimulatedLoop(clockwork, findings, "loop");
    var done = new ArrayList<String>();
    loop.post(() -> done.add("first"));
    loop.post(() -> done.add("second"));
    loop.after(Duration.ofSeconds(2), () -> done.add("timer"));
    loop.after(Duration.ofSeconds(2), () -> done.add("never")).cancel();
    clockwork.runFor(Duration.ofSeconds(1));
    assertThat(done).containsExactly("first", "second");

    loop.freeze(Duration.ofSeconds(5));
    loop.post(() -> done.add("late"));
    clockwork.runFor(Duration.ofSeconds(4));
    assertThat(done).hasSize(2);
    clockwork.runFor(Duration.ofSeconds(2));
    assertThat(done).containsExactly("first", "second", "timer", "late");

    loop.post(() -> done.add("lost"));
    loop.kill();
    loop.post(() -> done.add("lost"));
    clockwork.runFor(Duration.ofSeconds(1));
    assertThat(done).hasSize(4);
    assertThat(loop.waitingTimers()).isZero();
    assertThat(findings.any()).isFalse();
  }

  @Test
  void a_task_that_fails_is_a_finding_and_stops_nobody() {
    var clockwork = new Clockwork(1);
    var findings = new Findings(new Chronicle(clockwork, false));
    var loop = new SimulatedLoop(clockwork, findings, "loop");
    var done = new ArrayList<String>();
    loop.post(
        () -> {
          throw new IllegalStateException("a mistake");
        });
    loop.post(() -> done.add("next"));

    clockwork.runFor(Duration.ofSeconds(1));

    assertThat(done).containsExactly("next");
    assertThat(findings.all()).hasSize(1);
    assertThat(findings.all().getFirst()).contains("a task of loop failed", "a mistake");
  }
}
