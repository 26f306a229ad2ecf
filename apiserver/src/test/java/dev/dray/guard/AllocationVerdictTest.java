package dev.dray.guard;

import static dev.dray.guard.GuardedServer.CLAIMS;
import static dev.dray.guard.GuardedServer.KINDS;
import static dev.dray.guard.GuardedServer.result;
import static dev.dray.guard.GuardedServer.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.api.meta.PoolId;
import dev.dray.kinds.Resource;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.WriteCheck;
import dev.dray.kinds.WriteContext;
import dev.dray.security.User;
import dev.dray.store.Precondition;
import dev.dray.store.StoreEntry;
import dev.dray.store.StoreOperation;
import dev.dray.watch.Cache;
import dev.dray.watch.Event;
import dev.dray.watch.Item;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The conditions under which a guard lets an allocation be stored, by what it was told. */
class AllocationVerdictTest {
  private static final PoolId POOL = new PoolId("d", "p");
  private static final String KEY = PoolKeys.of(POOL);
  private static final String OTHER_KEY = PoolKeys.of(new PoolId("d", "q"));
  private static final WriteContext SCHEDULER =
      new WriteContext(User.SERVER, "update", "v1", Instant.EPOCH);

  private final AllocationGuard guard = new AllocationGuard(Gates.defaults());

  private static Json.Obj claim(String name, String... results) {
    var claim =
        tree(
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: %s, namespace: ns, uid: uid-%s}
            spec: {devices: {requests: [{name: main, exactly: {deviceClassName: gpu}}]}}
            """
                .formatted(name, name));
    return results.length == 0
        ? claim
        : claim.with(
            List.of("status", "allocation", "devices"),
            tree("{results: [%s]}".formatted(String.join(", ", results))));
  }

  private static Json.Obj unreadable(Json.Obj claim) {
    return claim.with(List.of("apiVersion"), Json.of("resource.k8s.io/v9"));
  }

  private WriteCheck.Verdict judge(long revision, String name, String... results) {
    return judge(revision, claim(name), claim(name, results), false);
  }

  private WriteCheck.Verdict judge(long revision, Json.Obj before, Json.Obj after, boolean dryRun) {
    return guard.check(
        write(WriteCheck.Verb.UPDATE, CLAIMS, before, after, dryRun),
        new GuardedServer.RevisionOnly(revision));
  }

  private static WriteCheck.Write write(
      WriteCheck.Verb verb, Resource resource, Json.Obj before, Json.Obj after, boolean dryRun) {
    return new WriteCheck.Write(
        verb,
        resource,
        "status",
        "ns",
        after.text("metadata", "name"),
        after,
        Optional.of(before),
        verb == WriteCheck.Verb.UPDATE && resource.equals(CLAIMS)
            ? Optional.of(GuardedServer.change(before, after))
            : Optional.empty(),
        dryRun,
        SCHEDULER);
  }

  private void tell(String key, long revision, String value) {
    var bytes = value.getBytes(StandardCharsets.UTF_8);
    var item = new Item(new StoreEntry(key, bytes, revision, revision));
    guard.changed(new Event(key, revision, Optional.of(item), Optional.empty()));
  }

  private void tell(long revision, Json.Obj claim) {
    tell(CLAIMS.key("ns", claim.text("metadata", "name")), revision, claim.toText());
  }

  private static String mark(WriteCheck.Verdict verdict) {
    return verdict.operations().getFirst() instanceof StoreOperation.Put(_, var value, _)
        ? new String(value, StandardCharsets.UTF_8)
        : "";
  }

  @Test
  void an_allocation_is_stored_with_the_keys_of_its_pools_if_none_was_written_since() {
    var verdict = judge(7, "a", result("gpu-0"));

    assertThat(verdict.conditions()).containsExactly(new Precondition.NotAfter(KEY, 7));
    assertThat(verdict.operations()).extracting(StoreOperation::key).containsExactly(KEY);
    assertThat(mark(verdict)).contains("\"namespace\":\"ns\"", "\"claim\":\"a\"", "uid-a");
  }

  @Test
  void those_judged_before_are_admitted_until_the_view_has_them() {
    var mark = mark(judge(7, "a", result("gpu-0")));
    assertThat(judge(7, claim("b"), claim("b", result("gpu-1")), true).conditions())
        .containsExactly(new Precondition.NotAfterBut(KEY, 7, Set.of(mark)));

    tell(KEY, 8, mark);
    assertThat(judge(7, claim("b"), claim("b", result("gpu-1")), true).conditions())
        .containsExactly(new Precondition.NotAfterBut(KEY, 7, Set.of(mark)));
    assertThat(judge(8, claim("b"), claim("b", result("gpu-1")), true).conditions())
        .containsExactly(new Precondition.NotAfter(KEY, 8));
  }

  @Test
  void a_dry_run_is_admitted_by_nobody() {
    judge(7, claim("a"), claim("a", result("gpu-0")), true);

    assertThat(judge(7, "b", result("gpu-1")).conditions())
        .containsExactly(new Precondition.NotAfter(KEY, 7));
  }

  @Test
  void those_judged_before_are_admitted_in_the_pools_that_they_draw_on() {
    var mark = mark(judge(7, "a", result("gpu-0")));

    assertThat(
            judge(7, "b", result("gpu-1"), result("gpu-1").replace("pool: p", "pool: q"))
                .conditions())
        .containsExactly(
            new Precondition.NotAfterBut(KEY, 7, Set.of(mark)),
            new Precondition.NotAfter(OTHER_KEY, 7));
  }

  @Test
  void what_does_not_allocate_is_fine() {
    var allocated = claim("a", result("gpu-0"));
    var templates = KINDS.find(ApiVersion.GROUP, "resourceclaimtemplates").orElseThrow();
    var configMaps = KINDS.find("", "configmaps").orElseThrow();

    assertThat(judge(7, allocated, allocated, false)).isEqualTo(WriteCheck.Verdict.FINE);
    assertThat(judge(7, allocated, claim("a"), false)).isEqualTo(WriteCheck.Verdict.FINE);
    for (var other : List.of(templates, configMaps)) {
      var write = write(WriteCheck.Verb.UPDATE, other, claim("a"), allocated, false);
      assertThat(guard.check(write, new GuardedServer.RevisionOnly(7)))
          .isEqualTo(WriteCheck.Verdict.FINE);
    }
    var deletion = write(WriteCheck.Verb.DELETE, CLAIMS, claim("a"), allocated, false);
    assertThat(guard.check(deletion, new GuardedServer.RevisionOnly(7)))
        .isEqualTo(WriteCheck.Verdict.FINE);
  }

  @Test
  void what_a_claim_has_already_is_not_judged_again() {
    tell(1, claim("a", result("gpu-0")));
    tell(2, claim("b", result("gpu-0")));

    var more = claim("a", result("gpu-0"), result("gpu-1"));

    assertThat(judge(7, claim("a", result("gpu-0")), more, false).conditions()).isNotEmpty();
    assertThatThrownBy(() -> judge(7, claim("a"), more, false)).isInstanceOf(StatusError.class);
  }

  @Test
  void nothing_is_allocated_while_a_change_cannot_be_read() {
    tell(1, claim("a", result("gpu-0")));
    tell(2, unreadable(claim("b", result("gpu-1"))));
    tell(3, claim("c", result("gpu-2")));

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> judge(7, "z", result("gpu-9")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("A stored ResourceClaim has an unknown version (resource.k8s.io/v9).");
    }
    tell(4, claim("b", result("gpu-3")));

    assertThat(judge(7, "z", result("gpu-1")).conditions()).isNotEmpty();
    for (var device : List.of("gpu-0", "gpu-2", "gpu-3")) {
      assertThatThrownBy(() -> judge(7, "z", result(device))).isInstanceOf(StatusError.class);
    }
  }

  @Test
  void nothing_is_allocated_while_a_slice_cannot_be_read() {
    var slices = KINDS.find(ApiVersion.GROUP, "resourceslices").orElseThrow();
    tell(slices.key("", "slice"), 1, "{\"spec\":{\"driver\":\"d\",\"pool\":{\"na");

    assertThatThrownBy(() -> judge(7, "a", result("gpu-0"))).isInstanceOf(RuntimeException.class);
  }

  @Test
  void changes_of_other_kinds_are_passed_over() {
    tell(Cache.ROOT + "pods/ns/pod", 1, "no JSON");

    assertThat(judge(7, "a", result("gpu-0")).conditions()).isNotEmpty();
  }

  @Test
  void other_threads_may_ask_once_a_judgement_is_made_or_has_failed() throws Exception {
    judge(7, "a", result("gpu-0"));
    assertThat(elsewhere(() -> guard.isIdle(POOL))).isTrue();
    assertThat(elsewhere(() -> judge(7, "b", result("gpu-1"))).conditions()).isNotEmpty();

    tell(8, unreadable(claim("c", result("gpu-2"))));
    assertThatThrownBy(() -> guard.isIdle(POOL)).isInstanceOf(IllegalStateException.class);
    elsewhere(
        () -> {
          tell(9, claim("c", result("gpu-2")));
          return true;
        });
    assertThat(elsewhere(() -> guard.isIdle(POOL))).isFalse();
  }

  /** Asks in a thread of its own: a lock that is not given back would be its owner's again. */
  private static <T> T elsewhere(Callable<T> question) throws Exception {
    var task = new FutureTask<>(question);
    Thread.ofPlatform().daemon().start(task);
    return task.get(1, TimeUnit.MINUTES);
  }
}
