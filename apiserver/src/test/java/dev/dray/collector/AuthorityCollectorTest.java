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
class AuthorityCollectorTest {
  private static final Resource NAMESPACES = FakeObjects.kind("namespaces");
  private static final Resource MAPS = FakeObjects.kind("configmaps");
  private static final String NAME = "kube-root-ca.crt";

  private final FakeObjects objects = new FakeObjects(() -> false);
  private final Quiet quiet = new Quiet();
  private final Collector collector =
      AuthorityCollector.of(
              objects, FakeObjects.KINDS.all(), () -> "the certificate", new KeyQueue(quiet::nanos))
          .orElseThrow();

  AuthorityCollectorTest() {
    objects.tell(collector);
  }

  private void work() {
    quiet.await(List.of(collector), Duration.ofSeconds(10));
  }

  @Test
  void a_namespace_gets_the_certificate_and_gets_it_back() {
    objects.create(NAMESPACES, Json.obj("metadata", Json.obj("name", "a")));
    work();
    assertThat(published()).isEqualTo("the certificate");

    objects.delete(MAPS.key("a", NAME), Objects.Propagation.BACKGROUND);
    work();
    assertThat(published()).isEqualTo("the certificate");
  }

  @Test
  void what_was_changed_is_made_right_and_what_others_added_besides_the_data_stays() {
    objects.create(NAMESPACES, Json.obj("metadata", Json.obj("name", "a")));
    work();
    var map = objects.at(MAPS.key("a", NAME));
    objects.replace(
        MAPS,
        map.with("data", Json.obj("ca.crt", "another", "more", "x"))
            .with(List.of("metadata", "labels", "mine"), Json.of("yes")),
        "");
    work();

    assertThat(objects.at(MAPS.key("a", NAME)).object("data"))
        .isEqualTo(Json.obj("ca.crt", "the certificate"));
    assertThat(objects.at(MAPS.key("a", NAME)).text("metadata", "labels", "mine")).isEqualTo("yes");
  }

  @Test
  void a_namespace_that_ends_or_is_gone_gets_none() {
    objects.create(
        NAMESPACES,
        Json.obj("metadata", Json.obj("name", "a", "deletionTimestamp", "2026-01-01T00:00:00Z")));
    collector.work().add("nowhere");
    work();

    assertThat(objects.list(MAPS, "")).isEmpty();
  }

  private String published() {
    return objects.at(MAPS.key("a", NAME)).text("data", "ca.crt");
  }
}
