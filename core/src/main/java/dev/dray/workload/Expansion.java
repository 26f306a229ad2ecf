package dev.dray.workload;

import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.core.Workload;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;
import dev.dray.cluster.Cluster;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pods that workloads lack.
 *
 * <p>Existing pods count. Those of a stateful set are named as its controller names them, {@code
 * NAME-0} and so on; those of a daemon set {@code NAME-NODE}; all others, where a controller would
 * append random letters, {@code NAME-1} and so on, as far as these names are free.
 */
public final class Expansion {
  /** The limit on the pods made of all workloads together. */
  public static final int MOST_PODS = 100_000;

  /**
   * A workload and the pods made of it.
   *
   * @param missing the number of pods it lacks
   * @param pods as many, or none if that would exceed {@link #MOST_PODS}
   */
  public record Made(Workload workload, long missing, List<Pod> pods) {
    public Made {
      pods = List.copyOf(pods);
    }

    public boolean tooMany() {
      return pods.size() < missing;
    }
  }

  private record PodName(String namespace, String name) {}

  private final PodOwners podOwners;
  private final List<Node> nodes;
  private final Set<PodName> taken = new HashSet<>();
  private int left = MOST_PODS;

  private Expansion(Cluster cluster, List<Workload> workloads) {
    podOwners = new PodOwners(workloads, cluster.pods());
    nodes = cluster.nodes().isEmpty() ? named(cluster) : cluster.nodes();
    cluster.pods().forEach(pod -> taken.add(name(pod.metadata())));
  }

  /** Returns the pods that each of these workloads lacks in a cluster. */
  public static List<Made> of(Cluster cluster, List<Workload> workloads) {
    var expansion = new Expansion(cluster, workloads);
    // Workloads that cannot choose their pods' names come first.
    return workloads.stream()
        .sorted(Comparator.comparingInt(Expansion::choice))
        .map(expansion::made)
        .toList();
  }

  /**
   * Returns the cluster without pending pods of these workloads: when a workload is replaced, so
   * are they.
   */
  public static Cluster withoutWaiting(Cluster cluster, List<Workload> workloads) {
    var podOwners = new PodOwners(workloads, cluster.pods());
    var gone = new HashSet<PodName>();
    workloads.forEach(
        workload -> podOwners.all(workload).forEach(pod -> gone.add(name(pod.metadata()))));
    return gone.isEmpty()
        ? cluster
        : cluster.withPods(
            cluster.pods().stream()
                .filter(
                    pod -> !pod.spec().nodeName().isEmpty() || !gone.contains(name(pod.metadata())))
                .toList());
  }

  private static int choice(Workload workload) {
    return switch (workload.kind()) {
      case STATEFUL_SET -> 0;
      case DAEMON_SET -> 1;
      case DEPLOYMENT, REPLICA_SET, JOB, CRON_JOB, REPLICATION_CONTROLLER -> 2;
    };
  }

  private static List<Node> named(Cluster cluster) {
    return cluster.engineNodes().stream()
        .map(
            node ->
                new Node(
                    ObjectMeta.named(node.name()),
                    false,
                    List.of(),
                    Map.of(),
                    List.of(),
                    RawJson.ABSENT))
        .toList();
  }

  private static PodName name(ObjectMeta metadata) {
    return new PodName(metadata.namespace(), metadata.name());
  }

  private Made made(Workload workload) {
    if (podOwners.isMadeThroughAnother(workload)) {
      return new Made(workload, 0, List.of());
    }
    return switch (workload.kind()) {
      case STATEFUL_SET -> ordinals(workload);
      case DAEMON_SET -> daemons(workload);
      case DEPLOYMENT, REPLICA_SET, JOB, CRON_JOB, REPLICATION_CONTROLLER -> replicas(workload);
    };
  }

  private Made replicas(Workload workload) {
    long missing = Math.max(0, workload.replicas() - podOwners.active(workload).size());
    if (missing > left) {
      return new Made(workload, missing, List.of());
    }
    var pods = new ArrayList<Pod>();
    for (int number = 1; pods.size() < missing; number++) {
      add(PodMaker.pod(workload, Integer.toString(number)), pods);
    }
    return finished(workload, pods);
  }

  private Made ordinals(Workload workload) {
    if (workload.replicas() > (long) left + taken.size()) {
      return new Made(workload, workload.replicas(), List.of());
    }
    var pods = new ArrayList<Pod>();
    for (long i = 0; i < workload.replicas(); i++) {
      add(PodMaker.pod(workload, Long.toString(workload.firstOrdinal() + i)), pods);
    }
    return finished(workload, pods);
  }

  private Made daemons(Workload workload) {
    var daemon = new Daemon(workload);
    var covered = new HashSet<String>();
    podOwners.active(workload).forEach(pod -> Daemon.nodeOf(pod).ifPresent(covered::add));
    var pods = new ArrayList<Pod>();
    for (var node : nodes) {
      if (!covered.contains(node.metadata().name()) && daemon.runsOn(node)) {
        add(daemon.podOn(node), pods);
      }
    }
    return finished(workload, pods);
  }

  /** Adds the pod if its name is free. */
  private void add(Pod pod, List<Pod> pods) {
    if (taken.add(name(pod.metadata()))) {
      pods.add(pod);
    }
  }

  private Made finished(Workload workload, List<Pod> pods) {
    if (pods.size() > left) {
      return new Made(workload, pods.size(), List.of());
    }
    left -= pods.size();
    return new Made(workload, pods.size(), pods);
  }
}
