package dev.dray.workload;

import dev.dray.api.core.Pod;
import dev.dray.api.core.Workload;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.OwnerReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The pods of each workload, directly or through another one. */
final class PodOwners {
  private static final String TEMPLATE_HASH = "pod-template-hash";

  /** The names of the jobs of a cron job: its name and the time at which the job was due. */
  private static final Pattern RUN = Pattern.compile("(.+)-[0-9]+");

  /** The identity of a workload; kinds of other groups are told apart by their name alone. */
  private record Key(String kind, String namespace, String name) {
    static Key of(Workload workload) {
      return new Key(
          workload.kindName(), workload.metadata().namespace(), workload.metadata().name());
    }
  }

  private final Map<Key, Workload> given = new HashMap<>();
  private final Set<Key> running = new HashSet<>();
  private final Map<Key, List<Pod>> pods = new HashMap<>();

  PodOwners(List<Workload> workloads, List<Pod> pods) {
    workloads.forEach(workload -> given.put(Key.of(workload), workload));
    workloads.stream()
        .filter(it -> it.replicas() > 0)
        .forEach(it -> owner(it).ifPresent(running::add));
    pods.forEach(this::add);
  }

  private void add(Pod pod) {
    var direct = owner(pod.metadata());
    if (direct.isPresent()) {
      put(direct.get(), pod);
      Optional.ofNullable(given.get(direct.get()))
          .map(PodOwners::owner)
          .orElseGet(() -> likelyOwner(direct.get(), pod))
          .ifPresent(above -> put(above, pod));
    }
  }

  private void put(Key key, Pod pod) {
    pods.computeIfAbsent(key, _ -> new ArrayList<>()).add(pod);
  }

  private static Optional<Key> owner(Workload workload) {
    return owner(workload.metadata());
  }

  private static Optional<Key> owner(ObjectMeta metadata) {
    return metadata.ownerReferences().stream()
        .filter(owner -> owner.controller().orElse(false))
        .findFirst()
        .map((OwnerReference it) -> new Key(it.kind(), metadata.namespace(), it.name()));
  }

  /**
   * Returns the likely owner of a replica set or job that was not given, by the names that
   * controllers form.
   */
  private static Optional<Key> likelyOwner(Key owner, Pod pod) {
    if (owner.kind().equals("ReplicaSet")) {
      var suffix = "-" + pod.metadata().labels().getOrDefault(TEMPLATE_HASH, "");
      int length = owner.name().length() - suffix.length();
      return suffix.length() > 1 && length > 0 && owner.name().endsWith(suffix)
          ? Optional.of(new Key("Deployment", owner.namespace(), owner.name().substring(0, length)))
          : Optional.empty();
    }
    var run = RUN.matcher(owner.name());
    return owner.kind().equals("Job") && run.matches()
        ? Optional.of(new Key("CronJob", owner.namespace(), run.group(1)))
        : Optional.empty();
  }

  /** Returns the pods that count toward the workload's replicas: they run or will. */
  List<Pod> active(Workload workload) {
    return pods.getOrDefault(Key.of(workload), List.of()).stream()
        .filter(pod -> !pod.status().finished())
        .filter(pod -> pod.metadata().deletionTimestamp().isEmpty())
        .toList();
  }

  /** Returns all pods that the workload made. */
  List<Pod> all(Workload workload) {
    return pods.getOrDefault(Key.of(workload), List.of());
  }

  /**
   * Returns whether the workload's pods come from another given workload: a replica set from its
   * deployment, a cron job from one of its jobs.
   */
  boolean isMadeThroughAnother(Workload workload) {
    return switch (workload.kind()) {
      case REPLICA_SET ->
          owner(workload)
              .filter(above -> above.kind().equals("Deployment") && given.containsKey(above))
              .isPresent();
      case CRON_JOB -> running.contains(Key.of(workload));
      case DEPLOYMENT, STATEFUL_SET, DAEMON_SET, JOB, REPLICATION_CONTROLLER -> false;
    };
  }
}
