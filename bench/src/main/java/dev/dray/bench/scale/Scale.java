package dev.dray.bench.scale;

import dev.dray.api.gate.Gates;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.Snapshot;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Prints what an inventory of a large cluster costs. */
public final class Scale {
  private static final int NODES = 65_000;
  private static final int CHANGES = 1000;

  private final PrintStream out;

  private Scale(PrintStream out) {
    this.out = out;
  }

  /** Takes the number of nodes, or none for the largest cluster. */
  public static void main(String[] arguments) {
    int nodes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : NODES;
    var scale = new Scale(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    for (var writing : Cluster.Writing.values()) {
      scale.measure(new Cluster(nodes, writing));
    }
  }

  private void measure(Cluster cluster) {
    out.printf(
        Locale.ROOT,
        "%s: %,d nodes, %,d devices%n",
        cluster.writing(),
        cluster.nodes(),
        cluster.devices());
    long before = usedHeap();
    var inventory = new Inventory(Gates.defaults());
    long building = fill(inventory, cluster);
    long start = System.nanoTime();
    var snapshot = inventory.snapshot();
    building += System.nanoTime() - start;
    long bytes = usedHeap() - before;
    out.printf(
        Locale.ROOT,
        "  memory    %,d bytes a device, %,d MiB%n",
        bytes / cluster.devices(),
        bytes >> 20);
    out.printf(
        Locale.ROOT,
        "  building  %,d ms, %.1f µs a device%n",
        building / 1_000_000,
        building / 1e3 / cluster.devices());
    changes(inventory, cluster);
    views(snapshot, cluster);
    new Sweeps(inventory, cluster, out).measure();
  }

  /** Puts every slice; only that is timed, not its decoding. */
  private static long fill(Inventory inventory, Cluster cluster) {
    long nanos = 0;
    for (int node = 0; node < cluster.nodes(); node++) {
      var slice = cluster.slice(node, 0);
      long start = System.nanoTime();
      inventory.put(slice);
      nanos += System.nanoTime() - start;
    }
    return nanos;
  }

  /** One slice after the other comes in anew, with a snapshot after each. */
  private void changes(Inventory inventory, Cluster cluster) {
    var times = new long[CHANGES];
    for (int i = 0; i < CHANGES; i++) {
      var slice = cluster.slice((int) ((long) i * 7919 % cluster.nodes()), 1 + i);
      long start = System.nanoTime();
      inventory.put(slice);
      var _ = inventory.snapshot();
      times[i] = System.nanoTime() - start;
    }
    out.println("  a change  " + spread(times) + ", with the snapshot after it");
  }

  private void views(Snapshot snapshot, Cluster cluster) {
    var times = new long[cluster.nodes()];
    long rows = 0;
    for (int i = 0; i < cluster.nodes(); i++) {
      var node = LabeledNode.named(Cluster.nodeName(i));
      long start = System.nanoTime();
      var view = snapshot.on(node);
      times[i] = System.nanoTime() - start;
      rows += view.pools().stream().mapToLong(pool -> pool.size()).sum();
    }
    if (rows != cluster.devices()) {
      throw new IllegalStateException(
          "The nodes see %s of %s devices.".formatted(rows, cluster.devices()));
    }
    out.println("  a view    " + spread(times) + ", of one node");
  }

  private static String spread(long[] times) {
    Arrays.sort(times);
    return String.format(
        Locale.ROOT,
        "%.1f µs median, %.1f µs in one of a hundred",
        times[times.length / 2] / 1e3,
        times[times.length * 99 / 100] / 1e3);
  }

  /**
   * What is reachable. The serial collector may leave dead objects in place for a collection or two
   * rather than move everything, so it is asked until that makes no difference.
   */
  private static long usedHeap() {
    var runtime = Runtime.getRuntime();
    long before;
    long now = Long.MAX_VALUE;
    do {
      before = now;
      System.gc();
      now = runtime.totalMemory() - runtime.freeMemory();
    } while (now < before);
    return now;
  }
}
