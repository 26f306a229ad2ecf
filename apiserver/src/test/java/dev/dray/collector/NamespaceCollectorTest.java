package dev.dray.collector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.collector.Objects.Propagation;
import dev.dray.kinds.Resource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamespaceCollectorTest {
  private static final Resource NAMESPACES = FakeObjects.kind("namespaces");
  private static final Resource PODS = FakeObjects.kind("pods");
  private static final Resource MAPS = FakeObjects.kind("configmaps");
  private static final Resource CLAIMS = FakeObjects.kind("resourceclaims");
  private static final Resource QUOTAS = FakeObjects.kind("resourcequotas");

  private final Quiet quiet = new Quiet();
  private final FakeObjects objects = new FakeObjects(() -> false);
  private final NamespaceCollector collector =
      new NamespaceCollector(
          objects,
          FakeObjects.KINDS.all(),
          InstantSource.fixed(FakeObjects.NOW),
          new KeyQueue(quiet::nanos));

  NamespaceCollectorTest() {
    objects.tell(collector);
    namespace("ns");
    namespace("other");
    objects.put(MAPS, named("ns", "map"));
    objects.put(CLAIMS, named("ns", "claim"));
    objects.put(MAPS, named("other", "map"));
  }

  private void namespace(String name) {
    objects.put(
        NAMESPACES,
        Json.obj(
            "metadata", Json.obj("name", name, "uid", "uid-" + name),
            "spec", Json.obj("finalizers", Json.strings(List.of("kubernetes")))));
  }

  private static Json.Obj named(String namespace, String name) {
    return Json.obj(
        "metadata",
        Json.obj("name", name, "namespace", namespace, "uid", "uid-" + namespace + "-" + name));
  }

  private void rest() {
    quiet.await(List.of(collector), Duration.ofSeconds(10));
  }

  @Test
  void a_namespace_goes_with_all_that_is_in_it_and_nothing_else() {
    objects.delete(NAMESPACES.key("", "ns"), Propagation.BACKGROUND);
    rest();

    assertThat(objects.keys())
        .containsExactly(MAPS.key("other", "map"), NAMESPACES.key("", "other"));
  }

  @Test
  void what_is_held_back_by_finalizers_keeps_the_namespace_and_is_told() {
    objects.put(
        CLAIMS,
        named("ns", "kept")
            .with(List.of("metadata", "finalizers"), Json.strings(List.of("x.io/keep"))));
    objects.delete(NAMESPACES.key("", "ns"), Propagation.BACKGROUND);
    rest();

    var conditions =
        objects.at(NAMESPACES.key("", "ns")).objects("status", "conditions").stream()
            .filter(it -> it.text("status").equals("True"))
            .map(it -> it.text("type") + ": " + it.text("message"));
    assertThat(conditions)
        .containsExactly(
            "NamespaceContentRemaining: Some resources are remaining: "
                + "resourceclaims.resource.k8s.io has 1 resource instances",
            "NamespaceFinalizersRemaining: Some content in the namespace has finalizers remaining: "
                + "x.io/keep in 1 resource instances");

    var kept = objects.at(CLAIMS.key("ns", "kept"));
    objects.replace(
        CLAIMS, kept.with("metadata", kept.object("metadata").without("finalizers")), "");
    rest();

    assertThat(objects.keys()).doesNotContain(NAMESPACES.key("", "ns"));
  }

  @Test
  void pods_go_before_all_else() {
    objects.put(
        PODS,
        named("ns", "pod")
            .with(List.of("metadata", "finalizers"), Json.strings(List.of("x.io/keep"))));
    objects.delete(NAMESPACES.key("", "ns"), Propagation.BACKGROUND);
    rest();

    var pod = objects.at(PODS.key("ns", "pod"));
    assertThat(pod.object("metadata").has("deletionTimestamp")).isTrue();
    assertThat(objects.keys()).contains(MAPS.key("ns", "map"), CLAIMS.key("ns", "claim"));
    assertThat(objects.at(MAPS.key("ns", "map")).object("metadata").has("deletionTimestamp"))
        .isFalse();

    objects.replace(PODS, pod.with("metadata", pod.object("metadata").without("finalizers")), "");
    rest();

    assertThat(objects.keys())
        .containsExactly(MAPS.key("other", "map"), NAMESPACES.key("", "other"));
  }

  @Test
  void a_namespace_that_others_hold_back_only_loses_our_finalizer() {
    var namespace = objects.at(NAMESPACES.key("", "ns"));
    objects.put(
        NAMESPACES,
        namespace.with(
            List.of("spec", "finalizers"), Json.strings(List.of("kubernetes", "x.io/mine"))));
    objects.delete(NAMESPACES.key("", "ns"), Propagation.BACKGROUND);
    rest();

    assertThat(objects.at(NAMESPACES.key("", "ns")).texts("spec", "finalizers"))
        .containsExactly("x.io/mine");
  }

  @Test
  void quotas_are_recounted_when_something_in_their_namespace_changes() {
    var quotas =
        new QuotaCollector(
            objects,
            FakeObjects.KINDS.all(),
            (_, namespace) -> Map.of("count/configmaps", objects.list(MAPS, namespace).size() + ""),
            new KeyQueue(quiet::nanos));
    objects.tell(quotas);
    objects.put(
        QUOTAS,
        named("ns", "quota").with("spec", Json.obj("hard", Json.obj("count/configmaps", "5"))));
    quiet.await(List.of(quotas), Duration.ofSeconds(1));
    assertThat(objects.at(QUOTAS.key("ns", "quota")).object("status"))
        .isEqualTo(
            Json.obj(
                "hard", Json.obj("count/configmaps", "5"),
                "used", Json.obj("count/configmaps", "1")));

    objects.delete(MAPS.key("ns", "map"), Propagation.BACKGROUND);
    quiet.await(List.of(quotas), Duration.ofSeconds(1));

    assertThat(objects.at(QUOTAS.key("ns", "quota")).text("status", "used", "count/configmaps"))
        .isEqualTo("0");
  }
}
