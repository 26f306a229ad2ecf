package dev.dray.registry;

import static dev.dray.registry.Desk.names;
import static dev.dray.registry.Desk.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.kinds.StatusError.Reason;
import dev.dray.registry.Registry.Freshness;
import dev.dray.registry.Registry.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ListsTest {
  private final Desk desk = new Desk();

  @BeforeEach
  void fill() {
    for (int i = 0; i < 10; i++) {
      desk.create(
          "configmaps",
          "{metadata: {name: c%d, labels: {num: '%d', half: '%d'}}}".formatted(i, i, i / 5));
    }
  }

  @AfterEach
  void close() {
    desk.close();
  }

  private Registry.Listed list(String labels, Freshness freshness, String after, int limit) {
    var target = desk.target("configmaps", "");
    var listSelection = ListSelection.parse(target.resource(), labels, "");
    return desk.registry.list(target, new Query(listSelection, freshness, after, limit));
  }

  private List<String> paged(String labels, int limit, Runnable meanwhile) {
    var all = new ArrayList<String>();
    var page = list(labels, new Freshness.Newest(), "", limit);
    all.addAll(names(page));
    while (!page.nextAfter().isEmpty()) {
      meanwhile.run();
      page = list(labels, new Freshness.Exactly(page.revision()), page.nextAfter(), limit);
      assertThat(page.items().size()).isBetween(0, limit);
      all.addAll(names(page));
    }
    return all;
  }

  @Test
  void pages_make_the_list_as_it_was_whatever_happens_meanwhile() {
    var whole = names(list("", new Freshness.Newest(), "", 0));
    var half = names(list("half=1", new Freshness.Newest(), "", 0));
    for (int limit : List.of(1, 2, 3, 5, 9, 10, 11)) {
      var before = names(list("", new Freshness.Newest(), "", 0));
      assertThat(
              paged(
                  "",
                  limit,
                  () -> {
                    desk.create("configmaps", "{metadata: {generateName: a-}}");
                    desk.create("configmaps", "{metadata: {generateName: z-}}");
                  }))
          .as("limit %d", limit)
          .isEqualTo(before);
      assertThat(paged("half=1", limit, () -> {})).as("limit %d", limit).isEqualTo(half);
    }
    assertThat(whole).hasSize(10);
  }

  @Test
  void a_page_knows_how_many_remain_unless_they_are_selected() {
    var first = list("", new Freshness.Newest(), "", 4);
    var second = list("", new Freshness.Exactly(first.revision()), first.nextAfter(), 4);
    var third = list("", new Freshness.Exactly(first.revision()), second.nextAfter(), 4);

    assertThat(first.remaining()).contains(6L);
    assertThat(second.remaining()).contains(2L);
    assertThat(third.remaining()).isEmpty();
    assertThat(third.nextAfter()).isEmpty();
    assertThat(list("half=0", new Freshness.Newest(), "", 4).remaining())
        .isEqualTo(Optional.empty());
  }

  @Test
  void a_list_can_be_had_as_it_was() {
    long then = desk.store.revision();
    desk.delete("configmaps", "c0", "{}");

    assertThat(names(list("", new Freshness.Exactly(then), "", 0))).hasSize(10);
    long now = desk.store.revision();
    assertThat(names(list("", new Freshness.NotOlderThan(now), "", 0))).hasSize(9);
    assertThat(names(list("", new Freshness.Any(), "", 0))).hasSizeBetween(9, 10);
  }

  @Test
  void what_the_store_has_forgotten_is_expired() {
    long then = desk.store.revision();
    desk.delete("configmaps", "c0", "{}");
    desk.store.compact(then + 1);

    var error = refused(() -> list("", new Freshness.Exactly(then), "", 0));

    assertThat(error.reason()).isEqualTo(Reason.EXPIRED);
    assertThat(refused(() -> desk.registry.follow(desk.target("configmaps", ""), 1)).reason())
        .isEqualTo(Reason.EXPIRED);
  }

  @Test
  void a_revision_that_is_yet_to_come_is_too_large() {
    long future = desk.store.revision() + 1_000;

    for (var freshness :
        List.of(new Freshness.NotOlderThan(future), new Freshness.Exactly(future))) {
      var error = refused(() -> list("", freshness, "", 0));
      assertThat(error.reason()).isEqualTo(Reason.TIMEOUT);
      assertThat(error).hasMessageStartingWith("Too large resource version: %d".formatted(future));
      assertThat(error.retryAfterSeconds()).contains(1);
      assertThat(error.status().objects("details", "causes").getFirst().text("reason"))
          .isEqualTo("ResourceVersionTooLarge");
    }
  }

  @Test
  void labels_select() {
    assertThat(names(desk.list("configmaps", "num in (1, 2)", ""))).containsExactly("c1", "c2");
    assertThat(names(desk.list("configmaps", "half!=0,num!=7", ""))).hasSize(4);
    assertThat(refused(() -> desk.list("configmaps", "num in (", "")).reason())
        .isEqualTo(Reason.BAD_REQUEST);
  }

  @Test
  void fields_select_as_far_as_a_kind_has_them() {
    desk.create("pods", "{metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}");
    desk.create(
        "pods", "{metadata: {name: q}, spec: {nodeName: node, containers: [{name: c, image: i}]}}");

    assertThat(names(desk.list("pods", "", "spec.nodeName=node"))).containsExactly("q");
    assertThat(names(desk.list("pods", "", "spec.nodeName="))).containsExactly("p");
    assertThat(names(desk.list("pods", "", "spec.nodeName!=node,metadata.name==p")))
        .containsExactly("p");
    assertThat(names(desk.list("configmaps", "", "metadata.name=c3"))).containsExactly("c3");
    var error = refused(() -> desk.list("configmaps", "", "spec.nodeName=node"));
    assertThat(error.reason()).isEqualTo(Reason.BAD_REQUEST);
    assertThat(error)
        .hasMessageContaining(
            "\"spec.nodeName\" is not a known field selector: only \"metadata.name\","
                + " \"metadata.namespace\"");
    assertThat(refused(() -> desk.list("configmaps", "", "nonsense")).reason())
        .isEqualTo(Reason.BAD_REQUEST);
  }
}
