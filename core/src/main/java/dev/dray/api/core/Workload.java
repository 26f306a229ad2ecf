package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;
import java.util.Arrays;
import java.util.Optional;

/**
 * An object from which a controller creates pods that are all alike.
 *
 * @param replicas the number of pods it wants now; 0 for a daemon set, which wants one on each node
 * @param firstOrdinal the number of the first pod of a stateful set
 */
public record Workload(
    Kind kind,
    ObjectMeta metadata,
    int replicas,
    int firstOrdinal,
    PodTemplate template,
    RawJson json)
    implements CoreObject {

  /** The kinds of workloads that Kubernetes itself creates pods for. */
  public enum Kind {
    DEPLOYMENT("apps/v1", "Deployment"),
    REPLICA_SET("apps/v1", "ReplicaSet"),
    STATEFUL_SET("apps/v1", "StatefulSet"),
    DAEMON_SET("apps/v1", "DaemonSet"),
    JOB("batch/v1", "Job"),
    CRON_JOB("batch/v1", "CronJob"),
    REPLICATION_CONTROLLER("v1", "ReplicationController");

    private final String apiVersion;
    private final String kindName;

    Kind(String apiVersion, String kindName) {
      this.apiVersion = apiVersion;
      this.kindName = kindName;
    }

    /** Returns the kind of this version and name, if it is a workload. */
    public static Optional<Kind> of(String apiVersion, String kindName) {
      return Arrays.stream(values())
          .filter(kind -> kind.kindName.equals(kindName) && kind.apiVersion.equals(apiVersion))
          .findFirst();
    }

    public String apiVersion() {
      return apiVersion;
    }

    /** Returns the name as in {@code kind:} of a manifest. */
    public String kindName() {
      return kindName;
    }

    /** Returns the path of the pod template. */
    public FieldPath templatePath() {
      return switch (this) {
        case DEPLOYMENT, REPLICA_SET, STATEFUL_SET, DAEMON_SET, JOB, REPLICATION_CONTROLLER ->
            FieldPath.of("spec", "template");
        case CRON_JOB -> FieldPath.of("spec", "jobTemplate", "spec", "template");
      };
    }
  }

  public Workload {
    requireNonNull(kind, "kind");
    requireNonNull(metadata, "metadata");
    requireNonNull(template, "template");
    requireNonNull(json, "json");
  }

  @Override
  public String apiVersion() {
    return kind.apiVersion();
  }

  @Override
  public String kindName() {
    return kind.kindName();
  }

  public Workload withMetadata(ObjectMeta metadata) {
    return new Workload(kind, metadata, replicas, firstOrdinal, template, json);
  }
}
