package dev.dray.controller;

import static dev.dray.client.FakeApi.is;
import static dev.dray.controller.Bench.NS;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.json.Json;
import dev.dray.api.meta.OwnerReference;
import dev.dray.client.Call;
import dev.dray.client.Call.Verb;
import dev.dray.client.Fault;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.framework.claim.GeneratedClaims;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims are made of templates, once each, whatever happens on the way. */
class ClaimsForPodsTest {
  private static final Predicate<Call> CREATE = is(Verb.CREATE, Resources.CLAIMS);
  private static final Predicate<Call> APPLY = is(Verb.APPLY, Resources.PODS, "status");

  private final Bench bench = new Bench();

  private long creates() {
    return bench.api.calls().stream().filter(CREATE).count();
  }

  private static Json.Obj owner(String pod, String uid) {
    return Json.obj("apiVersion", "v1", "kind", "Pod", "name", pod, "uid", uid, "controller", true);
  }

  private String failure() {
    var events = bench.api.events("FailedResourceClaimCreation");
    assertThat(events).isNotEmpty();
    return events.getFirst().text("message");
  }

  @Test
  void a_claim_is_made_of_the_template_and_recorded_with_two_writes() {
    bench.start();
    bench.putTemplate("one-gpu");
    bench.putPod("p", "gpu=one-gpu");
    bench.loop.run();

    var claim = bench.claim();
    assertThat(claim.metadata().name()).matches("p-gpu-[a-z0-9]{5}");
    assertThat(claim.metadata().generateName()).isEqualTo("p-gpu-");
    assertThat(claim.metadata().annotations()).containsExactly(entry(GeneratedClaims.ENTRY, "gpu"));
    assertThat(claim.metadata().ownerReferences())
        .containsExactly(
            new OwnerReference(
                "v1", "Pod", "p", bench.uid("p"), Optional.of(true), Optional.empty()));
    assertThat(claim.tree().object("spec"))
        .isEqualTo(Bench.template("one-gpu").object("spec", "spec"));
    assertThat(bench.recorded("p")).containsExactly("gpu=" + claim.metadata().name());
    assertThat(bench.writes()).containsExactly(Verb.CREATE, Verb.APPLY);
  }

  @Test
  void labels_annotations_and_unknown_fields_of_the_template_come_along() {
    var metadata =
        Json.obj(
            "labels", Json.obj("team", "a"), "annotations", Json.obj("note", "b", "other", "c"));
    var template =
        Bench.template("one-gpu")
            .with(List.of("spec", "metadata"), metadata)
            .with(List.of("spec", "spec", "ofTomorrow"), Json.of(1));
    bench.api.put(Resources.TEMPLATES, template);
    bench.putPod("p", "gpu=one-gpu");

    bench.start();

    var claim = bench.claim();
    assertThat(claim.metadata().labels()).containsExactly(entry("team", "a"));
    assertThat(claim.metadata().annotations())
        .containsOnly(entry("note", "b"), entry("other", "c"), entry(GeneratedClaims.ENTRY, "gpu"));
    assertThat(claim.tree().number("spec", "ofTomorrow")).contains(1L);
  }

  @Test
  void a_long_name_is_cut_to_57_letters_in_proportion() {
    bench.putTemplate("one-gpu");
    var pod = "p".repeat(80);
    var entry = "e".repeat(38);
    bench.putPod(pod, entry + "=one-gpu");

    bench.start();

    assertThat(bench.claim().metadata().name())
        .matches("p{38}-e{18}[a-z0-9]{5}")
        .hasSizeLessThanOrEqualTo(63);
    assertThat(bench.recorded(pod)).hasSize(1);
  }

  @Test
  void several_claims_of_a_pod_are_recorded_at_once_and_by_name() {
    bench.putTemplate("one-gpu");
    bench.putPod("p", "b=one-gpu", "shared:mine", "a=one-gpu");

    bench.start();

    assertThat(bench.recorded("p")).hasSize(2);
    assertThat(bench.recorded("p").get(0)).startsWith("a=p-a-");
    assertThat(bench.recorded("p").get(1)).startsWith("b=p-b-");
    assertThat(bench.writes()).containsExactly(Verb.CREATE, Verb.CREATE, Verb.APPLY);
  }

  @Test
  void entries_whose_names_are_cut_alike_get_claims_of_their_own() {
    bench.putTemplate("one-gpu");
    var pod = "p".repeat(100);
    bench.putPod(pod, "entry-with-a-long-name-1=one-gpu", "entry-with-a-long-name-2=one-gpu");

    bench.start();

    assertThat(bench.claims()).hasSize(2);
    assertThat(bench.recorded(pod)).doesNotHaveDuplicates().hasSize(2);
  }

  @Test
  void a_recorded_entry_without_claim_needs_none() {
    bench.putTemplate("one-gpu");
    var status = Json.obj("resourceClaimStatuses", Json.Arr.of(Json.obj("name", "gpu")));
    bench.api.put(Resources.PODS, Bench.pod("p", "gpu=one-gpu").with("status", status));

    bench.start();

    assertThat(bench.claims()).isEmpty();
    assertThat(bench.writes()).isEmpty();
  }

  @Test
  void pods_that_end_or_are_deleted_get_no_claims() {
    bench.putTemplate("one-gpu");
    bench.putPod("ended", "gpu=one-gpu");
    bench.phase("ended", "Succeeded");
    bench.api.put(
        Resources.PODS,
        Bench.pod("deleted", "gpu=one-gpu")
            .with(List.of("metadata", "deletionTimestamp"), Json.of("2026-11-15T12:00:00Z")));

    bench.start();

    assertThat(bench.writes()).isEmpty();
  }

  @Test
  void a_slow_watch_of_claims_makes_no_second_claim() {
    bench.putTemplate("one-gpu");
    bench.start();
    bench.api.hold(Resources.CLAIMS);
    bench.api.next(APPLY, 3, Fault.conflict());

    bench.putPod("p", "gpu=one-gpu");
    bench.pass(Duration.ofSeconds(1));

    assertThat(creates()).isEqualTo(1);
    assertThat(bench.claims()).hasSize(1);
    assertThat(bench.recorded("p")).hasSize(1);
  }

  @Test
  void a_slow_watch_of_pods_writes_the_status_once() {
    bench.putTemplate("one-gpu");
    bench.start();
    bench.api.delayWatch(Resources.PODS, Duration.ofSeconds(1));
    bench.putPod("p", "gpu=one-gpu");
    bench.pass(Duration.ofSeconds(1));
    // The pod changes before its recorded claim is known here.
    bench.api.edit(
        Resources.TEMPLATES, NS, "one-gpu", it -> it.with(List.of("metadata", "x"), Json.of(1)));
    bench.pass(Duration.ofSeconds(5));

    assertThat(bench.writes()).containsExactly(Verb.CREATE, Verb.APPLY);
  }

  @Test
  void a_create_without_answer_makes_one_claim() {
    bench.putTemplate("one-gpu");
    bench.start();
    bench.api.hold(Resources.CLAIMS);
    bench.api.next(CREATE, new Fault.LoseAnswer());

    bench.putPod("p", "gpu=one-gpu");
    bench.pass(Duration.ofSeconds(1));

    assertThat(creates()).isEqualTo(2);
    assertThat(bench.recorded("p")).containsExactly("gpu=" + bench.claim().metadata().name());
  }

  @Test
  void a_create_that_never_arrived_is_tried_again() {
    bench.putTemplate("one-gpu");
    bench.start();
    bench.api.next(CREATE, 5, new Fault.Lose());

    bench.putPod("p", "gpu=one-gpu");
    bench.pass(Duration.ofSeconds(1));

    assertThat(bench.claims()).hasSize(1);
    assertThat(bench.recorded("p")).hasSize(1);
    assertThat(failure()).startsWith("PodResourceClaim gpu: create ResourceClaim p-gpu-");
  }

  @Test
  void a_restart_between_claim_and_status_goes_on_where_it_was() {
    bench.putTemplate("one-gpu");
    bench.api.always(APPLY, new Fault.Lose());
    var first = bench.start();
    bench.putPod("p", "gpu=one-gpu");
    bench.loop.run();
    first.stop();
    bench.api.mend();
    bench.api.forgetCalls();

    bench.start();

    assertThat(bench.claims()).hasSize(1);
    assertThat(bench.writes()).containsExactly(Verb.APPLY);
    assertThat(bench.recorded("p")).containsExactly("gpu=" + bench.claim().metadata().name());
  }

  @Test
  void a_claim_that_another_controller_made_under_another_name_is_taken() {
    bench.putTemplate("one-gpu");
    bench.putPod("p", "gpu=one-gpu");
    var owner = owner("p", bench.uid("p"));
    bench.api.put(
        Resources.CLAIMS,
        Bench.claim("p-gpu-zzzzz")
            .with(List.of("metadata", "ownerReferences"), Json.Arr.of(owner))
            .with(List.of("metadata", "annotations"), Json.obj(GeneratedClaims.ENTRY, "gpu")));

    bench.start();

    assertThat(bench.recorded("p")).containsExactly("gpu=p-gpu-zzzzz");
    assertThat(creates()).isZero();
  }

  @Test
  void a_stranger_with_the_name_of_the_claim_is_left_alone() {
    bench.putTemplate("one-gpu");
    bench.putPod("p", "gpu=one-gpu");
    var pod = bench.api.find(Resources.PODS, NS, "p").orElseThrow().metadata();
    var taken = GeneratedClaims.name("p-gpu-", pod, 0);
    var stranger = bench.api.put(Resources.CLAIMS, Bench.claim(taken));

    bench.start();

    assertThat(bench.claims()).hasSize(2);
    assertThat(bench.recorded("p"))
        .containsExactly("gpu=" + GeneratedClaims.name("p-gpu-", pod, 1));
    assertThat(bench.api.find(Resources.CLAIMS, NS, taken)).contains(stranger);
  }

  @Test
  void two_replicas_make_one_claim() {
    bench.putTemplate("one-gpu");
    bench.start();
    bench.start();

    bench.putPod("p", "gpu=one-gpu");
    bench.pass(Duration.ofSeconds(1));

    assertThat(bench.claims()).hasSize(1);
    assertThat(bench.recorded("p")).containsExactly("gpu=" + bench.claim().metadata().name());
  }

  @Test
  void a_stopped_replica_writes_nothing_more() {
    bench.putTemplate("one-gpu");
    var replica = bench.start();
    bench.api.next(CREATE, new Fault.SlowAnswer(Duration.ofSeconds(1)));
    bench.putPod("p", "gpu=one-gpu");
    bench.loop.run();

    replica.stop();
    bench.putPod("q", "gpu=one-gpu");
    bench.pass(Duration.ofHours(1));

    assertThat(bench.writes()).containsExactly(Verb.CREATE);
    assertThat(replica.metrics.scrape().size()).isZero();
    assertThat(bench.loop.timers()).isZero();
  }

  @Test
  void a_claim_that_was_deleted_by_accident_is_made_again() {
    bench.putTemplate("one-gpu");
    bench.start();
    bench.putPod("p", "gpu=one-gpu");
    bench.loop.run();
    var first = bench.claim();

    bench.api.remove(Resources.CLAIMS, NS, first.metadata().name());
    bench.loop.run();

    assertThat(bench.claim().metadata().uid()).isNotEqualTo(first.metadata().uid());
    assertThat(bench.recorded("p")).containsExactly("gpu=" + bench.claim().metadata().name());
  }

  @Test
  void a_claim_is_not_made_again_for_a_pod_that_has_ended_unseen() {
    bench.putTemplate("one-gpu");
    bench.start();
    bench.putPod("p", "gpu=one-gpu");
    bench.loop.run();
    bench.api.hold(Resources.PODS);
    bench.phase("p", "Succeeded");
    bench.api.remove(Resources.CLAIMS, NS, bench.claim().metadata().name());
    bench.pass(Duration.ofMinutes(1));

    assertThat(bench.claims()).isEmpty();
    assertThat(creates()).isEqualTo(1);
  }

  @Test
  void a_claim_that_went_unseen_while_the_watch_was_away_is_made_again() {
    bench.putTemplate("one-gpu");
    bench.start();
    bench.api.hold(Resources.CLAIMS);
    bench.putPod("p", "gpu=one-gpu");
    bench.loop.run();
    bench.api.remove(Resources.CLAIMS, NS, bench.claim().metadata().name());
    bench.api.forget(Resources.CLAIMS);
    bench.api.letGo(Resources.CLAIMS);
    bench.loop.run();
    assertThat(bench.claims()).isEmpty();

    bench.pass(Duration.ofMinutes(2));

    assertThat(bench.recorded("p")).containsExactly("gpu=" + bench.claim().metadata().name());
    assertThat(bench.loop.timers()).isZero();
  }

  @Test
  void a_recorded_claim_that_is_not_known_yet_is_looked_for_before_it_is_made_again() {
    bench.putTemplate("one-gpu");
    bench.start();
    bench.api.hold(Resources.CLAIMS);
    // Someone else makes and records the claim, and of pods is told sooner than of claims.
    bench.api.put(
        Resources.CLAIMS,
        Bench.claim("p-gpu-zzzzz")
            .with(List.of("metadata", "ownerReferences"), Json.Arr.of(owner("p", "uid-of-p"))));
    var status = Json.obj("name", "gpu", "resourceClaimName", "p-gpu-zzzzz");
    bench.api.put(
        Resources.PODS,
        Bench.pod("p", "gpu=one-gpu")
            .with(List.of("metadata", "uid"), Json.of("uid-of-p"))
            .with(List.of("status", "resourceClaimStatuses"), Json.Arr.of(status)));
    bench.pass(Duration.ofSeconds(1));

    assertThat(bench.api.calls()).containsExactly(Call.get(Resources.CLAIMS, NS, "p-gpu-zzzzz"));
  }

  @Test
  void a_missing_template_is_told_and_the_claim_made_when_it_comes() {
    bench.start();
    bench.putPod("p", "gpu=one-gpu");
    bench.pass(Duration.ofMinutes(10));

    assertThat(bench.claims()).isEmpty();
    assertThat(failure())
        .isEqualTo(
            "PodResourceClaim gpu: resource claim template \"one-gpu\":"
                + " resourceclaimtemplate.resource.k8s.io \"one-gpu\" not found");

    bench.putTemplate("one-gpu");
    bench.loop.run();

    assertThat(bench.recorded("p")).hasSize(1);
  }

  @Test
  void what_the_api_refuses_is_told_and_tried_again_less_and_less_often() {
    bench.putTemplate("one-gpu");
    bench.start();
    bench.api.always(CREATE, new Fault.Refuse(403, "Forbidden", "exceeded quota: gpus"));
    bench.putPod("p", "gpu=one-gpu");
    bench.pass(Duration.ofSeconds(1));

    assertThat(failure()).endsWith(": exceeded quota: gpus");
    // 0, 5, 15, 35, 75, 155, 315 and 635 ms.
    assertThat(creates()).isEqualTo(8);

    bench.api.mend();
    bench.pass(Duration.ofSeconds(1));

    assertThat(bench.recorded("p")).hasSize(1);
  }

  @Test
  void a_pod_that_goes_while_its_claim_is_recorded_is_let_go() {
    bench.putTemplate("one-gpu");
    bench.start();
    bench.api.before(APPLY, () -> bench.api.remove(Resources.PODS, NS, "p"));
    bench.putPod("p", "gpu=one-gpu");
    bench.pass(Duration.ofMinutes(1));

    assertThat(bench.api.find(Resources.PODS, NS, "p").map(KnownObject::key)).isEmpty();
  }

  @Test
  void the_status_of_a_pod_that_took_the_place_of_another_is_its_own() {
    bench.putTemplate("one-gpu");
    bench.start();
    bench.api.before(
        APPLY,
        () -> {
          bench.api.remove(Resources.PODS, NS, "p");
          bench.putPod("p", "gpu=one-gpu");
        });
    bench.putPod("p", "gpu=one-gpu");
    var before = bench.uid("p");
    bench.pass(Duration.ofSeconds(1));

    assertThat(bench.uid("p")).isNotEqualTo(before);
    assertThat(PodEntries.owner(bench.claimOf("p").metadata()).orElseThrow().uid())
        .isEqualTo(bench.uid("p"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void admin_access_needs_its_gate(boolean on) {
    bench.gates = on ? bench.gates : bench.gates.without(Gate.DRA_ADMIN_ACCESS);
    var request = Bench.exactly().with(List.of("exactly", "adminAccess"), Json.of(true));
    bench.api.put(Resources.TEMPLATES, Bench.template("one-gpu", request));
    bench.putPod("p", "gpu=one-gpu");

    bench.start();

    assertThat(bench.claims()).hasSize(on ? 1 : 0);
    if (!on) {
      assertThat(failure())
          .isEqualTo(
              "PodResourceClaim gpu: admin access is requested, but the feature is disabled");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void alternatives_need_their_gate(boolean on) {
    bench.gates = on ? bench.gates : bench.gates.without(Gate.DRA_PRIORITIZED_LIST);
    var alternative = Json.obj("name", "a", "deviceClassName", "gpu");
    var request = Json.obj("name", "gpu", "firstAvailable", Json.Arr.of(alternative));
    bench.api.put(Resources.TEMPLATES, Bench.template("one-gpu", request));
    bench.putPod("p", "gpu=one-gpu");

    bench.start();

    assertThat(bench.claims()).hasSize(on ? 1 : 0);
    if (!on) {
      assertThat(failure())
          .isEqualTo(
              "PodResourceClaim gpu: template includes a prioritized list of subrequests, but the"
                  + " feature is disabled");
    }
  }

  @Test
  void a_thousand_pods_cost_two_thousand_writes() {
    bench.putTemplate("one-gpu");
    bench.start();
    for (int i = 0; i < 1000; i++) {
      bench.putPod("p" + i, "gpu=one-gpu");
    }
    bench.pass(Duration.ofSeconds(5));

    assertThat(bench.claims()).hasSize(1000);
    assertThat(bench.writes()).hasSize(2000);
    assertThat(bench.api.calls()).hasSize(2000);
  }
}
