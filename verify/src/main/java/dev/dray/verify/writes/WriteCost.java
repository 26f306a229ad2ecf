package dev.dray.verify.writes;

import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.verify.wire.Arguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code bench/apiserver/writes}: what each sort of write costs, on one store or two. */
public final class WriteCost {
  private static final String USAGE =
      """
      --folder FOLDER  where stores are made
      --store STORE    memory or sqlite; both if it is left out
      --rounds N       pods, each with a claim (default 3000)
      --warm N         rounds before anything is measured (default 3000)
      --writers N      who write at a time in the second part (default 16)\
      """;

  private final Workload workload;
  private final Costs costs = new Costs();

  private WriteCost(Workload workload) {
    this.workload = workload;
  }

  public static void main(String[] words) throws Exception {
    var arguments = Arguments.of(words, USAGE, "folder", "store", "rounds", "warm", "writers");
    var wanted = arguments.one("store").map(List::of).orElse(List.of("memory", "sqlite"));
    for (var store : wanted) {
      run(store, arguments);
    }
    System.exit(0);
  }

  private static void run(String store, Arguments arguments)
      throws IOException, InterruptedException, ExecutionException {
    int warm = arguments.number("warm", 3000);
    int rounds = arguments.number("rounds", 3000);
    var folder = Files.createTempDirectory(arguments.path("folder"), store);
    try (var server = ApiServer.start(options(store, folder))) {
      var workload = new Workload(server);
      workload.prepare((warm + 2 * rounds) / Workload.DEVICES + 1);
      var first = new WriteCost(workload);
      for (int i = 0; i < warm; i++) {
        first.round(i);
      }
      System.gc();
      var measured = new WriteCost(workload);
      for (int i = warm; i < warm + rounds; i++) {
        measured.round(i);
      }
      System.out.printf("%n%s, one after the other%n%s", store, measured.costs.table());
      together(workload, warm + rounds, rounds, arguments.number("writers", 16));
    }
  }

  private static ApiServerOptions options(String store, Path folder) {
    var usual = ApiServerOptions.in(folder);
    return new ApiServerOptions(
        folder,
        usual.address(),
        usual.hosts(),
        store.equals("memory")
            ? new ApiServerOptions.StoreChoice.Memory()
            : new ApiServerOptions.StoreChoice.Sqlite(),
        usual.gates(),
        usual.runtimeConfig(),
        usual.tokenFile(),
        usual.audit(),
        usual.mostReading(),
        usual.mostWriting(),
        usual.history(),
        usual.clock());
  }

  /** The writes of a pod with a claim, from its creation until it runs and is gone. */
  private void round(int i) {
    costs.measure("create claim", () -> workload.createClaim(i));
    costs.measure("create pod", () -> workload.createPod(i));
    costs.measure("label claim", () -> workload.labelClaim(i));
    costs.measure("allocate claim", () -> workload.allocateClaim(i));
    costs.measure("bind pod", () -> workload.bindPod(i));
    costs.measure("patch pod status", () -> workload.patchPodStatus(i));
    costs.measure("delete pod", () -> workload.deletePod(i));
    costs.measure("delete claim", () -> workload.deleteClaim(i));
    costs.round();
  }

  /** Several at a time, as a scheduler binds: neighbours take devices of one pool. */
  private static void together(Workload workload, int from, int rounds, int writers)
      throws InterruptedException, ExecutionException {
    var next = new AtomicInteger(from);
    long began = System.nanoTime();
    long cpu = Costs.ofProcess();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        all.add(
            threads.submit(
                () -> {
                  for (int i = next.getAndIncrement();
                      i < from + rounds;
                      i = next.getAndIncrement()) {
                    workload.createClaim(i);
                    workload.allocateClaim(i);
                  }
                }));
      }
      for (var one : all) {
        one.get();
      }
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    System.out.printf(
        "%d at a time: %.0f claims created and allocated/s, %.0f µs of the processor each%n",
        writers, rounds / seconds, (Costs.ofProcess() - cpu) / 1e3 / rounds);
  }
}
