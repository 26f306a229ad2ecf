package dev.dray.verify.fuzz;

import dev.dray.verify.wire.Arguments;
import dev.dray.verify.wire.Dice;
import dev.dray.verify.wire.Findings;
import dev.dray.verify.wire.Kubeconfig;
import dev.dray.verify.wire.ServerScript;
import dev.dray.verify.wire.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** {@code verify/e2e/fuzz}: sends what no client should, a great many times. */
public final class Fuzz {
  private static final String USAGE =
      """
      --server SCRIPT --folder FOLDER   the server
      --requests N                      how many (default 200000)
      --at-once N                       how many at a time (default 32)
      --seed N                          the requests of an earlier run
      --only N                          send only this one of them, and show what is answered\
      """;

  /** Of those that probes ask for, the one that no server reaches. */
  private static final String OF_THE_FUTURE = "resourceVersion=2147483648";

  private static final int SHOWN = 5;
  private final Findings findings = new Findings();
  private final Map<Integer, LongAdder> codes = new ConcurrentSkipListMap<>();
  private final Map<String, LongAdder> others = new ConcurrentSkipListMap<>();
  private final List<Map.Entry<Long, Probe>> slowest = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private final Kubeconfig config;
  private final ServerScript script;
  private final Probes probes;
  private final long seed;

  private Fuzz(Kubeconfig config, ServerScript script, long seed) {
    this.config = config;
    this.script = script;
    this.probes = new Probes(seed);
    this.seed = seed;
  }

  public static void main(String[] words) throws IOException, InterruptedException {
    var arguments =
        Arguments.of(words, USAGE, "server", "folder", "requests", "at-once", "seed", "only");
    var script = new ServerScript(arguments.path("server"), arguments.path("folder"));
    var fuzz = new Fuzz(Kubeconfig.read(script.start()), script, arguments.seed());
    if (arguments.one("only").isPresent()) {
      fuzz.show(arguments.number("only", 0));
      System.exit(0);
    }
    System.exit(fuzz.run(arguments.number("requests", 200_000), arguments.number("at-once", 32)));
  }

  private void show(int number) throws InterruptedException {
    var probe = probes.number(number);
    System.out.println(probe);
    try (var sender = new Sender(config)) {
      System.out.println(sender.send(probe));
    }
  }

  private int run(int requests, int atOnce) throws IOException, InterruptedException {
    prepare();
    long began = System.nanoTime();
    send(requests / 5, atOnce);
    var warm = Holdings.settled(script.pid());
    System.out.printf("after %d requests: %s%n", requests / 5, warm);
    send(requests, atOnce);
    double seconds = (System.nanoTime() - began) / 1e9;
    var end = Holdings.settled(script.pid());
    System.out.printf("after %d requests: %s%n", requests, end);
    System.out.printf(
        "%.0f s, %.0f requests/s, answers by code %s, others %s%n",
        seconds, requests / seconds, codes, others);
    showSlowest();
    end.compare(warm).forEach(findings::add);
    stillServes();
    return findings.verdict("fuzz");
  }

  private void prepare() throws IOException, InterruptedException {
    try (var wire = Wire.to(config, Duration.ofSeconds(10))) {
      wire.create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"fuzz\"}}");
      for (int i = 0; i < 200; i++) {
        wire.get("/apis/resource.k8s.io/v1/namespaces/fuzz/resourceclaims").good();
      }
    }
  }

  /** Sends all numbers below this one that were not sent yet. */
  private void send(int until, int atOnce) {
    try (var sender = new Sender(config);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < atOnce; i++) {
        threads.execute(() -> work(sender, until));
      }
    }
  }

  private void work(Sender sender, int until) {
    try {
      for (int number = next.getAndIncrement(); number < until; number = next.getAndIncrement()) {
        var dice = new Dice(seed * 7 + number);
        if (dice.percent(3)) {
          garbage(sender, number, dice);
        } else {
          judge(probes.number(number), sender);
        }
      }
      next.decrementAndGet(); // the number that was one too many
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      findings.add("the fuzzer itself failed: %s at %s", e, e.getStackTrace()[0]);
    }
  }

  private void garbage(Sender sender, int number, Dice dice) {
    var bytes = dice.percent(20) ? Garbage.frames(dice) : Garbage.bytes(dice);
    var outcome = dice.percent(20) ? sender.withoutTls(bytes) : sender.garbage(bytes);
    // Of a protocol that the server does not speak, it may say so.
    boolean saysSo =
        outcome instanceof Sender.Outcome.Answered(int code, _) && (code == 501 || code == 505);
    // A request that is not whole yet is waited for.
    boolean isHalf = outcome instanceof Sender.Outcome.Hung();
    if (isHalf) {
      other("half");
    } else {
      count(outcome);
    }
    if (!saysSo && !isHalf) {
      complain(outcome, "garbage", number);
    }
  }

  private void judge(Probe probe, Sender sender) throws InterruptedException {
    long began = System.nanoTime();
    var outcome = sender.send(probe);
    remember((System.nanoTime() - began) / 1_000_000, probe);
    count(outcome);
    if (!isOfTheFuture(outcome, probe)) {
      complain(outcome, probe, probe.number());
    }
  }

  /**
   * Clients know this answer to a version that is not there yet, and it is a timeout. Whoever asks
   * for the head alone is not told why.
   */
  private static boolean isOfTheFuture(Sender.Outcome outcome, Probe probe) {
    return outcome instanceof Sender.Outcome.Answered(int code, String text)
        && code == 504
        && (text.contains("ResourceVersionTooLarge")
            || (probe.method().equals("HEAD") && probe.target().contains(OF_THE_FUTURE)));
  }

  private synchronized void remember(long millis, Probe probe) {
    slowest.add(Map.entry(millis, probe));
    slowest.sort(Comparator.comparingLong(it -> -it.getKey()));
    if (slowest.size() > SHOWN) {
      slowest.removeLast();
    }
  }

  private void showSlowest() {
    System.out.println("the slowest answers:");
    slowest.forEach(
        it ->
            System.out.printf(
                "  %d ms, --only %d: %s %s%n",
                it.getKey(),
                it.getValue().number(),
                it.getValue().method(),
                it.getValue().shortTarget()));
  }

  private void complain(Sender.Outcome outcome, Object what, int number) {
    switch (outcome) {
      case Sender.Outcome.Answered(int code, String text) when code >= 500 ->
          findings.add("%d: %s%n  --seed %d --only %d: %s", code, brief(text), seed, number, what);
      case Sender.Outcome.Hung() ->
          findings.add("no answer in time%n  --seed %d --only %d: %s", seed, number, what);
      case Sender.Outcome.Answered(_, _), Sender.Outcome.Closed() -> {}
    }
  }

  private static String brief(String text) {
    return text.length() > 600 ? text.substring(0, 600) + "…" : text;
  }

  private void count(Sender.Outcome outcome) {
    switch (outcome) {
      case Sender.Outcome.Answered(int code, _) ->
          codes.computeIfAbsent(code, _ -> new LongAdder()).increment();
      case Sender.Outcome.Closed() -> other("closed");
      case Sender.Outcome.Hung() -> other("none");
    }
  }

  private void other(String what) {
    others.computeIfAbsent(what, _ -> new LongAdder()).increment();
  }

  private void stillServes() throws IOException, InterruptedException {
    try (var wire = Wire.to(config, Duration.ofSeconds(10))) {
      for (var path :
          List.of("/readyz", "/apis/resource.k8s.io/v1/resourceslices", "/api/v1/pods")) {
        var answer = wire.get(path);
        if (!answer.isGood()) {
          findings.add("in the end, %s is answered %d: %s", path, answer.code(), answer.brief());
        }
      }
    }
  }
}
