package dev.dray.verify.load;

import dev.dray.verify.wire.Answer;
import dev.dray.verify.wire.Arguments;
import dev.dray.verify.wire.Kubeconfig;
import dev.dray.verify.wire.Latencies;
import dev.dray.verify.wire.ProcessFigures;
import dev.dray.verify.wire.ServerScript;
import dev.dray.verify.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code bench/apiserver/compare}: the same load on one server after the other. */
public final class Load {
  private static final String USAGE =
      """
      --side NAME=SCRIPT   a server; the first is compared with the second
      --folder FOLDER      where servers keep their data, each below its name
      --watches N          watches at a time (default 1000)
      --slices N           slices (default 5000)
      --devices N          devices in each (default 64)
      --writers N          who write at a time (default 16)
      --seconds N          how long claims are written (default 30)
      --starts N           how often each is started, empty and full (default 10)\
      """;

  private final ServerScript script;
  private final Figures figures;
  private final Arguments arguments;
  private final int slices;
  private final int devices;
  private final int writers;

  private Load(String name, ServerScript script, Arguments arguments) {
    this.script = script;
    this.figures = new Figures(name);
    this.arguments = arguments;
    this.slices = arguments.number("slices", 5000);
    this.devices = arguments.number("devices", 64);
    this.writers = arguments.number("writers", 16);
  }

  public static void main(String[] words) throws Exception {
    var arguments =
        Arguments.of(
            words, USAGE, "side", "folder", "watches", "slices", "devices", "writers", "seconds",
            "starts");
    var sides = new ArrayList<Figures>();
    for (var side : arguments.all("side")) {
      var name = side.substring(0, side.indexOf('='));
      var at = arguments.path("folder").resolve(name);
      Files.createDirectories(at);
      var script = new ServerScript(Path.of(side.substring(side.indexOf('=') + 1)), at);
      var load = new Load(name, script, arguments);
      sides.add(load.figures);
      try {
        load.run();
      } finally {
        script.stop();
      }
    }
    System.out.println();
    System.out.print(Figures.table(sides));
    System.exit(0);
  }

  private void run() throws IOException, InterruptedException, ExecutionException {
    var kubeconfig = script.start();
    int starts = arguments.number("starts", 10);
    new StartUp(script, kubeconfig).measure(figures, "start, empty", starts);
    memory("memory when started, MB");
    try (var wire = Wire.to(Kubeconfig.read(kubeconfig), Duration.ofSeconds(60))) {
      use(wire);
    }
    new StartUp(script, kubeconfig).measure(figures, "start, with slices", starts);
    memory("memory when started with slices, MB");
  }

  private void use(Wire wire) throws IOException, InterruptedException, ExecutionException {
    for (int i = 0; i < Objects.namespaces(); i++) {
      wire.create(
              "/api/v1/namespaces",
              "{\"metadata\":{\"name\":\"%s\"}}".formatted(Objects.namespace(i)))
          .good();
    }
    warmUp(wire);
    var watches = new Watches(wire);
    int count = arguments.number("watches", 1000);
    long began = System.nanoTime();
    watches.open(count, 1000);
    figures.put("watches opened/s", count / seconds(began));
    memory("memory with watches, MB");
    slices(wire, watches);
    list(wire);
    claims(wire, watches);
    watches.close();
    memory("memory in the end, MB");
  }

  /** Both kinds of servers are slow with what they do for the first time. */
  private void warmUp(Wire wire) throws IOException, InterruptedException, ExecutionException {
    var next = new AtomicInteger();
    together(
        () -> {
          for (int i = next.getAndIncrement(); i < 2000; i = next.getAndIncrement()) {
            var name = "warm-" + i;
            wire.create(Objects.claims(i), Objects.claim(i).replace("load-c" + i, name)).good();
            wire.delete(Objects.claims(i) + "/" + name).good();
          }
        });
  }

  private void slices(Wire wire, Watches watches)
      throws InterruptedException, ExecutionException, IOException {
    var took = new Latencies();
    var next = new AtomicInteger();
    long began = System.nanoTime();
    together(
        () -> {
          for (int i = next.getAndIncrement(); i < slices; i = next.getAndIncrement()) {
            var body = Objects.slice(i, 1000, devices);
            watches.sends("s" + i);
            timed(took, () -> wire.create(Objects.SLICES, body));
          }
        });
    figures.put("slices created/s", slices / seconds(began));
    put("slice create", took);
    put("slice event after its create was sent", watches.delivered());
    memory("memory with slices, MB");
  }

  private void list(Wire wire) throws IOException, InterruptedException {
    var took = new Latencies();
    for (int i = 0; i < 5; i++) {
      var list = timed(took, () -> wire.get(Objects.SLICES));
      int there = list.body().split("\"name\":\"load-s", -1).length - 1;
      if (there != slices) {
        throw new IllegalStateException(
            "%d slices are listed, %d were made".formatted(there, slices));
      }
      figuresOnce(i, list);
    }
    figures.put("list of all slices p50, ms", took.percentile(50));
    var paged = new Latencies();
    timed(paged, () -> pages(wire));
    figures.put("list of all slices by pages of 500, ms", paged.percentile(50));
    var node = new Latencies();
    for (int i = 0; i < 50; i++) {
      var path = Objects.SLICES + "?fieldSelector=spec.nodeName%3Dnode-" + i;
      timed(node, () -> wire.get(path));
    }
    figures.put("list of one node's slices p50, ms", node.percentile(50));
  }

  private void figuresOnce(int round, Answer list) {
    if (round == 0) {
      figures.put("list of all slices, MB", list.body().length() / 1e6);
    }
  }

  private static Answer pages(Wire wire) throws IOException, InterruptedException {
    var next = "";
    while (true) {
      var page =
          wire.get(Objects.SLICES + "?limit=500" + (next.isEmpty() ? "" : "&continue=" + next))
              .good();
      int at = page.body().indexOf("\"continue\":\"");
      if (at < 0 || page.body().startsWith("\"", at + 12)) {
        return page;
      }
      next = page.body().substring(at + 12, page.body().indexOf('"', at + 12));
    }
  }

  /** Claims come, are allocated, and every fourth goes again, as fast as the server lets them. */
  private void claims(Wire wire, Watches watches)
      throws InterruptedException, ExecutionException, IOException {
    var creates = new Latencies();
    var updates = new Latencies();
    var next = new AtomicInteger();
    int most = slices * devices;
    long heard = watches.events();
    long began = System.nanoTime();
    long end = began + arguments.number("seconds", 30) * 1_000_000_000L;
    together(
        () -> {
          while (System.nanoTime() < end) {
            int i = next.getAndIncrement();
            if (i >= most) {
              return;
            }
            watches.sends("c" + i);
            var made = timed(creates, () -> wire.create(Objects.claims(i), Objects.claim(i)));
            var allocated = Objects.allocated(made.body(), i, slices, devices);
            watches.sends("c" + i + "/status");
            timed(
                updates,
                () -> wire.update(Objects.claims(i) + "/load-c" + i + "/status", allocated));
            if (i % 4 == 0) {
              wire.delete(Objects.claims(i) + "/load-c" + i).good();
            }
          }
        });
    double seconds = seconds(began);
    figures.put("claims created and allocated/s", updates.count() / seconds);
    figures.put("claim writes/s", (creates.count() + updates.count() * 1.25) / seconds);
    put("claim create", creates);
    put("claim status update", updates);
    put("claim event after its write was sent", watches.delivered());
    figures.put("events delivered/s", (double) (watches.events() - heard) / seconds);
    memory("memory with claims, MB");
  }

  private void put(String what, Latencies latencies) {
    figures.put(what + " p50, ms", latencies.percentile(50));
    figures.put(what + " p99, ms", latencies.percentile(99));
  }

  private void memory(String what) throws IOException, InterruptedException {
    figures.put(what, (double) ProcessFigures.of(script.pid()).residentMegabytes());
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private void together(Work work) throws InterruptedException, ExecutionException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        all.add(
            threads.submit(
                () -> {
                  work.run();
                  return null;
                }));
      }
      for (var one : all) {
        one.get();
      }
    }
  }

  private interface Request {
    Answer send() throws IOException, InterruptedException;
  }

  private static Answer timed(Latencies took, Request request)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    var answer = request.send().good();
    took.add(System.nanoTime() - began);
    return answer;
  }
}
