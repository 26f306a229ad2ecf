package dev.dray.collector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.collector.Objects.Propagation;
import dev.dray.kinds.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OwnerCollectorTest {
  private static final Resource MAPS = FakeObjects.kind("configmaps");
  private static final Resource NODES = FakeObjects.kind("nodes");

  private final Quiet quiet = new Quiet();
  private Random interference = new Random(0);
  private boolean interfering;
  private final FakeObjects objects =
      new FakeObjects(() -> interfering && interference.nextInt(4) == 0);
  private final List<OwnerCollector> collectors = List.of(collector(), collector());

  /** Two, as two servers have. */
  private OwnerCollector collector() {
    var made = new OwnerCollector(objects, FakeObjects.KINDS.all(), new KeyQueue(quiet::nanos));
    objects.tell(made);
    return made;
  }

  private static Json.Obj reference(String apiVersion, String kind, String name, boolean blocks) {
    return Json.obj(
        "apiVersion", apiVersion,
        "kind", kind,
        "name", name,
        "uid", "uid-" + name,
        "blockOwnerDeletion", blocks);
  }

  private static Json.Obj map(String name) {
    return reference("v1", "ConfigMap", name, true);
  }

  private static Json.Obj object(String namespace, String name, List<Json.Obj> owners) {
    var metadata = Json.obj("name", name, "uid", "uid-" + name);
    if (!namespace.isEmpty()) {
      metadata = metadata.with("namespace", Json.of(namespace));
    }
    return Json.obj("metadata", metadata.with("ownerReferences", Json.of(owners)));
  }

  private void create(String namespace, String name, Json.Obj... owners) {
    var kind = namespace.isEmpty() ? NODES : MAPS;
    objects.put(kind, object(namespace, name, List.of(owners)));
  }

  private void delete(String name, Propagation propagation) {
    objects.delete(MAPS.key("ns", name), propagation);
  }

  private void rest() {
    quiet.await(collectors, Duration.ofMinutes(2));
  }

  private List<String> names() {
    return objects.keys().stream().map(key -> key.substring(key.lastIndexOf('/') + 1)).toList();
  }

  @Test
  void changes_that_have_nothing_to_do_with_owners_ask_for_nothing() {
    create("ns", "owner");
    create("ns", "owned", map("owner"));
    rest();
    int before = objects.asked;

    objects.put(
        MAPS, object("ns", "owned", List.of(map("owner"))).with("data", Json.obj("a", "b")));
    rest();

    assertThat(objects.asked).isEqualTo(before);
    delete("owner", Propagation.BACKGROUND);
    rest();
    assertThat(names()).isEmpty();
  }

  @Test
  void what_is_owned_goes_after_its_owner() {
    create("ns", "owner");
    create("ns", "owned", map("owner"));
    create("ns", "owned-by-owned", map("owned"));
    create("ns", "free");
    rest();
    assertThat(names()).containsExactly("free", "owned", "owned-by-owned", "owner");

    delete("owner", Propagation.BACKGROUND);
    rest();

    assertThat(names()).containsExactly("free");
  }

  @Test
  void an_object_with_another_owner_stays_and_forgets_the_one_that_is_gone() {
    create("ns", "a");
    create("ns", "b");
    create("ns", "owned", map("a"), map("b"));

    delete("a", Propagation.BACKGROUND);
    rest();

    assertThat(names()).containsExactly("b", "owned");
    assertThat(objects.at(MAPS.key("ns", "owned")).objects("metadata", "ownerReferences"))
        .containsExactly(map("b"));
  }

  @Test
  void an_owner_of_the_same_name_with_another_uid_is_none() {
    create("ns", "owner");
    create("ns", "owned", map("owner").with("uid", Json.of("uid-of-the-last-one")));
    rest();

    assertThat(names()).containsExactly("owner");
  }

  @Test
  void an_owner_in_another_namespace_is_none() {
    create("other", "owner");
    create("ns", "owned", map("owner"));
    rest();

    assertThat(names()).containsExactly("owner");
  }

  @Test
  void objects_of_the_cluster_own_those_of_namespaces_but_not_the_other_way_round() {
    create("", "node");
    create("ns", "map");
    create("ns", "owned", reference("v1", "Node", "node", false));
    create("", "odd", map("missing"));
    rest();
    assertThat(names()).containsExactlyInAnyOrder("node", "map", "owned", "odd");

    objects.delete(NODES.key("", "node"), Propagation.BACKGROUND);
    rest();

    assertThat(names()).containsExactlyInAnyOrder("map", "odd");
  }

  @Test
  void owners_of_kinds_that_the_server_does_not_have_are_taken_to_be_there() {
    create("ns", "owned", reference("apps/v1", "Deployment", "web", true));
    rest();

    assertThat(names()).containsExactly("owned");
  }

  @Test
  void in_the_foreground_an_owner_goes_last() {
    create("ns", "owner");
    create("ns", "owned", map("owner"));
    create("ns", "owned-by-owned", map("owned"));
    delete("owner", Propagation.FOREGROUND);
    var order = new ArrayList<String>();
    objects.tell(
        event -> {
          if (event.now().isEmpty()) {
            order.add(event.key().substring(event.key().lastIndexOf('/') + 1));
          }
        });
    rest();

    assertThat(order).containsExactly("owned-by-owned", "owned", "owner");
  }

  @Test
  void who_does_not_block_is_not_waited_for() {
    create("ns", "owner");
    create("ns", "owned", reference("v1", "ConfigMap", "owner", false));
    var held = objects.at(MAPS.key("ns", "owned"));
    objects.put(
        MAPS, held.with(List.of("metadata", "finalizers"), Json.strings(List.of("x.io/keep"))));
    delete("owner", Propagation.FOREGROUND);
    rest();

    assertThat(names()).containsExactly("owned");
    assertThat(objects.at(MAPS.key("ns", "owned")).text("metadata", "deletionTimestamp"))
        .isNotEmpty();
  }

  @Test
  void who_waits_in_a_circle_goes_nevertheless() {
    create("ns", "a", map("b"));
    create("ns", "b", map("a"));
    delete("a", Propagation.FOREGROUND);
    rest();

    assertThat(names()).isEmpty();
  }

  @Test
  void orphans_stay_and_have_no_owner_any_more() {
    create("ns", "owner");
    create("ns", "owned", map("owner"));
    delete("owner", Propagation.ORPHAN);
    rest();

    assertThat(names()).containsExactly("owned");
    assertThat(objects.at(MAPS.key("ns", "owned")).objects("metadata", "ownerReferences"))
        .isEmpty();
  }

  static LongStream seeds() {
    Long only = Long.getLong("dray.seed");
    return only == null ? LongStream.range(0, 300) : LongStream.of(only);
  }

  @ParameterizedTest(name = "-Ddray.seed={0}")
  @MethodSource("seeds")
  void of_any_graph_exactly_the_right_objects_remain(long seed) {
    var random = new Random(seed);
    interference = new Random(seed);
    interfering = true;
    boolean orphaning = seed % 3 == 0;
    var graph = graph(random, orphaning);
    graph.forEach((name, owners) -> create("ns", name, owners.toArray(Json.Obj[]::new)));
    var deleted = new TreeSet<String>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      for (int steps = random.nextInt(20); steps > 0; steps--) {
        quiet.step(collectors.get(random.nextInt(2)));
      }
      var name = "o" + random.nextInt(graph.size());
      deleted.add(name);
      delete(name, propagation(random, orphaning));
    }
    rest();

    assertThat(names()).isEqualTo(List.copyOf(expected(graph, deleted, orphaning)));
    for (var key : objects.keys()) {
      assertThat(objects.at(key).text("metadata", "deletionTimestamp")).as(key).isEmpty();
    }
  }

  private static Propagation propagation(Random random, boolean orphaning) {
    if (orphaning) {
      return Propagation.ORPHAN;
    }
    return random.nextBoolean() ? Propagation.BACKGROUND : Propagation.FOREGROUND;
  }

  /** Circles too; and owners that never were, unless orphans could come from it in two ways. */
  private static Map<String, List<Json.Obj>> graph(Random random, boolean orphaning) {
    var graph = new LinkedHashMap<String, List<Json.Obj>>();
    int size = 2 + random.nextInt(12);
    for (int i = 0; i < size; i++) {
      var owners = new ArrayList<Json.Obj>();
      for (int owner = 0; owner < size; owner++) {
        if (owner != i && random.nextInt(size) < 2) {
          var reference = reference("v1", "ConfigMap", "o" + owner, random.nextBoolean());
          boolean wrong = !orphaning && random.nextInt(6) == 0;
          owners.add(wrong ? reference.with("uid", Json.of("uid-wrong")) : reference);
        }
      }
      graph.put("o" + i, owners);
    }
    return graph;
  }

  private static SortedSet<String> expected(
      Map<String, List<Json.Obj>> graph, Set<String> deleted, boolean orphaning) {
    var left = new TreeSet<>(graph.keySet());
    left.removeAll(deleted);
    boolean more = !orphaning;
    while (more) {
      more =
          left.removeIf(
              name -> {
                var owners = graph.getOrDefault(name, List.of());
                return !owners.isEmpty()
                    && owners.stream()
                        .noneMatch(
                            it ->
                                left.contains(it.text("name"))
                                    && it.text("uid").equals("uid-" + it.text("name")));
              });
    }
    return left;
  }
}
