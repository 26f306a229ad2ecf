package dev.dray.verify.simulation;

import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.local.RegistryApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The API as one simulated process has it: the answers are those of the real registry, but ways are
 * long, calls and answers get lost, others are faster, and watches end.
 */
public final class SimulatedApi implements Api {
  private static final Reply.Unanswered NO_ANSWER =
      new Reply.Unanswered("no answer came in time (simulated)");

  private final Clockwork clockwork;
  private final SimulatedServer server;
  private final RegistryApi registry;
  private final RegistryApi meddler;
  private final Weather weather;
  private final Chronicle chronicle;
  private final Sabotage sabotage;
  private final SimulatedLoop loop;
  private final String name;
  private final List<SimulatedWatch<?>> watches = new ArrayList<>();
  private int underWay;
  private int meddled;
  private boolean cutOff;
  private boolean gone;

  /**
   * @param registry the API, by the rights that the component has
   * @param name of the process, for those who read its history
   */
  SimulatedApi(Surroundings around, RegistryApi registry, SimulatedLoop loop, String name) {
    this.clockwork = around.clockwork();
    this.server = around.server();
    this.weather = around.weather();
    this.chronicle = around.chronicle();
    this.sabotage = around.sabotage();
    this.registry = registry;
    this.meddler = server.api(SimulatedServer.administrator(), "meddler");
    this.loop = loop;
    this.name = name;
  }

  @Override
  public void send(Call call, Consumer<Reply> then) {
    underWay++;
    var fate = cutOff ? lost() : weather.fate(call);
    var there = weather.call(name, call.type());
    var back = weather.call(name, call.type());
    switch (fate) {
      case DONE -> clockwork.after(there, () -> arrive(call, then, back));
      case MEDDLED ->
          clockwork.after(
              there,
              () -> {
                meddle(call);
                arrive(call, then, back);
              });
      case REFUSED -> {
        var trouble = weather.trouble();
        clockwork.after(there, () -> answer(call, then, back, trouble));
      }
      case LOST -> {
        note(call, "gets lost");
        answer(call, then, weather.patience(), NO_ANSWER);
      }
      case ANSWER_LOST -> {
        clockwork.after(there, () -> perform(call));
        answer(call, then, there.plus(weather.patience()), NO_ANSWER);
      }
      case LATE -> {
        var patience = weather.patience();
        answer(call, then, patience, NO_ANSWER);
        clockwork.after(patience.plus(there).plus(back), () -> perform(call));
      }
    }
  }

  private Weather.Fate lost() {
    return weather.coin() ? Weather.Fate.LOST : Weather.Fate.ANSWER_LOST;
  }

  private void arrive(Call call, Consumer<Reply> then, Duration back) {
    if (cutOff) {
      note(call, "does not get through");
      answer(call, then, weather.patience(), NO_ANSWER);
    } else {
      answer(call, then, back, perform(call));
    }
  }

  /** What arrives is done, whether or not the process that wanted it still lives. */
  private Reply perform(Call call) {
    var reply =
        sabotage
            .sent(name, call)
            .map(it -> server.answer(registry, it))
            .orElseGet(() -> pretended(call));
    chronicle.note(name, summary(call).hashCode(), () -> summary(call) + " → " + words(reply));
    return reply;
  }

  private static Reply pretended(Call call) {
    return new Reply.Done(call.body() instanceof Json.Obj object ? object : Json.Obj.EMPTY);
  }

  private static String summary(Call call) {
    return call.toString();
  }

  private static String words(Reply reply) {
    return switch (reply) {
      case Reply.Done(var object) -> "done at " + object.text("metadata", "resourceVersion");
      case Reply.Refused(var code, var reason, var message) ->
          "%d %s: %s".formatted(code, reason, message);
      case Reply.Unanswered(var why) -> "unanswered: " + why;
    };
  }

  private void answer(Call call, Consumer<Reply> then, Duration delay, Reply reply) {
    clockwork.after(
        delay,
        () -> {
          underWay--;
          if (gone) {
            return;
          }
          if (!(reply instanceof Reply.Done)) {
            note(call, "hears: " + words(reply));
          }
          loop.post(() -> then.accept(reply));
        });
  }

  private void note(Call call, String what) {
    chronicle.remark(name, () -> summary(call) + " " + what);
  }

  /** Somebody has a word to add to the object at the worst moment. */
  private void meddle(Call call) {
    var patch =
        Json.obj(
            "metadata",
            Json.obj("annotations", Json.obj("simulation.dray.dev/meddled", name + ++meddled)));
    var reply =
        server.answer(
            meddler,
            Call.patch(
                Call.Verb.MERGE_PATCH, call.type(), call.namespace(), call.name(), "", patch));
    note(call, "is preceded by a meddler: " + words(reply));
  }

  @Override
  public <T> void list(ResourceType<T> type, ListSelector listSelector, Consumer<Listing<T>> then) {
    underWay++;
    var back = weather.call(name, type);
    clockwork.after(
        weather.call(name, type),
        () -> {
          if (cutOff) {
            listed(type, then, weather.patience(), new Listing.Failed<>(NO_ANSWER));
          } else if (weather.listFails()) {
            listed(type, then, back, new Listing.Failed<>(weather.trouble()));
          } else {
            listed(type, then, back, registry.list(type, listSelector));
          }
        });
  }

  private <T> void listed(
      ResourceType<T> type, Consumer<Listing<T>> then, Duration delay, Listing<T> listing) {
    clockwork.after(
        delay,
        () -> {
          underWay--;
          if (!gone) {
            chronicle.remark(name, () -> "lists " + type + ": " + words(listing));
            loop.post(() -> then.accept(listing));
          }
        });
  }

  private static String words(Listing<?> listing) {
    return switch (listing) {
      case Listing.Found<?>(var items, var revision) -> items.size() + " at " + revision;
      case Listing.Failed<?>(var reply) -> words(reply);
    };
  }

  @Override
  public <T> Watch watch(
      ResourceType<T> type, ListSelector listSelector, String after, Watcher<T> watcher) {
    var watch = new SimulatedWatch<>(this, type, watcher);
    watches.add(watch);
    clockwork.after(
        weather.call(name, type),
        () -> watch.open(() -> registry.follow(type, listSelector, after)));
    return watch;
  }

  /** Something of a kind has changed: whoever watches it hears of it, sooner or later. */
  void changed(String key) {
    watches.forEach(it -> it.changed(key));
  }

  void over(SimulatedWatch<?> watch) {
    watches.remove(watch);
  }

  /** For a while nothing gets through; what is on its way may yet. */
  void cutOff(Duration pause) {
    cutOff = true;
    clockwork.after(pause, this::reconnect);
  }

  private void reconnect() {
    cutOff = false;
    List.copyOf(watches).forEach(SimulatedWatch::reconnected);
  }

  boolean isCutOff() {
    return cutOff;
  }

  /** The process has gone: nobody waits for answers any more. */
  void close() {
    gone = true;
    List.copyOf(watches).forEach(SimulatedWatch::stop);
  }

  int callsUnderWay() {
    return underWay;
  }

  int openWatches() {
    return watches.size();
  }

  Clockwork clockwork() {
    return clockwork;
  }

  SimulatedServer server() {
    return server;
  }

  Weather weather() {
    return weather;
  }

  /** Whether the process takes note of what a watch of the kind tells. */
  boolean hears(ResourceType<?> type) {
    return sabotage.hears(name, type);
  }

  Chronicle chronicle() {
    return chronicle;
  }

  SimulatedLoop loop() {
    return loop;
  }

  @Override
  public String toString() {
    return name;
  }
}
