package dev.dray.controller;

import static dev.dray.client.FakeApi.is;
import static dev.dray.controller.Bench.NS;
import static dev.dray.controller.Bench.held;
import static dev.dray.controller.Bench.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.Call.Verb;
import dev.dray.client.Fault;
import dev.dray.client.Resources;
import dev.dray.framework.claim.Reservations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims are let go of when the pods that used them are gone or done, and no sooner. */
class ReservationsTest {
  private static final Predicate<Call> STATUS = is(Verb.UPDATE, Resources.CLAIMS, "status");
  private static final Predicate<Call> FINALIZERS = is(Verb.UPDATE, Resources.CLAIMS);

  private final Bench bench = new Bench();

  /** A pod on a node that uses a claim made for it. */
  private String running(String pod) {
    bench.putTemplate("one-gpu");
    bench.putPod(pod, "gpu=one-gpu");
    bench.loop.run();
    bench.schedule(pod);
    bench.loop.run();
    bench.api.forgetCalls();
    return bench.claimOf(pod).metadata().name();
  }

  /** Pods on a node that share the claim {@code shared}. */
  private void sharing(String... pods) {
    var users = new ArrayList<Json.Obj>();
    for (var pod : pods) {
      bench.putPod(pod, "gpu:shared");
      bench.bind(pod);
      users.add(user(pod, bench.uid(pod)));
    }
    bench.api.put(Resources.CLAIMS, held(Bench.claim("shared"), users.toArray(Json.Obj[]::new)));
    bench.loop.run();
    bench.api.forgetCalls();
  }

  private void delete(String claim) {
    var it = bench.api.find(Resources.CLAIMS, NS, claim).orElseThrow().metadata();
    bench.api.send(Call.delete(Resources.CLAIMS, NS, claim, it.uid()), _ -> {});
    bench.loop.run();
    bench.api.forgetCalls();
  }

  private List<String> finalizers(String claim) {
    return bench.api.tree(Resources.CLAIMS, NS, claim).texts("metadata", "finalizers");
  }

  @Test
  void nothing_is_written_for_a_pod_that_runs() {
    bench.start();
    running("p");

    bench.phase("p", "Running");
    bench.pass(Duration.ofHours(1));

    assertThat(bench.api.calls()).isEmpty();
  }

  @Test
  void a_claim_made_for_a_pod_goes_though_nobody_told_that_the_pod_had_it_before_it_went() {
    bench.start();
    bench.putTemplate("one-gpu");
    bench.putPod("p", "gpu=one-gpu");
    bench.api.before(
        is(Verb.APPLY, Resources.PODS, "status"), () -> bench.api.hold(Resources.PODS));
    bench.loop.run();
    bench.schedule("p");
    bench.loop.run();
    assertThat(bench.claims()).hasSize(1);

    bench.api.remove(Resources.PODS, NS, "p");
    bench.api.forget(Resources.PODS);
    bench.api.letGo(Resources.PODS);
    bench.pass(Duration.ofMinutes(10));

    assertThat(bench.claims()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Succeeded", "Failed"})
  void a_claim_made_for_a_pod_goes_when_the_pod_has_ended(String phase) {
    bench.start();
    running("p");

    bench.phase("p", phase);
    bench.pass(Duration.ofHours(1));

    assertThat(bench.claims()).isEmpty();
    assertThat(bench.writes()).containsExactly(Verb.UPDATE, Verb.UPDATE, Verb.DELETE);
  }

  @Test
  void a_shared_claim_stays_allocated_while_one_pod_uses_it() {
    bench.start();
    sharing("p", "q");

    bench.phase("p", "Succeeded");
    bench.loop.run();

    assertThat(bench.users("shared")).containsExactly("q");
    assertThat(bench.allocated("shared")).isTrue();
    assertThat(finalizers("shared")).containsExactly(Reservations.FINALIZER);
    assertThat(bench.writes()).containsExactly(Verb.UPDATE);
  }

  @Test
  void a_shared_claim_gives_its_devices_back_with_the_last_pod_and_stays() {
    bench.start();
    sharing("p", "q");

    bench.phase("p", "Succeeded");
    bench.api.remove(Resources.PODS, NS, "q");
    bench.loop.run();

    assertThat(bench.users("shared")).isEmpty();
    assertThat(bench.allocated("shared")).isFalse();
    assertThat(finalizers("shared")).isEmpty();
    assertThat(bench.api.find(Resources.CLAIMS, NS, "shared")).isPresent();
  }

  @Test
  void devices_are_given_back_in_the_write_that_takes_the_last_reservation() {
    bench.start();
    sharing("p");
    bench.api.always(FINALIZERS, Fault.unavailable());

    bench.phase("p", "Succeeded");
    bench.loop.run();

    assertThat(bench.users("shared")).isEmpty();
    assertThat(bench.allocated("shared")).isFalse();
    assertThat(bench.api.writes().stream().filter(STATUS)).hasSize(1);
  }

  @Test
  void a_pod_that_was_deleted_is_known_to_be_gone_without_asking() {
    bench.start();
    sharing("p");

    bench.api.remove(Resources.PODS, NS, "p");
    bench.loop.run();

    assertThat(bench.allocated("shared")).isFalse();
    assertThat(bench.api.calls()).noneMatch(call -> call.verb() == Verb.GET);
  }

  @Test
  void a_pod_that_runs_keeps_its_claim_while_it_is_being_deleted() {
    bench.start();
    sharing("p");

    bench.api.send(Call.delete(Resources.PODS, NS, "p", ""), _ -> {});
    bench.pass(Duration.ofMinutes(1));

    assertThat(bench.users("shared")).containsExactly("p");
  }

  @Test
  void a_pod_deleted_before_it_had_a_node_holds_nothing() {
    bench.start();
    bench.api.put(
        Resources.PODS,
        Bench.pod("p", "gpu:shared")
            .with(List.of("metadata", "uid"), Json.of("uid-of-p"))
            .with(List.of("metadata", "finalizers"), Json.strings(List.of("example.com/x"))));
    bench.api.put(Resources.CLAIMS, held(Bench.claim("shared"), user("p", "uid-of-p")));
    bench.loop.run();
    assertThat(bench.users("shared")).containsExactly("p");

    bench.api.send(Call.delete(Resources.PODS, NS, "p", ""), _ -> {});
    bench.loop.run();

    assertThat(bench.users("shared")).isEmpty();
  }

  @Test
  void pods_that_went_while_no_controller_ran_are_asked_for_and_forgotten() {
    bench.api.put(Resources.CLAIMS, held(Bench.claim("shared"), user("p", "uid-of-p")));

    bench.start();

    assertThat(bench.api.calls()).contains(Call.get(Resources.PODS, NS, "p"));
    assertThat(bench.allocated("shared")).isFalse();
  }

  @Test
  void a_pod_that_is_not_known_yet_keeps_its_reservation() {
    bench.start();
    bench.api.hold(Resources.PODS);
    bench.putPod("p", "gpu:shared");
    bench.api.put(Resources.CLAIMS, held(Bench.claim("shared"), user("p", bench.uid("p"))));
    bench.pass(Duration.ofMinutes(1));

    assertThat(bench.users("shared")).containsExactly("p");
    assertThat(bench.writes()).isEmpty();
  }

  @Test
  void a_pod_that_replaces_another_keeps_its_reservation_while_only_the_other_is_known() {
    bench.putPod("p", "gpu:shared");
    bench.start();
    bench.api.hold(Resources.PODS);
    bench.api.remove(Resources.PODS, NS, "p");
    bench.putPod("p", "gpu:shared");
    bench.bind("p");
    bench.api.put(Resources.CLAIMS, held(Bench.claim("shared"), user("p", bench.uid("p"))));
    bench.pass(Duration.ofMinutes(1));

    assertThat(bench.users("shared")).containsExactly("p");
    assertThat(bench.allocated("shared")).isTrue();
  }

  @Test
  void a_pod_that_was_replaced_loses_its_reservation() {
    bench.putPod("p", "gpu:shared");
    bench.api.put(Resources.CLAIMS, held(Bench.claim("shared"), user("p", "an-older-one")));

    bench.start();

    assertThat(bench.users("shared")).isEmpty();
    assertThat(bench.allocated("shared")).isFalse();
  }

  @Test
  void consumers_of_unknown_kinds_are_kept() {
    var other =
        Json.obj("apiGroup", "example.com", "resource", "jobs", "name", "j", "uid", "uid-of-j");
    bench.api.put(Resources.CLAIMS, held(Bench.claim("shared"), other, user("p", "uid-of-p")));

    bench.start();

    assertThat(bench.users("shared")).containsExactly("j");
    assertThat(bench.allocated("shared")).isTrue();
  }

  @Test
  void while_it_cannot_be_asked_for_pods_nothing_is_taken_away() {
    bench.api.put(Resources.CLAIMS, held(Bench.claim("shared"), user("p", "uid-of-p")));
    bench.api.always(is(Verb.GET, Resources.PODS), new Fault.Lose());
    bench.start();
    bench.pass(Duration.ofSeconds(1));
    assertThat(bench.users("shared")).containsExactly("p");

    bench.api.mend();
    bench.pass(Duration.ofSeconds(2));

    assertThat(bench.users("shared")).isEmpty();
  }

  @Test
  void a_claim_that_changed_meanwhile_is_looked_at_again() {
    bench.start();
    sharing("p");
    bench.putPod("q", "gpu:shared");
    bench.loop.run();
    bench.api.before(
        STATUS,
        () ->
            bench.api.edit(
                Resources.CLAIMS,
                NS,
                "shared",
                it -> held(it, user("p", bench.uid("p")), user("q", bench.uid("q")))));

    bench.phase("p", "Succeeded");
    bench.pass(Duration.ofSeconds(1));

    assertThat(bench.users("shared")).containsExactly("q");
    assertThat(bench.allocated("shared")).isTrue();
  }

  @Test
  void what_gets_no_answer_is_done_again() {
    bench.start();
    running("p");
    bench.api.next(STATUS, new Fault.LoseAnswer());
    bench.api.next(FINALIZERS, new Fault.LoseAnswer());
    bench.api.next(is(Verb.DELETE, Resources.CLAIMS), 2, new Fault.Lose());

    bench.phase("p", "Succeeded");
    bench.pass(Duration.ofSeconds(10));

    assertThat(bench.claims()).isEmpty();
  }

  @Test
  void a_restart_in_the_middle_leaves_nothing_behind() {
    var first = bench.start();
    running("p");
    bench.api.always(FINALIZERS, new Fault.Lose());
    bench.phase("p", "Succeeded");
    bench.loop.run();
    first.stop();
    bench.api.mend();
    assertThat(bench.claims()).hasSize(1);

    bench.start();
    bench.loop.run();

    assertThat(bench.claims()).isEmpty();
  }

  @Test
  void an_allocated_claim_that_nobody_ever_reserved_is_left_alone() {
    bench.api.put(Resources.CLAIMS, held(Bench.claim("mine")));

    bench.start();
    bench.pass(Duration.ofHours(1));

    assertThat(bench.allocated("mine")).isTrue();
    assertThat(bench.writes()).isEmpty();
  }

  @Test
  void a_deleted_claim_gives_its_devices_back_once_nobody_uses_it() {
    bench.start();
    sharing("p");
    delete("shared");
    bench.pass(Duration.ofMinutes(1));
    assertThat(bench.users("shared")).containsExactly("p");
    assertThat(bench.writes()).isEmpty();

    bench.phase("p", "Succeeded");
    bench.loop.run();

    assertThat(bench.claims()).isEmpty();
  }

  @Test
  void a_deleted_claim_that_nobody_reserved_goes_with_its_devices() {
    bench.start();
    bench.api.put(Resources.CLAIMS, held(Bench.claim("mine")));
    delete("mine");

    assertThat(bench.claims()).isEmpty();
  }

  @Test
  void finalizers_of_others_stay() {
    bench.start();
    sharing("p");
    bench.api.edit(
        Resources.CLAIMS,
        NS,
        "shared",
        it ->
            it.with(
                List.of("metadata", "finalizers"),
                Json.strings(List.of("example.com/a", Reservations.FINALIZER, "example.com/b"))));

    bench.phase("p", "Succeeded");
    bench.loop.run();

    assertThat(finalizers("shared")).containsExactly("example.com/a", "example.com/b");
  }

  @Test
  void devices_of_a_claim_that_is_not_protected_stay_with_it() {
    bench.start();
    sharing("p");
    bench.api.edit(
        Resources.CLAIMS, NS, "shared", it -> it.without(List.of("metadata", "finalizers")));

    bench.phase("p", "Succeeded");
    bench.loop.run();

    assertThat(bench.users("shared")).isEmpty();
    assertThat(bench.allocated("shared")).isTrue();
  }

  @Test
  void a_claim_whose_pod_was_replaced_is_deleted() {
    bench.putTemplate("one-gpu");
    var first = bench.start();
    bench.putPod("p", "gpu=one-gpu");
    bench.loop.run();
    first.stop();
    var old = bench.claim().metadata().name();
    bench.api.remove(Resources.PODS, NS, "p");
    bench.putPod("p", "gpu=one-gpu");

    bench.start();

    assertThat(bench.api.find(Resources.CLAIMS, NS, old)).isEmpty();
    assertThat(bench.recorded("p")).containsExactly("gpu=" + bench.claim().metadata().name());
  }

  @Test
  void a_claim_of_a_pod_that_is_not_known_yet_is_not_deleted_for_its_predecessor() {
    bench.putPod("p", "gpu:other");
    bench.start();
    bench.api.hold(Resources.PODS);
    bench.api.remove(Resources.PODS, NS, "p");
    bench.putPod("p", "gpu=one-gpu");
    var owner =
        Json.obj(
            "apiVersion",
            "v1",
            "kind",
            "Pod",
            "name",
            "p",
            "uid",
            bench.uid("p"),
            "controller",
            true);
    bench.api.put(
        Resources.CLAIMS,
        Bench.claim("new").with(List.of("metadata", "ownerReferences"), Json.Arr.of(owner)));
    bench.pass(Duration.ofMinutes(1));

    assertThat(bench.claims()).hasSize(1);
  }

  @Test
  void a_claim_of_extended_resources_is_let_go_of_like_any_other() {
    bench.start();
    bench.putPod("p");
    var owner =
        Json.obj(
            "apiVersion",
            "v1",
            "kind",
            "Pod",
            "name",
            "p",
            "uid",
            bench.uid("p"),
            "controller",
            true);
    bench.api.put(
        Resources.CLAIMS,
        held(Bench.claim("extended"), user("p", bench.uid("p")))
            .with(List.of("metadata", "ownerReferences"), Json.Arr.of(owner)));
    bench.api.edit(
        Resources.PODS,
        NS,
        "p",
        it ->
            it.with(
                List.of("status", "extendedResourceClaimStatus"),
                Json.obj("resourceClaimName", "extended")));
    bench.bind("p");
    bench.loop.run();
    assertThat(bench.users("extended")).containsExactly("p");

    bench.phase("p", "Succeeded");
    bench.loop.run();

    assertThat(bench.claims()).isEmpty();
  }

  @Test
  void a_pod_that_came_to_its_node_without_scheduler_gets_its_claim_reserved() {
    bench.start();
    bench.putPod("p", "gpu:shared");
    bench.putPod("q", "gpu:shared");
    bench.bind("q");
    bench.api.put(Resources.CLAIMS, held(Bench.claim("shared"), user("p", bench.uid("p"))));
    bench.loop.run();

    assertThat(bench.users("shared")).containsExactly("p", "q");
    assertThat(bench.writes()).containsExactly(Verb.UPDATE);
  }

  @Test
  void nothing_is_reserved_for_a_pod_that_has_ended_unseen() {
    bench.start();
    sharing("p", "q");
    bench.api.hold(Resources.PODS);
    bench.phase("p", "Succeeded");
    bench.api.edit(Resources.CLAIMS, NS, "shared", it -> held(it, user("q", bench.uid("q"))));
    bench.pass(Duration.ofMinutes(1));

    assertThat(bench.users("shared")).containsExactly("q");
  }

  @Test
  void a_reservation_that_was_refused_is_tried_again() {
    bench.start();
    bench.api.put(Resources.CLAIMS, held(Bench.claim("shared")));
    bench.api.next(STATUS, 2, Fault.conflict());
    bench.putPod("p", "gpu:shared");
    bench.bind("p");
    bench.pass(Duration.ofSeconds(1));

    assertThat(bench.users("shared")).containsExactly("p");
  }

  @Test
  void nothing_is_reserved_of_a_claim_that_is_deleted_or_full() {
    bench.start();
    var users = new ArrayList<Json.Obj>();
    for (int i = 0; i < 256; i++) {
      users.add(Json.obj("apiGroup", "x", "resource", "jobs", "name", "j" + i, "uid", "u" + i));
    }
    bench.api.put(Resources.CLAIMS, held(Bench.claim("full"), users.toArray(Json.Obj[]::new)));
    bench.api.put(Resources.CLAIMS, held(Bench.claim("deleted"), users.getFirst()));
    delete("deleted");
    bench.putPod("p", "a:full", "b:deleted");
    bench.bind("p");
    bench.pass(Duration.ofMinutes(1));

    assertThat(bench.writes()).isEmpty();
  }

  @Test
  void a_thousand_pods_that_end_cost_three_thousand_writes() {
    bench.putTemplate("one-gpu");
    bench.start();
    for (int i = 0; i < 1000; i++) {
      bench.putPod("p" + i, "gpu=one-gpu");
    }
    bench.loop.run();
    for (int i = 0; i < 1000; i++) {
      bench.schedule("p" + i);
    }
    bench.loop.run();
    bench.api.forgetCalls();
    for (int i = 0; i < 1000; i++) {
      bench.phase("p" + i, "Succeeded");
    }
    bench.pass(Duration.ofSeconds(10));

    assertThat(bench.claims()).isEmpty();
    assertThat(bench.api.calls()).hasSize(3000);
  }
}
