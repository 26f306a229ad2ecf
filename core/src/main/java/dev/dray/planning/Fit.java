package dev.dray.planning;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dray.allocation.FilterTimeout;
import dev.dray.allocation.Parallelizer;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodStatus;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FrozenMap;
import dev.dray.cluster.Cluster;
import dev.dray.framework.UnschedulableReason;
import dev.dray.framework.whatif.OfflineScheduler;
import dev.dray.framework.whatif.PodOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The number of copies of a pod that fit, placed one after the other as a scheduler would.
 *
 * @param copies the number of copies that were placed
 * @param byNode the number on each node that got any, by name
 * @param end the reason why the next one has to wait; empty if no more were asked for
 */
public record Fit(int copies, Map<String, Integer> byNode, Optional<UnschedulableReason> end) {
  public Fit {
    byNode = FrozenMap.copyOf(byNode);
  }

  /**
   * The settings for placing copies.
   *
   * @param timeout the time a search for devices may take on each node
   * @param step told of each copy
   */
  public record Means(
      Gates gates, Parallelizer parallelizer, FilterTimeout timeout, Runnable step) {}

  /**
   * Places copies of the pod until one has to wait, or {@code most} are placed. A waiting pod of
   * the cluster is the first copy itself; other waiting pods are ignored.
   */
  public static Fit of(Cluster cluster, Pod pod, int most, Means means) {
    var scheduler =
        new OfflineScheduler(cluster, means.gates(), means.parallelizer(), means.timeout());
    var byNode = new TreeMap<String, Integer>();
    for (int copies = 0; copies < most; copies++) {
      switch (scheduler.place(copy(pod, copies))) {
        case PodOutcome.On on -> byNode.merge(on.node(), 1, Integer::sum);
        case PodOutcome.Waits(_, var reason) -> {
          return new Fit(copies, byNode, Optional.of(reason));
        }
      }
      means.step().run();
    }
    return new Fit(most, byNode, Optional.empty());
  }

  /** Returns the pod itself if it has no node yet, and then others like it. */
  private static Pod copy(Pod pod, int number) {
    boolean waits = pod.spec().nodeName().isEmpty() && !pod.status().finished();
    if (number == 0 && waits) {
      return pod;
    }
    var it = pod.metadata();
    var name = "%s-copy-%d".formatted(it.name(), number + 1);
    var uid = UUID.nameUUIDFromBytes((it.uid() + "/" + name).getBytes(UTF_8)).toString();
    var metadata = it.copied(name, uid).withFinalizers(List.of());
    return pod.withMetadata(metadata)
        .withSpec(pod.spec().withNodeName(""))
        .withStatus(PodStatus.EMPTY);
  }
}
