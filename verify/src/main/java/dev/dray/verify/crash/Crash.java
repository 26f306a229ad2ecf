package dev.dray.verify.crash;

import dev.dray.verify.wire.Arguments;
import dev.dray.verify.wire.Dice;
import dev.dray.verify.wire.Findings;
import dev.dray.verify.wire.Kubeconfig;
import dev.dray.verify.wire.ServerScript;
import dev.dray.verify.wire.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** {@code verify/e2e/crash}: kills, again and again, and holds what is there against the ledger. */
public final class Crash {
  private static final String USAGE =
      """
      --server SCRIPT --folder FOLDER   the server to kill
      --kubeconfig FILE                 servers to use, if not that one; may be repeated
      --members SCRIPT --at FOLDER      kill members of the store behind them instead
      --kills N                         how often (default 200)
      --writers N                       how many write at once (default 4)
      --seed N                          the moments and the writes of an earlier run\
      """;

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private final Findings findings = new Findings();
  private final Ledger ledger = new Ledger(findings);
  private final Gate gate = new Gate();
  private final List<Wire> wires = new ArrayList<>();
  private final List<Writer> writers = new ArrayList<>();
  private final List<Watcher> watchers = new ArrayList<>();
  private final Blows blows;
  private final Dice dice;

  private Crash(Blows blows, List<Path> kubeconfigs, long seed) throws IOException {
    this.blows = blows;
    this.dice = new Dice(seed);
    for (var file : kubeconfigs) {
      wires.add(Wire.to(Kubeconfig.read(file), PATIENCE));
    }
  }

  public static void main(String[] words) throws IOException, InterruptedException {
    var arguments =
        Arguments.of(
            words,
            USAGE,
            "server",
            "folder",
            "kubeconfig",
            "members",
            "at",
            "kills",
            "writers",
            "seed");
    Blows blows =
        arguments.one("members").isPresent()
            ? new Blows.Members(
                new ServerScript(arguments.path("members"), arguments.path("at")), 3)
            : new Blows.Servers(
                new ServerScript(arguments.path("server"), arguments.path("folder")));
    var kubeconfigs = new ArrayList<>(arguments.all("kubeconfig").stream().map(Path::of).toList());
    if (kubeconfigs.isEmpty() && blows instanceof Blows.Servers(var script)) {
      kubeconfigs.add(script.start());
    }
    var crash = new Crash(blows, kubeconfigs, arguments.seed());
    System.exit(crash.run(arguments.number("kills", 200), arguments.number("writers", 4)));
  }

  private int run(int kills, int writerCount) throws IOException, InterruptedException {
    long began = System.nanoTime();
    begin(writerCount);
    for (int kill = 1; kill <= kills && findings.count() == 0; kill++) {
      round();
      if (kill % 20 == 0 || kill == kills) {
        System.out.printf(
            "%d kills, %d s: %d writes acknowledged, %d without an answer%n",
            kill,
            (System.nanoTime() - began) / 1_000_000_000,
            ledger.acknowledged(),
            ledger.unansweredCount());
      }
    }
    end();
    return findings.verdict("crash");
  }

  private void begin(int writerCount) throws IOException, InterruptedException {
    var namespace =
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"crash\"}}";
    var made = wires.getFirst().create("/api/v1/namespaces", namespace);
    if (made.code() != 409) {
      made.good();
    }
    for (int i = 0; i < writerCount; i++) {
      var wire = wires.get(i % wires.size());
      writers.add(
          new Writer("w" + i, wire, ledger, findings, gate, dice.another(), blows.leavesServers()));
    }
    for (var kind : Kind.values()) {
      wires.getFirst().delete(kind.path()).good();
      waitUntilEmpty(kind);
      for (int i = 0; i < 3; i++) {
        var from = wires.getFirst().get(kind.path()).good().json();
        var wire = wires.get(i % wires.size());
        watchers.add(
            new Watcher(
                "watcher %d of %s".formatted(i, kind), kind, wire, findings, version(from), i > 0));
      }
    }
    watchers.forEach(it -> Thread.ofVirtual().start(it));
    writers.forEach(it -> Thread.ofVirtual().start(it));
  }

  private void waitUntilEmpty(Kind kind) throws IOException, InterruptedException {
    while (!wires.getFirst().get(kind.path()).good().json().path("items").isEmpty()) {
      Thread.sleep(50);
    }
  }

  private void round() throws IOException, InterruptedException {
    gate.open();
    awaitWrites(dice.between(0, 60));
    blows.strike(dice);
    if (blows.leavesServers()) {
      blows.mend(dice);
      gate.close();
    } else {
      gate.close();
      blows.mend(dice);
    }
    for (var kind : Kind.values()) {
      check(kind);
    }
  }

  /** A random moment, while writes are under way: a server that has just begun is slow at first. */
  private void awaitWrites(int more) throws InterruptedException {
    int enough = ledger.acknowledged() + more;
    long end = System.nanoTime() + 10_000_000_000L;
    while (ledger.acknowledged() < enough && System.nanoTime() < end) {
      Thread.sleep(1);
    }
    Thread.sleep(dice.between(0, 15));
  }

  private void check(Kind kind) throws IOException, InterruptedException {
    long highest = ledger.highest();
    var list = list(kind);
    ledger.listed(version(list), highest, kind);
    var there = new TreeMap<String, Subject.Seen>();
    list.path("items")
        .forEach(
            it -> there.put(it.path("metadata").path("name").asString(""), Writer.seen(kind, it)));
    for (var subject : ledger.subjects()) {
      if (subject.kind() == kind) {
        subject.meet(Optional.ofNullable(there.remove(subject.name()))).ifPresent(findings::add);
      }
    }
    there.forEach(
        (name, seen) -> findings.add("%s %s is there, and nobody made it: %s", kind, name, seen));
    catchUp(kind, list);
  }

  /** A store that has just lost a member may need a moment to answer again. */
  private JsonNode list(Kind kind) throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      var answer = wires.get(dice.below(wires.size())).get(kind.path());
      if (answer.isGood() || !blows.leavesServers() || tries == 50) {
        return answer.good().json();
      }
      Thread.sleep(200);
    }
  }

  private void catchUp(Kind kind, JsonNode list) throws InterruptedException {
    Map<String, Long> versions = new TreeMap<>();
    list.path("items")
        .forEach(it -> versions.put(it.path("metadata").path("name").asString(""), version(it)));
    for (var watcher : watchers) {
      if (watcher.kind() == kind) {
        watcher.catchUp(versions, 30_000).ifPresent(findings::add);
      }
    }
  }

  private void end() {
    gate.end();
    for (var watcher : watchers) {
      watcher.compare(ledger);
      watcher.end();
      System.out.printf(
          "%s: %d events, begun %d times, %d times the server no longer knew%n",
          watcher.called(), watcher.heard().size(), watcher.resumed(), watcher.expired());
    }
    System.out.printf(
        "answers that said the server could not: %d%n",
        writers.stream().mapToInt(Writer::failed).sum());
    sameForAll();
  }

  /** Those that never had to list again heard exactly the same. */
  private void sameForAll() {
    for (var kind : Kind.values()) {
      var whole = watchers.stream().filter(it -> it.kind() == kind && it.expired() == 0).toList();
      for (var watcher : whole) {
        if (!watcher.heard().equals(whole.getFirst().heard())) {
          findings.add(
              "%s and %s heard different things", watcher.called(), whole.getFirst().called());
        }
      }
    }
  }

  private static long version(JsonNode object) {
    return Long.parseLong(object.path("metadata").path("resourceVersion").asString("0"));
  }
}
