package dev.dray.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What other tests lean on. */
class FakeApiTest {
  private final ManualLoop loop = new ManualLoop();
  private final FakeApi api = new FakeApi(loop);

  private Reply send(Call call) {
    var replies = new ArrayList<Reply>();
    api.send(call, replies::add);
    loop.run();
    assertThat(replies).hasSize(1);
    return replies.getFirst();
  }

  private Json.Obj done(Call call) {
    var reply = send(call);
    assertThat(reply).isInstanceOf(Reply.Done.class);
    return ((Reply.Done) reply).object();
  }

  private static Json.Obj claim(String name) {
    return Json.obj(
        "metadata", Json.obj("name", name, "namespace", "ns"), "spec", Json.obj("a", 1));
  }

  private Json.Obj made(String name) {
    return done(Call.create(Resources.CLAIMS, "ns", claim(name)));
  }

  private static Json.Obj reservedFor(Json.Obj claim, String... uids) {
    var users = new ArrayList<Json>();
    for (var uid : uids) {
      users.add(Json.obj("resource", "pods", "name", uid, "uid", uid));
    }
    return claim.with("status", Json.obj("reservedFor", Json.of(users)));
  }

  @Test
  void a_write_of_an_old_version_is_a_conflict() {
    var first = made("a");
    done(Call.updateStatus(Resources.CLAIMS, reservedFor(first, "x")));

    var late = send(Call.updateStatus(Resources.CLAIMS, reservedFor(first, "y")));

    assertThat(late)
        .isInstanceOfSatisfying(Reply.Refused.class, it -> assertThat(it.isConflict()).isTrue());
    assertThat(api.tree(Resources.CLAIMS, "ns", "a").objects("status", "reservedFor"))
        .extracting(it -> it.text("uid"))
        .containsExactly("x");
  }

  @Test
  void status_and_the_rest_are_written_apart() {
    var changed = reservedFor(made("a"), "x").with("spec", Json.obj("a", 2));

    var spec = done(Call.update(Resources.CLAIMS, changed));
    var status =
        done(
            Call.updateStatus(
                Resources.CLAIMS, reservedFor(spec, "x").with("spec", Json.obj("a", 3))));

    assertThat(spec.has("status")).isFalse();
    assertThat(spec.object("spec")).isEqualTo(Json.obj("a", 2));
    assertThat(status.object("spec")).isEqualTo(Json.obj("a", 2));
    assertThat(status.objects("status", "reservedFor")).hasSize(1);
  }

  @Test
  void an_entry_of_a_list_is_patched_away_by_its_key() {
    var claim = done(Call.updateStatus(Resources.CLAIMS, reservedFor(made("a"), "x", "y")));
    var patch =
        Json.obj(
            "metadata",
            Json.obj("uid", claim.text("metadata", "uid")),
            "status",
            Json.obj("reservedFor", Json.Arr.of(Json.obj("$patch", "delete", "uid", "x"))));

    var patched =
        done(Call.patch(Call.Verb.STRATEGIC_PATCH, Resources.CLAIMS, "ns", "a", "status", patch));

    assertThat(patched.objects("status", "reservedFor"))
        .extracting(it -> it.text("uid"))
        .containsExactly("y");
  }

  @Test
  void an_object_with_finalizers_is_gone_when_they_are() {
    var claim = made("a");
    var path = List.of("metadata", "finalizers");
    var kept = done(Call.update(Resources.CLAIMS, claim.with(path, Json.strings(List.of("f")))));
    done(Call.delete(Resources.CLAIMS, "ns", "a", ""));
    var going = api.tree(Resources.CLAIMS, "ns", "a");

    done(Call.update(Resources.CLAIMS, going.without(path)));

    assertThat(kept.text("metadata", "deletionTimestamp")).isEmpty();
    assertThat(going.text("metadata", "deletionTimestamp")).isNotEmpty();
    assertThat(api.find(Resources.CLAIMS, "ns", "a")).isEmpty();
  }

  @Test
  void a_pod_is_bound_once() {
    done(Call.create(Resources.PODS, "ns", claim("p").with("spec", Json.Obj.EMPTY)));

    done(Call.bind("ns", "p", "", "n1"));
    var again = send(Call.bind("ns", "p", "", "n2"));

    assertThat(again.problem()).contains("already assigned to node \"n1\"");
    assertThat(api.tree(Resources.PODS, "ns", "p").text("spec", "nodeName")).isEqualTo("n1");
  }

  @Test
  void what_is_lost_is_either_done_or_not() {
    api.next(FakeApi.is(Call.Verb.CREATE, Resources.CLAIMS), new Fault.Lose());
    api.next(FakeApi.is(Call.Verb.CREATE, Resources.CLAIMS), new Fault.LoseAnswer());

    var lost = send(Call.create(Resources.CLAIMS, "ns", claim("a")));
    var done = send(Call.create(Resources.CLAIMS, "ns", claim("b")));

    assertThat(List.of(lost, done)).allMatch(Reply.Unanswered.class::isInstance);
    assertThat(api.all(Resources.CLAIMS)).extracting(KnownObject::key).containsExactly("ns/b");
  }

  @Test
  void watches_tell_in_order_what_came_after_the_list_and_can_be_held_up() {
    made("a");
    var told = new ArrayList<String>();
    api.list(
        Resources.CLAIMS,
        ListSelector.ALL,
        listing -> {
          var found = (Api.Listing.Found<?>) listing;
          found.items().forEach(it -> told.add("listed " + it.key()));
          api.watch(Resources.CLAIMS, ListSelector.ALL, found.revision(), new Noting<>(told));
        });
    loop.run();
    made("b");
    api.hold(Resources.CLAIMS);
    done(Call.delete(Resources.CLAIMS, "ns", "a", ""));
    made("c");
    assertThat(told).containsExactly("listed ns/a", "changed ns/b");

    api.letGo(Resources.CLAIMS);
    loop.run();

    assertThat(told).containsExactly("listed ns/a", "changed ns/b", "removed ns/a", "changed ns/c");
  }

  private record Noting<T>(List<String> told) implements Api.Watcher<T> {
    @Override
    public void changed(KnownObject<T> object) {
      told.add("changed " + object.key());
    }

    @Override
    public void removed(KnownObject<T> object) {
      told.add("removed " + object.key());
    }

    @Override
    public void reached(String revision) {}

    @Override
    public void ended(Reply why) {
      told.add("ended");
    }
  }

  @Test
  void time_passes_only_when_a_test_says_so_and_in_order() {
    var did = new ArrayList<String>();
    loop.after(Duration.ofSeconds(2), () -> did.add("two"));
    loop.after(
        Duration.ofSeconds(1),
        () -> {
          did.add("one");
          loop.after(Duration.ofMillis(500), () -> did.add("one and a half"));
        });
    var never = loop.after(Duration.ofSeconds(1), () -> did.add("never"));
    never.cancel();
    loop.post(() -> did.add("now"));

    loop.advance(Duration.ofSeconds(3));

    assertThat(did).containsExactly("now", "one", "one and a half", "two");
    assertThat(loop.now()).isEqualTo(ManualLoop.START.plusSeconds(3));
  }
}
