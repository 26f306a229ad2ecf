package dev.dray.framework.whatif;

import dev.dray.api.core.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** The order in which pending pods are placed. */
public final class PodQueue {
  /** Higher priority first, then the older one, then by namespace and name. */
  public static final Comparator<Pod> ORDER =
      Comparator.<Pod>comparingInt(pod -> -Math.max(pod.spec().priority(), -Integer.MAX_VALUE))
          .thenComparing(pod -> pod.metadata().creationTimestamp().orElse(Instant.MIN))
          .thenComparing(pod -> pod.metadata().namespace())
          .thenComparing(pod -> pod.metadata().name());

  private PodQueue() {}

  /** Returns the pods that have no node yet and have not ended, in order. */
  public static List<Pod> pending(List<Pod> pods) {
    return pods.stream().filter(PodQueue::isPending).sorted(ORDER).toList();
  }

  public static boolean isPending(Pod pod) {
    return pod.spec().nodeName().isEmpty() && !pod.status().finished();
  }
}
