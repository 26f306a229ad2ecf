package dev.dray.api.codec.shape;

import static dev.dray.api.codec.shape.CoreShapes.POD_SPEC;
import static dev.dray.api.codec.shape.MetaShapes.OBJECT_META;
import static dev.dray.api.codec.shape.ScalarShape.BOOL;
import static dev.dray.api.codec.shape.ScalarShape.INT;
import static dev.dray.api.codec.shape.ScalarShape.STRING;

import dev.dray.api.core.PodTemplate;
import dev.dray.api.core.Workload;
import dev.dray.api.meta.RawJson;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The shapes of workloads, as far as the number and the template of their pods go. */
public final class WorkloadShapes {
  private WorkloadShapes() {}

  private record Ordinals(int start) {}

  /** The spec of a workload that keeps a number of pods running. */
  private record Kept(Optional<Integer> replicas, Ordinals ordinals, PodTemplate template) {}

  /** The spec of a workload that runs to completion. */
  private record Run(
      Optional<Integer> parallelism,
      Optional<Integer> completions,
      boolean suspended,
      PodTemplate template) {}

  private record JobCondition(String type, String status) {}

  private record JobStatus(int succeeded, List<JobCondition> conditions) {
    boolean ended() {
      return conditions.stream()
          .filter(it -> it.type().equals("Complete") || it.type().equals("Failed"))
          .anyMatch(it -> it.status().equals("True"));
    }
  }

  private record JobTemplate(Run run) {}

  private record Schedule(boolean suspended, JobTemplate template) {}

  private static final ObjectShape<PodTemplate> POD_TEMPLATE =
      ObjectShape.of(
          fields ->
              new PodTemplate(
                  fields.add("metadata", OBJECT_META, PodTemplate::metadata),
                  fields.add("spec", POD_SPEC, PodTemplate::spec),
                  RawJson.ABSENT));

  private static final ObjectShape<Ordinals> ORDINALS =
      ObjectShape.of(fields -> new Ordinals(fields.add("start", INT, Ordinals::start)));

  private static final ObjectShape<Kept> KEPT =
      ObjectShape.of(
          fields ->
              new Kept(
                  fields.maybe("replicas", INT, Kept::replicas),
                  fields.add("ordinals", ORDINALS, Kept::ordinals),
                  fields.add("template", POD_TEMPLATE, Kept::template)));

  private static final ObjectShape<Run> RUN =
      ObjectShape.of(
          fields ->
              new Run(
                  fields.maybe("parallelism", INT, Run::parallelism),
                  fields.maybe("completions", INT, Run::completions),
                  fields.add("suspend", BOOL, Run::suspended),
                  fields.add("template", POD_TEMPLATE, Run::template)));

  private static final ObjectShape<JobCondition> JOB_CONDITION =
      ObjectShape.of(
          fields ->
              new JobCondition(
                  fields.always("type", STRING, JobCondition::type),
                  fields.always("status", STRING, JobCondition::status)));

  private static final ObjectShape<JobStatus> JOB_STATUS =
      ObjectShape.of(
          fields ->
              new JobStatus(
                  fields.add("succeeded", INT, JobStatus::succeeded),
                  fields.list("conditions", JOB_CONDITION, JobStatus::conditions)));

  private static final ObjectShape<JobTemplate> JOB_TEMPLATE =
      ObjectShape.of(fields -> new JobTemplate(fields.add("spec", RUN, JobTemplate::run)));

  private static final ObjectShape<Schedule> SCHEDULE =
      ObjectShape.of(
          fields ->
              new Schedule(
                  fields.add("suspend", BOOL, Schedule::suspended),
                  fields.add("jobTemplate", JOB_TEMPLATE, Schedule::template)));

  private static final Map<Workload.Kind, ObjectShape<Workload>> SHAPES = shapes();

  public static ObjectShape<Workload> of(Workload.Kind kind) {
    return Optional.ofNullable(SHAPES.get(kind)).orElseThrow();
  }

  private static Map<Workload.Kind, ObjectShape<Workload>> shapes() {
    var shapes = new EnumMap<Workload.Kind, ObjectShape<Workload>>(Workload.Kind.class);
    for (var kind : Workload.Kind.values()) {
      shapes.put(
          kind,
          switch (kind) {
            case DEPLOYMENT, REPLICA_SET, STATEFUL_SET, DAEMON_SET, REPLICATION_CONTROLLER ->
                kept(kind);
            case JOB -> job();
            case CRON_JOB -> cronJob();
          });
    }
    return shapes;
  }

  private static ObjectShape<Workload> kept(Workload.Kind kind) {
    int unsaid = kind == Workload.Kind.DAEMON_SET ? 0 : 1;
    return ObjectShape.of(
        fields -> {
          var metadata = fields.add("metadata", OBJECT_META, Workload::metadata);
          var spec = fields.add("spec", KEPT, WorkloadShapes::kept);
          return new Workload(
              kind,
              metadata,
              Math.max(0, spec.replicas().orElse(unsaid)),
              Math.max(0, spec.ordinals().start()),
              spec.template(),
              RawJson.ABSENT);
        });
  }

  private static Kept kept(Workload it) {
    var replicas =
        it.kind() == Workload.Kind.DAEMON_SET
            ? Optional.<Integer>empty()
            : Optional.of(it.replicas());
    return new Kept(replicas, new Ordinals(it.firstOrdinal()), it.template());
  }

  private static ObjectShape<Workload> job() {
    return ObjectShape.of(
        fields -> {
          var metadata = fields.add("metadata", OBJECT_META, Workload::metadata);
          var spec = fields.add("spec", RUN, WorkloadShapes::run);
          var status = fields.add("status", JOB_STATUS, _ -> JOB_STATUS.absent());
          return new Workload(
              Workload.Kind.JOB,
              metadata,
              atOnce(spec, status),
              0,
              spec.template(),
              RawJson.ABSENT);
        });
  }

  private static ObjectShape<Workload> cronJob() {
    return ObjectShape.of(
        fields -> {
          var metadata = fields.add("metadata", OBJECT_META, Workload::metadata);
          var spec =
              fields.add(
                  "spec", SCHEDULE, (Workload it) -> new Schedule(false, new JobTemplate(run(it))));
          var run = spec.template().run();
          return new Workload(
              Workload.Kind.CRON_JOB,
              metadata,
              spec.suspended() ? 0 : atOnce(run, JOB_STATUS.absent()),
              0,
              run.template(),
              RawJson.ABSENT);
        });
  }

  private static Run run(Workload it) {
    return new Run(Optional.of(it.replicas()), Optional.empty(), false, it.template());
  }

  /**
   * Returns the number of a job's pods that run at once; without a number of completions any pod
   * may be the last.
   */
  private static int atOnce(Run run, JobStatus status) {
    if (run.suspended() || status.ended()) {
      return 0;
    }
    int parallelism = run.parallelism().orElse(1);
    long left =
        run.completions().map(all -> (long) all - status.succeeded()).orElse((long) parallelism);
    return (int) Math.max(0, Math.min(parallelism, left));
  }
}
