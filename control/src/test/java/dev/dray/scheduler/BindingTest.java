package dev.dray.scheduler;

import static dev.dray.client.FakeApi.is;
import static dev.dray.client.FakeApi.named;
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
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The way from a decision to a node, and what can go wrong on it. */
class BindingTest {
  private static final Predicate<Call> FINALIZER = is(Verb.UPDATE, Resources.CLAIMS);
  private static final Predicate<Call> STATUS = is(Verb.UPDATE, Resources.CLAIMS, "status");
  private static final Predicate<Call> BIND = is(Verb.CREATE, Resources.PODS, "binding");
  private static final Fault NOT_TODAY = new Fault.Refuse(403, "Forbidden", "not today");
  private static final Predicate<Call> UNRESERVE =
      is(Verb.STRATEGIC_PATCH, Resources.CLAIMS, "status");

  private final World world = new World();

  @BeforeEach
  void nodes() {
    world.nodeWithGpus("n1", 1);
    world.nodeWithGpus("n2", 1);
  }

  private static boolean isGet(Call call) {
    return call.verb() == Verb.GET;
  }

  private long sent(Predicate<Call> which) {
    return world.api.calls().stream().filter(which).count();
  }

  private void label(String claim) {
    world.api.edit(
        Resources.CLAIMS,
        "default",
        claim,
        it -> it.with(List.of("metadata", "labels"), Json.obj("touched", "yes")));
  }

  private void assertNothingIsLeftOver() {
    assertThat(world.scheduler.ledger()).isEqualTo(world.scheduler.rebuilt());
    assertThat(world.scheduler.isIdle()).isTrue();
  }

  @Test
  void a_claim_that_somebody_touched_meanwhile_is_read_and_written_again() {
    world.podWithGpu("a");
    world.api.before(STATUS, () -> label("a"));

    world.seconds(1);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.users("a")).containsExactly("a");
    assertThat(world.claimTree("a").text("metadata", "labels", "touched")).isEqualTo("yes");
    assertThat(sent(BindingTest::isGet)).isEqualTo(1);
    assertThat(sent(STATUS)).isEqualTo(2);
  }

  @Test
  void conflicts_are_answered_five_times_and_not_for_ever() {
    world.podWithGpu("a");
    for (int i = 0; i < 5; i++) {
      int touch = i;
      world.api.before(
          STATUS,
          () ->
              world.api.edit(
                  Resources.CLAIMS,
                  "default",
                  "a",
                  it ->
                      it.with(
                          List.of("metadata", "labels"),
                          Json.obj("touched", Integer.toString(touch)))));
    }

    world.advance(Duration.ofMillis(500));

    assertThat(sent(STATUS)).isEqualTo(5);
    assertThat(world.nodeOf("a")).isEmpty();
    assertThat(world.condition("a").text("reason")).isEqualTo("SchedulerError");
    world.seconds(2);
    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertNothingIsLeftOver();
  }

  @Test
  void a_guards_refusal_is_not_repeated_but_decided_anew() {
    world.api.guard();
    world.claim("theirs");
    world.claim("a");
    world.run();
    world.api.hold(Resources.CLAIMS);
    world.api.edit(
        Resources.CLAIMS,
        "default",
        "theirs",
        it ->
            it.with(
                "status",
                World.tree(
                    """
                    allocation:
                      devices:
                        results:
                        - {request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}
                    """)));
    world.pod("a", "a");
    world.advance(Duration.ofMillis(50));

    assertThat(sent(STATUS)).isEqualTo(1);
    assertThat(world.counter("dray_scheduler_failures", "reason", "contested")).isEqualTo(1);
    assertThat(world.condition("a").text("message"))
        .startsWith("running PreBind plugin \"DynamicResources\": ")
        .contains("is in use by claim default/theirs");
    assertThat(world.nodeOf("a")).isEmpty();

    world.api.letGo(Resources.CLAIMS);
    world.seconds(1);

    assertThat(world.nodeOf("a")).isEqualTo("n2");
    assertNothingIsLeftOver();
  }

  @Test
  void a_write_that_was_done_but_not_answered_is_seen_and_not_done_again() {
    world.podWithGpu("a");
    world.api.next(FINALIZER, new Fault.LoseAnswer());
    world.api.next(STATUS, new Fault.LoseAnswer());
    world.api.next(BIND, new Fault.LoseAnswer());

    world.seconds(2);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.users("a")).containsExactly("a");
    assertThat(sent(FINALIZER)).isEqualTo(1);
    assertThat(sent(STATUS)).isEqualTo(1);
    assertThat(sent(BIND)).isEqualTo(1);
    assertThat(sent(UNRESERVE)).isZero();
    assertNothingIsLeftOver();
  }

  @Test
  void a_write_that_was_lost_is_done_again_after_looking() {
    world.podWithGpu("a");
    world.api.next(FINALIZER, new Fault.Lose());
    world.api.next(STATUS, new Fault.Lose());
    world.api.next(BIND, new Fault.Lose());

    world.seconds(2);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.users("a")).containsExactly("a");
    assertThat(sent(BindingTest::isGet)).isEqualTo(3);
    assertNothingIsLeftOver();
  }

  @Test
  void the_last_write_that_was_lost_is_looked_for_like_the_others() {
    world.podWithGpu("a");
    world.api.next(BIND, 9, new Fault.Lose());
    world.api.next(BIND, new Fault.LoseAnswer());

    world.seconds(60);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(sent(BIND)).isEqualTo(10);
    assertThat(world.api.events("FailedScheduling")).isEmpty();
    assertThat(world.api.events("Scheduled")).hasSize(1);
    assertNothingIsLeftOver();
  }

  @Test
  void if_the_last_write_that_was_lost_was_done_the_next_one_follows() {
    world.podWithGpu("a");
    world.api.next(FINALIZER, 9, new Fault.Lose());
    world.api.next(FINALIZER, new Fault.LoseAnswer());

    world.seconds(60);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(sent(FINALIZER)).isEqualTo(10);
    assertThat(world.api.events("FailedScheduling")).isEmpty();
    assertNothingIsLeftOver();
  }

  @Test
  void while_nobody_answers_nothing_is_assumed_and_afterwards_it_goes_on() {
    world.podWithGpu("a");
    world.api.next(STATUS, new Fault.LoseAnswer());
    world.api.always(BindingTest::isGet, new Fault.Lose());

    world.seconds(60);
    assertThat(sent(STATUS)).isEqualTo(1);
    assertThat(world.nodeOf("a")).isEmpty();

    world.api.mend();
    world.seconds(10);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(sent(STATUS)).isEqualTo(1);
  }

  @Test
  void a_server_in_trouble_is_asked_again() {
    world.podWithGpu("a");
    world.api.next(STATUS, 3, Fault.unavailable());
    world.api.next(BIND, 3, Fault.unavailable());

    world.seconds(5);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertNothingIsLeftOver();
  }

  @Test
  void a_claim_deleted_meanwhile_keeps_its_pod_from_its_node() {
    world.podWithGpu("a");
    world.api.before(STATUS, () -> world.api.remove(Resources.CLAIMS, "default", "a"));

    world.seconds(1);

    assertThat(world.nodeOf("a")).isEmpty();
    assertThat(world.condition("a").text("message"))
        .isEqualTo(
            "running PreBind plugin \"DynamicResources\": claim default/a got deleted in the"
                + " meantime");
    assertNothingIsLeftOver();
    world.claim("a");
    world.seconds(20);
    assertThat(world.nodeOf("a")).isEqualTo("n1");
  }

  @Test
  void a_claim_allocated_meanwhile_by_somebody_else_is_not_overwritten() {
    world.podWithGpu("a");
    world.api.before(
        FINALIZER,
        () ->
            world.api.edit(
                Resources.CLAIMS,
                "default",
                "a",
                it ->
                    it.with(
                        "status",
                        World.tree(
                            """
                            allocation:
                              devices:
                                results:
                                - {request: gpu, driver: gpu.example.com, pool: n2, device: gpu-0}
                              nodeSelector:
                                nodeSelectorTerms:
                                - matchFields:
                                  - {key: metadata.name, operator: In, values: [n2]}
                            """))));

    world.seconds(5);

    assertThat(world.devices("a")).containsExactly("n2/gpu-0");
    assertThat(world.nodeOf("a")).isEqualTo("n2");
    assertThat(world.users("a")).containsExactly("a");
    assertNothingIsLeftOver();
  }

  @Test
  void if_the_binding_is_refused_devices_are_given_back_and_the_pod_is_tried_again() {
    world.podWithGpu("a");
    world.api.next(BIND, NOT_TODAY);

    world.advance(Duration.ofMillis(100));

    assertThat(world.users("a")).isEmpty();
    assertThat(world.devices("a")).isEmpty();
    assertThat(sent(UNRESERVE)).isZero();
    assertThat(world.condition("a").text("reason")).isEqualTo("SchedulerError");
    assertThat(world.condition("a").text("message"))
        .isEqualTo("running Bind plugin \"DefaultBinder\": bind pod default/a: not today");
    assertThat(world.api.events("FailedScheduling")).hasSize(1);

    world.seconds(2);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.users("a")).containsExactly("a");
    assertNothingIsLeftOver();
  }

  @Test
  void devices_that_others_use_by_then_stay_and_only_the_reservation_goes() {
    world.podWithGpu("a");
    world.api.before(BIND, () -> editStatus("a", BindingTest::usedByB));
    world.api.next(BIND, NOT_TODAY);

    world.advance(Duration.ofMillis(100));

    assertThat(world.users("a")).containsExactly("b");
    assertThat(world.devices("a")).containsExactly("n1/gpu-0");
    assertThat(sent(UNRESERVE)).isEqualTo(1);
  }

  @Test
  void devices_that_another_scheduler_gave_the_claim_meanwhile_stay() {
    world.podWithGpu("a");
    world.api.before(
        BIND, () -> editStatus("a", it -> it.with("allocation", allocation("n2", "gpu-0"))));
    world.api.next(BIND, NOT_TODAY);

    world.advance(Duration.ofMillis(100));

    assertThat(world.users("a")).containsExactly("a");
    assertThat(world.devices("a")).containsExactly("n2/gpu-0");
  }

  private void editStatus(String claim, UnaryOperator<Json.Obj> edit) {
    world.api.edit(
        Resources.CLAIMS,
        "default",
        claim,
        it -> it.with("status", edit.apply(it.object("status"))));
  }

  private static Json.Obj usedByB(Json.Obj status) {
    var users = new ArrayList<>(status.items("reservedFor"));
    users.add(Json.obj("resource", "pods", "name", "b", "uid", "uid-of-b"));
    return status.with("reservedFor", Json.of(users));
  }

  private static Json.Obj allocation(String pool, String device) {
    var result =
        Json.obj("request", "gpu", "driver", "gpu.example.com", "pool", pool, "device", device);
    return Json.obj("devices", Json.obj("results", Json.Arr.of(result)));
  }

  @Test
  void all_claims_written_so_far_are_given_back_if_a_later_one_fails() {
    world.nodeWithGpus("n3", 2);
    world.claim("x");
    world.claim("z");
    world.pod("a", "x", "z");
    world.api.next(STATUS.and(named("z")), new Fault.Refuse(422, "Invalid", "wrong"));

    world.advance(Duration.ofMillis(100));

    assertThat(world.users("x")).isEmpty();
    assertThat(world.devices("x")).isEmpty();
    assertThat(world.devices("z")).isEmpty();
    world.seconds(2);
    assertThat(world.nodeOf("a")).isEqualTo("n3");
    assertNothingIsLeftOver();
  }

  @Test
  void a_pod_deleted_while_it_is_under_way_is_not_bound_and_leaves_its_trace_for_the_controller() {
    world.podWithGpu("a");
    world.api.before(STATUS, () -> world.api.remove(Resources.PODS, "default", "a"));
    world.api.next(STATUS, new Fault.SlowAnswer(Duration.ofMillis(100)));

    world.seconds(5);

    assertThat(sent(BIND)).isZero();
    assertThat(sent(UNRESERVE)).isZero();
    assertThat(world.users("a")).containsExactly("a");
    assertThat(world.gauge("scheduler_pending_pods")).isZero();
    assertNothingIsLeftOver();
  }

  @Test
  void a_pod_deleted_before_its_binding_is_forgotten() {
    world.pod("a");
    world.api.before(BIND, () -> world.api.remove(Resources.PODS, "default", "a"));

    world.seconds(5);

    assertThat(world.api.events("FailedScheduling")).isEmpty();
    assertThat(world.gauge("scheduler_pending_pods")).isZero();
    assertNothingIsLeftOver();
  }

  @Test
  void a_pod_made_anew_under_the_same_name_is_another_pod() {
    world.podWithGpu("a");
    world.api.before(
        BIND,
        () -> {
          world.api.remove(Resources.PODS, "default", "a");
          world.pod("a", "a");
        });

    world.seconds(5);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.users("a")).containsExactly("a", "a");
    assertNothingIsLeftOver();
  }

  @Test
  void a_pod_that_somebody_else_bound_meanwhile_stays_there() {
    world.pod("a");
    world.api.before(
        BIND,
        () ->
            world.api.edit(
                Resources.PODS,
                "default",
                "a",
                it -> it.with(List.of("spec", "nodeName"), Json.of("n2"))));

    world.seconds(5);

    assertThat(world.nodeOf("a")).isEqualTo("n2");
    assertThat(world.gauge("scheduler_pending_pods")).isZero();
    assertNothingIsLeftOver();
  }

  @Test
  void a_scheduler_that_takes_over_goes_on_where_the_other_was() {
    world.podWithGpu("a");
    world.api.before(BIND, () -> world.scheduler.stop());
    world.api.next(BIND, new Fault.Lose());
    world.run();
    assertThat(world.users("a")).containsExactly("a");

    world.restart();
    world.seconds(1);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(sent(STATUS)).isEqualTo(1);
    assertNothingIsLeftOver();
  }

  @Test
  void a_slow_pod_does_not_hold_up_others() {
    world.podWithGpu("a");
    world.podWithGpu("b");
    world.api.next(STATUS.and(named("a")), new Fault.Slow(Duration.ofSeconds(3)));

    world.seconds(1);
    assertThat(world.nodeOf("b")).isNotEmpty();
    assertThat(world.nodeOf("a")).isEmpty();

    world.seconds(3);
    assertThat(world.nodeOf("a")).isNotEmpty().isNotEqualTo(world.nodeOf("b"));
  }

  @Test
  void pauses_after_failures_grow_up_to_a_limit() {
    world.pod("a");
    world.api.always(BIND, NOT_TODAY);

    world.seconds(60);

    // After 0, 1, 3, 7, 15 seconds, and from then on every 10.
    assertThat(sent(BIND)).isEqualTo(9);
  }

  /** As a scheduler leaves it that only takes its reservation back. */
  private void podWhoseClaimHasDevices() {
    world.podWithGpu("a");
    world.api.edit(
        Resources.CLAIMS,
        "default",
        "a",
        it ->
            it.with(
                    List.of("metadata", "finalizers"),
                    Json.strings(List.of(Reservations.FINALIZER)))
                .with("status", Json.obj("allocation", allocation("n1", "gpu-0"))));
  }

  @Test
  void devices_of_a_claim_whose_pod_is_deleted_after_a_failure_are_given_back() {
    podWhoseClaimHasDevices();
    world.api.next(BIND, NOT_TODAY);
    world.advance(Duration.ofMillis(100));
    assertThat(sent(UNRESERVE)).isEqualTo(1);
    assertThat(world.users("a")).isEmpty();
    assertThat(world.devices("a")).isNotEmpty();

    world.api.remove(Resources.PODS, "default", "a");
    world.seconds(60);

    assertThat(world.devices("a")).isEmpty();
    assertNothingIsLeftOver();
  }

  @Test
  void even_if_another_scheduler_has_taken_over_since() {
    podWhoseClaimHasDevices();
    world.api.next(BIND, NOT_TODAY);
    world.advance(Duration.ofMillis(100));
    world.api.remove(Resources.PODS, "default", "a");
    assertThat(world.devices("a")).isNotEmpty();

    world.restart();
    world.seconds(60);

    assertThat(world.devices("a")).isEmpty();
  }

  @Test
  void devices_that_somebody_gave_a_claim_by_hand_stay() {
    world.claim("a");
    world.api.edit(
        Resources.CLAIMS,
        "default",
        "a",
        it ->
            it.with(
                "status",
                World.tree(
                    """
                    allocation:
                      devices:
                        results:
                        - {request: gpu, driver: gpu.example.com, pool: n1, device: gpu-0}
                    """)));

    world.seconds(120);

    assertThat(world.devices("a")).containsExactly("n1/gpu-0");
  }

  @Test
  void who_may_not_even_look_assumes_nothing() {
    world.podWithGpu("a");
    world.api.next(BIND, new Fault.LoseAnswer());
    world.api.next(BindingTest::isGet, 3, NOT_TODAY);

    world.seconds(5);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.users("a")).containsExactly("a");
    assertThat(world.api.events("FailedScheduling")).isEmpty();
  }
}
