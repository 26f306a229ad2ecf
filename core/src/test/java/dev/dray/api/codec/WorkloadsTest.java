package dev.dray.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.core.PodResourceClaim;
import dev.dray.api.core.Workload;
import dev.dray.api.meta.RawJson;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadsTest {
  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: shop}
      spec:
        replicas: 3
        strategy: {type: Recreate}
        template:
          metadata: {labels: {app: web}}
          spec:
            priority: 7
            containers: [{name: main, image: example.com/web}]
            resourceClaims: [{name: gpu, resourceClaimTemplateName: one-gpu}]
      """;

  private static Document.Core read(String yaml) {
    var documents =
        new Manifests(FieldValidation.STRICT).read(yaml.getBytes(StandardCharsets.UTF_8));
    assertThat(documents).hasSize(1);
    return (Document.Core) documents.getFirst();
  }

  private static Workload workload(String yaml) {
    return (Workload) read(yaml).object();
  }

  @Test
  void a_deployment_says_how_many_pods_it_wants_and_of_what() {
    var web = workload(DEPLOYMENT);

    assertThat(web.kind()).isEqualTo(Workload.Kind.DEPLOYMENT);
    assertThat(web.replicas()).isEqualTo(3);
    assertThat(web.template().metadata().labels()).containsEntry("app", "web");
    assertThat(web.template().spec().resourceClaims())
        .containsExactly(new PodResourceClaim("gpu", "", "one-gpu"));
    assertThat(web.template().json().text())
        .startsWith("{\"metadata\":{\"labels\"")
        .contains("\"image\":\"example.com/web\"");
  }

  @Test
  void a_workload_is_written_whole_in_its_own_version() {
    assertThat(new ManifestWriter(ApiVersion.V1BETA1).json(workload(DEPLOYMENT)))
        .startsWith("{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\"")
        .contains("\"strategy\":{\"type\":\"Recreate\"}")
        .contains("\"image\":\"example.com/web\"");
  }

  @Test
  void a_mistyped_field_is_told_with_its_place() {
    var error = read(DEPLOYMENT.replace("priority: 7", "priority: high")).problems().getFirst();

    assertThat(error.path()).hasToString("spec.template.spec.priority");
    assertThat(error.at().line()).isEqualTo(10);
  }

  @Test
  void a_number_of_pods_that_is_none_is_told_with_its_place() {
    var error = read(DEPLOYMENT.replace("replicas: 3", "replicas: many")).problems().getFirst();

    assertThat(error.path()).hasToString("spec.replicas");
    assertThat(error.at().line()).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(Workload.Kind.class)
  void what_was_made_without_a_manifest_reads_the_same_again(Workload.Kind kind) {
    var template = workload(DEPLOYMENT).template();
    int replicas = kind == Workload.Kind.DAEMON_SET ? 0 : 4;
    var made =
        new Workload(kind, workload(DEPLOYMENT).metadata(), replicas, 0, template, RawJson.ABSENT);
    var again = workload(new ManifestWriter(ApiVersion.V1).yaml(made));

    assertThat(again.kind()).isEqualTo(kind);
    assertThat(again.replicas()).isEqualTo(replicas);
    assertThat(again.template().spec()).isEqualTo(template.spec());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apps/v1 | Deployment  | {}                                            | 1",
        "apps/v1 | Deployment  | {replicas: 0}                                 | 0",
        "apps/v1 | Deployment  | {replicas: -2}                                | 0",
        "apps/v1 | ReplicaSet  | {replicas: 2}                                 | 2",
        "v1      | ReplicationController | {replicas: 2}                       | 2",
        "batch/v1 | Job        | {}                                            | 1",
        "batch/v1 | Job        | {parallelism: 4}                              | 4",
        "batch/v1 | Job        | {parallelism: 4, completions: 3}              | 3",
        "batch/v1 | Job        | {completions: 3}                              | 1",
        "batch/v1 | Job        | {parallelism: 4, suspend: true}               | 0",
        "batch/v1 | CronJob    | {jobTemplate: {spec: {parallelism: 2}}}       | 2",
        "batch/v1 | CronJob    | {suspend: true, jobTemplate: {spec: {}}}      | 0",
      })
  void each_kind_counts_its_pods_in_its_way(String version, String kind, String spec, int pods) {
    var yaml =
        "{apiVersion: %s, kind: %s, metadata: {name: x}, spec: %s}".formatted(version, kind, spec);

    assertThat(workload(yaml).replicas()).isEqualTo(pods);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{succeeded: 4}                                     | 1",
        "{succeeded: 1}                                     | 2",
        "{conditions: [{type: Complete, status: \"True\"}]} | 0",
        "{conditions: [{type: Failed, status: \"True\"}]}   | 0",
        "{conditions: [{type: Suspended, status: \"True\"}]} | 2",
      })
  void a_job_wants_no_more_pods_than_are_left_to_complete(String status, int pods) {
    var yaml =
        "{apiVersion: batch/v1, kind: Job, spec: {parallelism: 2, completions: 5}, status: %s}"
            .formatted(status);

    assertThat(workload(yaml).replicas()).isEqualTo(pods);
  }

  @Test
  void a_kind_of_another_version_is_foreign() {
    var yaml = "{apiVersion: extensions/v1beta1, kind: Deployment}";

    assertThat(new Manifests(FieldValidation.STRICT).read(yaml.getBytes(StandardCharsets.UTF_8)))
        .first()
        .isInstanceOf(Document.Foreign.class);
  }
}
