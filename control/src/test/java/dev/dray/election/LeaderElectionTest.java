package dev.dray.election;

import static dev.dray.client.FakeApi.is;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.FakeApi;
import dev.dray.client.Fault;
import dev.dray.client.ManualLoop;
import dev.dray.client.Resources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class LeaderElectionTest {
  private static final Predicate<Call> UPDATE = is(Call.Verb.UPDATE, Resources.LEASES);

  private final ManualLoop loop = new ManualLoop();
  private final FakeApi api = new FakeApi(loop);
  private final List<String> told = new ArrayList<>();

  private LeaderElection candidate(String name) {
    return new LeaderElection(
        api,
        loop,
        Settings.usual("kube-system", "dray-scheduler", name),
        new Candidate() {
          @Override
          public void lead() {
            told.add(name + " leads");
          }

          @Override
          public void lost() {
            told.add(name + " lost");
          }

          @Override
          public void follow(String leader) {
            told.add(name + " follows " + leader);
          }
        });
  }

  private Json.Obj spec() {
    return api.find(Resources.LEASES, "kube-system", "dray-scheduler")
        .orElseThrow()
        .tree()
        .object("spec");
  }

  private void seconds(int seconds) {
    loop.advance(Duration.ofSeconds(seconds));
  }

  @Test
  void the_first_leads_and_the_second_waits() {
    candidate("a").start();
    seconds(1);
    candidate("b").start();
    seconds(600);

    assertThat(told).containsExactly("a leads", "b follows a");
    assertThat(spec().text("holderIdentity")).isEqualTo("a");
    assertThat(spec().number("leaseDurationSeconds")).contains(15L);
    assertThat(spec().number("leaseTransitions")).contains(0L);
    assertThat(spec().text("acquireTime")).isEqualTo("2026-11-15T12:00:00.000000Z");
    assertThat(spec().text("renewTime")).isGreaterThan("2026-11-15T12:09:58");
  }

  @Test
  void who_stops_gives_way_at_once() {
    var a = candidate("a");
    a.start();
    seconds(1);
    candidate("b").start();
    seconds(10);

    a.stop(() -> told.add("a stopped"));
    loop.run();
    assertThat(spec().has("holderIdentity")).isFalse();
    seconds(5);

    assertThat(told).containsExactly("a leads", "b follows a", "a stopped", "b leads");
    assertThat(spec().number("leaseTransitions")).contains(1L);
  }

  @Test
  void who_stops_while_renewing_still_gives_way() {
    var a = candidate("a");
    a.start();
    seconds(1);
    api.next(UPDATE, new Fault.SlowAnswer(Duration.ofSeconds(1)));
    seconds(1);

    a.stop(() -> told.add("a stopped"));
    seconds(3);

    assertThat(told).containsExactly("a leads", "a stopped");
    assertThat(spec().has("holderIdentity")).isFalse();
  }

  @Test
  void who_cannot_renew_gives_up_before_another_begins() {
    var a = candidate("a");
    a.start();
    seconds(1);
    candidate("b").start();
    seconds(5);
    told.clear();

    api.always(
        UPDATE.and(call -> call.body().toText().contains("\"holderIdentity\":\"a\"")),
        Fault.unavailable());
    seconds(60);

    assertThat(told).containsExactly("a lost", "b leads");
    assertThat(a.leads()).isFalse();
    assertThat(spec().text("holderIdentity")).isEqualTo("b");
  }

  @Test
  void a_short_outage_changes_nothing() {
    candidate("a").start();
    seconds(1);
    candidate("b").start();
    seconds(5);
    told.clear();

    api.always(_ -> true, new Fault.Lose());
    seconds(7);
    api.mend();
    seconds(60);

    assertThat(told).isEmpty();
    assertThat(spec().text("holderIdentity")).isEqualTo("a");
  }

  @Test
  void who_restarts_under_the_same_name_goes_on() {
    candidate("a").start();
    seconds(5);

    candidate("a").start();
    loop.run();

    assertThat(told).containsExactly("a leads", "a leads");
    assertThat(spec().number("leaseTransitions")).contains(0L);
  }

  @Test
  void a_lease_that_somebody_deletes_is_made_anew() {
    candidate("a").start();
    seconds(1);
    api.send(Call.delete(Resources.LEASES, "kube-system", "dray-scheduler", ""), _ -> {});
    seconds(10);

    assertThat(told).containsExactly("a leads");
    assertThat(spec().text("holderIdentity")).isEqualTo("a");
  }

  @Test
  void of_many_candidates_at_most_one_leads_at_any_time() {
    var all = new ArrayList<LeaderElection>();
    for (int i = 0; i < 5; i++) {
      all.add(candidate("c" + i));
      all.getLast().start();
    }
    for (int second = 0; second < 400; second++) {
      if (second % 60 == 20) {
        api.always(_ -> true, second % 120 == 20 ? new Fault.Lose() : new Fault.LoseAnswer());
      }
      if (second % 60 == 45) {
        api.mend();
      }
      seconds(1);
      assertThat(all.stream().filter(LeaderElection::leads).count())
          .as("second %d", second)
          .isLessThanOrEqualTo(1);
    }

    assertThat(told.stream().filter(it -> it.endsWith("leads")).count()).isGreaterThan(1);
  }

  @Test
  void times_that_would_let_two_lead_are_refused() {
    assertThatThrownBy(
            () ->
                new Settings(
                    "n",
                    "l",
                    "i",
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(2)))
        .hasMessageContaining("must exceed");
  }
}
