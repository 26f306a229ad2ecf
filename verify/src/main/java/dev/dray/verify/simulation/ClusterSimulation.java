package dev.dray.verify.simulation;

import dev.dray.api.gate.Gates;
import dev.dray.guard.PoolKeys;
import dev.dray.verify.reference.Dice;
import dev.dray.watch.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * One history of a cluster, from a seed.
 *
 * <p>First everything happens at once and goes wrong, then it is quiet until all has settled. What
 * must hold at all times is looked at after every write, by {@link Auditor}; what must hold in the
 * end by {@link Aftermath}.
 */
public final class ClusterSimulation {
  private static final Duration QUIET = Duration.ofMinutes(4);
  private static final Duration COLLECTING = Duration.ofMillis(250);
  private static final Duration FORGETTING = Duration.ofSeconds(7);

  private final long seed;
  private final Dice dice;
  private final Gates gates = Gates.defaults();
  private final Clockwork clockwork;
  private final Chronicle chronicle;
  private final Findings findings;
  private final Model model = new Model();
  private final Auditor auditor;
  private final Tally tally = new Tally();
  private final Sabotage sabotage;

  /**
   * What came of a seed.
   *
   * @param digest the same for the same history
   * @param findings what is wrong; empty if nothing is
   * @param lines the history, if it was wanted in words
   */
  public record Outcome(
      long seed, long digest, List<String> findings, List<String> lines, String tally) {
    public Outcome {
      findings = List.copyOf(findings);
      lines = List.copyOf(lines);
    }
  }

  private ClusterSimulation(long seed, boolean inWords, Sabotage sabotage) {
    this.seed = seed;
    this.sabotage = sabotage;
    dice = new Dice(seed);
    clockwork = new Clockwork(seed + 1);
    chronicle = new Chronicle(clockwork, inWords);
    findings = new Findings(chronicle);
    auditor = new Auditor(model, gates, findings);
  }

  /** The history of a seed, as a number. */
  public static Outcome run(long seed) {
    return run(seed, Sabotage.NONE);
  }

  /** The history of a seed in which something is wrong on purpose. */
  static Outcome run(long seed, Sabotage sabotage) {
    return new ClusterSimulation(seed, false, sabotage).run();
  }

  /** The same in words, line by line. */
  public static Outcome tell(long seed) {
    return new ClusterSimulation(seed, true, Sabotage.NONE).run();
  }

  private Outcome run() {
    var hearers = new ArrayList<Consumer<Event>>(List.of(this::look));
    try (var server =
        new SimulatedServer(
            clockwork, seed + 2, gates, event -> hearers.forEach(it -> it.accept(event)))) {
      var weather = new Weather(seed + 3);
      var around = new Surroundings(clockwork, chronicle, findings, weather, server, sabotage);
      chronicle.remark("seed " + seed, weather::toString);
      var cast = new Cast(around, gates);
      hearers.add(event -> cast.all().forEach(it -> it.changed(event.key())));
      hearers.add(event -> sabotage.stored(event, server));
      run(around, cast, new Outside(around, model, seed + 4));
    }
    return new Outcome(
        seed, chronicle.digest(), findings.all(), chronicle.lines(), tally.toString());
  }

  private void look(Event event) {
    tally.writes++;
    chronicle.note(
        "stored",
        event.revision() * 31 + event.key().hashCode() + content(event),
        () -> Telling.words(event));
    auditor.look(event);
  }

  /** In the keys of pools, a server leaves a name that it gives itself anew whenever it starts. */
  private static int content(Event event) {
    return event.key().startsWith(PoolKeys.PREFIX)
        ? 0
        : event.now().map(it -> Arrays.hashCode(it.bytes())).orElse(0);
  }

  private void run(Surroundings around, Cast cast, Outside outside) {
    every(COLLECTING, around.server()::collect);
    every(FORGETTING, outside::forgetLostPods);
    outside.begin();
    for (var process : List.of(cast.first, cast.controllers, cast.nodes)) {
      clockwork.after(dice.millis(0, 3_000), process::start);
    }
    if (dice.percent(60)) {
      clockwork.after(dice.millis(0, 15_000), cast.second::start);
    }
    // Most mistakes need little to show, and many short histories differ more than few long ones.
    boolean brief = dice.percent(80);
    int seconds = brief ? dice.between(8, 25) : dice.between(20, 90);
    for (int i = brief ? dice.between(6, 18) : dice.between(10, 50); i > 0; i--) {
      clockwork.after(dice.millis(2_000, seconds * 1_000), outside::happen);
    }
    for (int i = brief ? dice.between(0, 6) : dice.between(0, 12); i > 0; i--) {
      clockwork.after(dice.millis(2_000, seconds * 1_000), () -> strike(around, cast));
    }
    runUntilWrong(Duration.ofSeconds(seconds));
    around.weather().clearUp();
    chronicle.note("seed " + seed, "it clears up");
    cast.all().stream().filter(it -> it != cast.second).forEach(SimulatedProcess::start);
    runUntilWrong(QUIET);
    if (!findings.any()) {
      new Aftermath(model, gates, clockwork.instant(), findings).look(cast);
    }
    tally.end(model);
  }

  /** After the first finding nothing more is worth knowing. */
  private void runUntilWrong(Duration duration) {
    var end = clockwork.instant().plus(duration);
    while (!findings.any() && clockwork.instant().isBefore(end)) {
      clockwork.runFor(Duration.ofSeconds(1));
    }
  }

  private void every(Duration pause, Runnable task) {
    clockwork.after(
        pause,
        () -> {
          task.run();
          every(pause, task);
        });
  }

  /** Something happens to a process. */
  private void strike(Surroundings around, Cast cast) {
    var process = dice.pick(cast.all());
    switch (dice.between(0, 5)) {
      case 0, 1 -> {
        process.kill();
        clockwork.after(dice.millis(0, 10_000), process::start);
      }
      case 2 -> process.freeze(dice.millis(100, 15_000));
      case 3 -> process.cutOff(dice.millis(100, 15_000));
      case 4 -> around.server().compact(dice.between(0, 30));
      default -> {
        if (cast.second.isRunning()) {
          cast.second.kill();
        } else {
          cast.second.start();
        }
      }
    }
  }

  /** How much happened: a simulation in which nothing happens finds nothing. */
  private static final class Tally {
    private long writes;
    private long running;
    private long ended;
    private long waiting;
    private long allocated;

    void end(Model model) {
      for (var pod : model.pods.all()) {
        switch (pod.value().status().phase()) {
          case "Running" -> running++;
          case "Succeeded", "Failed" -> ended++;
          default -> waiting++;
        }
      }
      allocated =
          model.claims.values().stream().filter(it -> it.status().allocation().isPresent()).count();
    }

    @Override
    public String toString() {
      return "%d writes; in the end %d pods run, %d have ended, %d wait, %d claims have devices"
          .formatted(writes, running, ended, waiting, allocated);
    }
  }
}
