package dev.dray.collector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.kinds.Resource;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ServiceAccountCollectorTest {
  private static final Resource NAMESPACES = FakeObjects.kind("namespaces");
  private static final Resource ACCOUNTS = FakeObjects.kind("serviceaccounts");

  private final FakeObjects objects = new FakeObjects(() -> false);
  private final Quiet quiet = new Quiet();
  private final ServiceAccountCollector collector =
      new ServiceAccountCollector(objects, FakeObjects.KINDS.all(), new KeyQueue(quiet::nanos));

  ServiceAccountCollectorTest() {
    objects.tell(collector);
  }

  private void work() {
    quiet.await(List.of(collector), Duration.ofSeconds(5));
  }

  @Test
  void a_namespace_gets_its_account_and_gets_it_back() {
    objects.create(NAMESPACES, Json.obj("metadata", Json.obj("name", "a")));
    work();
    assertThat(objects.find(ACCOUNTS, "a", "default")).isPresent();

    objects.delete(ACCOUNTS.key("a", "default"), Objects.Propagation.BACKGROUND);
    work();
    assertThat(objects.find(ACCOUNTS, "a", "default")).isPresent();
  }

  @Test
  void a_namespace_that_ends_or_is_gone_gets_none() {
    objects.create(
        NAMESPACES,
        Json.obj("metadata", Json.obj("name", "a", "deletionTimestamp", "2026-01-01T00:00:00Z")));
    collector.work().add("nowhere");
    work();

    assertThat(objects.list(ACCOUNTS, "")).isEmpty();
  }
}
