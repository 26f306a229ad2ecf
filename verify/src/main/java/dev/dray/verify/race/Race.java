package dev.dray.verify.race;

import dev.dray.verify.wire.Arguments;
import dev.dray.verify.wire.Dice;
import dev.dray.verify.wire.Findings;
import dev.dray.verify.wire.Kubeconfig;
import dev.dray.verify.wire.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** {@code verify/e2e/race}: two clients want the same, thousands of times. */
public final class Race {
  private static final String USAGE =
      """
      --kubeconfig FILE   a server; of several, each client has its own; may be repeated
      --rounds N          how many (default 10000)
      --clients N         how many race (default 2)
      --guarded BOOL      whether conflicts must name the other claim (default true)
      --seed N            the choices of an earlier run\
      """;

  /** How many claims a client has at a time, so that much is held while more is asked for. */
  private static final int CLAIMS = 6;

  private static final int AUDIT_EVERY = 100;
  private final Findings findings = new Findings();
  private final Books books = new Books(findings);
  private final List<Racer> racers = new ArrayList<>();
  private final Wire wire;
  private final Dice dice;
  private int duels;
  private int bothLost;

  private Race(List<Path> kubeconfigs, int clients, boolean guarded, long seed) throws IOException {
    this.dice = new Dice(seed);
    var wires = new ArrayList<Wire>();
    for (var file : kubeconfigs) {
      wires.add(Wire.to(Kubeconfig.read(file), Duration.ofSeconds(20)));
    }
    this.wire = wires.getFirst();
    for (int i = 0; i < clients; i++) {
      racers.add(
          new Racer(
              "client" + i, wires.get(i % wires.size()), books, findings, dice.another(), guarded));
    }
  }

  public static void main(String[] words) throws Exception {
    var arguments =
        Arguments.of(words, USAGE, "kubeconfig", "rounds", "clients", "guarded", "seed");
    var race =
        new Race(
            arguments.all("kubeconfig").stream().map(Path::of).toList(),
            arguments.number("clients", 2),
            Boolean.parseBoolean(arguments.one("guarded").orElse("true")),
            arguments.seed());
    System.exit(race.run(arguments.number("rounds", 10_000)));
  }

  private int run(int rounds) throws IOException, InterruptedException, ExecutionException {
    Arena.set(wire);
    for (var racer : racers) {
      for (int i = 0; i < CLAIMS; i++) {
        racer.make(i);
      }
    }
    long began = System.nanoTime();
    try (var threads = Executors.newFixedThreadPool(racers.size())) {
      for (int round = 1; round <= rounds && findings.count() == 0; round++) {
        round(threads);
        if (round % AUDIT_EVERY == 0) {
          books.auditList(wire.get(Arena.CLAIMS).good().json());
        }
      }
    }
    books.auditList(wire.get(Arena.CLAIMS).good().json());
    report(rounds, (System.nanoTime() - began) / 1e9);
    return findings.verdict("race");
  }

  private void report(int rounds, double seconds) {
    System.out.printf(
        "%d rounds, %.0f rounds/s: %d wins, %d conflicts; %d duels for one thing, in %d of them"
            + " both lost%n",
        rounds,
        rounds / seconds,
        racers.stream().mapToInt(Racer::wins).sum(),
        racers.stream().mapToInt(Racer::conflicts).sum(),
        duels,
        bothLost);
    // A client whose server has not yet heard of a release may be refused; all of them never.
    if (bothLost > duels / 20) {
      findings.add("both lost in %d of %d duels for what was free", bothLost, duels);
    }
  }

  private void round(ExecutorService threads) throws InterruptedException, ExecutionException {
    int number = dice.below(CLAIMS);
    switch (dice.below(3)) {
      case 0 -> duel(threads, number);
      case 1 ->
          contend(
              threads, number, round -> List.of(Arena.part((number + round * 3) % Arena.parts())));
      default -> contend(threads, number, _ -> List.of(Arena.share(dice)));
    }
  }

  /** All want the same whole devices: one wins. It gives them back while the others ask again. */
  private void duel(ExecutorService threads, int number)
      throws InterruptedException, ExecutionException {
    var prizes = Arena.whole(dice);
    clear(threads, number);
    boolean free = books.hasRoomFor(prizes);
    var won = together(threads, racer -> racer.grab(number, prizes));
    long winners = won.stream().filter(it -> it).count();
    duels += free ? 1 : 0;
    bothLost += free && winners == 0 ? 1 : 0;
    together(
        threads,
        racer ->
            books.holds(racer.claim(number)) ? racer.release(number) : racer.grab(number, prizes));
    clear(threads, number);
  }

  private interface Wanted {
    List<Prize> by(int racer);
  }

  /**
   * Each wants something of what is shared; what they get they keep until this claim's next turn.
   */
  private void contend(ExecutorService threads, int number, Wanted wanted)
      throws InterruptedException, ExecutionException {
    clear(threads, number);
    var wishes = new ArrayList<List<Prize>>();
    for (int i = 0; i < racers.size(); i++) {
      wishes.add(wanted.by(i));
    }
    together(threads, racer -> racer.grab(number, wishes.get(racers.indexOf(racer))));
  }

  private void clear(ExecutorService threads, int number)
      throws InterruptedException, ExecutionException {
    together(threads, racer -> !books.holds(racer.claim(number)) || racer.release(number));
  }

  private interface Act {
    boolean by(Racer racer) throws IOException, InterruptedException;
  }

  /** All at the same moment, as far as threads can. */
  private List<Boolean> together(ExecutorService threads, Act act)
      throws InterruptedException, ExecutionException {
    var barrier = new CyclicBarrier(racers.size());
    var tasks = new ArrayList<Callable<Boolean>>();
    for (var racer : racers) {
      tasks.add(
          () -> {
            barrier.await();
            return act.by(racer);
          });
    }
    var answers = new ArrayList<Boolean>();
    for (var future : threads.invokeAll(tasks)) {
      answers.add(future.get());
    }
    return answers;
  }
}
