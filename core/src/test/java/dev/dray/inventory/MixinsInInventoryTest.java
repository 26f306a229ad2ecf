package dev.dray.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.inventory.patch.Notice;
import org.junit.jupiter.api.Test;

/** What devices and counter sets get from the mixins they include (KEP-5234). */
class MixinsInInventoryTest {
  private static final String DEVICES =
      """
      nodeName: n1
      mixins:
        device:
        - name: base
          attributes: {model: {string: a100}, ecc: {bool: true}, gpu.example.com/index: {int: 0}}
          capacity: {memory: {value: 40Gi}, cores: {value: "100"}}
        - name: big
          attributes: {model: {string: a100-80}}
          capacity: {memory: {value: 80Gi}}
      devices:
      - name: plain
        includes: [base]
      - name: later-wins
        includes: [base, big]
      - name: earlier-loses
        includes: [big, base]
      - name: own-wins
        includes: [base, big]
        attributes: {model: {string: own}, index: {int: 7}}
        capacity: {memory: {value: 1Gi}}
      - name: none
      """;

  private static World devices() {
    return World.empty().slice("s", "p", DEVICES);
  }

  @Test
  void a_device_has_what_it_includes() {
    assertThat(devices().attributes("p", "plain"))
        .containsExactly("ecc=true", "index=0", "model=a100");
    assertThat(devices().capacity("p", "plain")).containsExactly("cores=100", "memory=40Gi");
  }

  @Test
  void a_later_include_wins_over_an_earlier() {
    assertThat(devices().attributes("p", "later-wins")).contains("model=a100-80");
    assertThat(devices().capacity("p", "later-wins")).contains("memory=80Gi");
    assertThat(devices().attributes("p", "earlier-loses")).contains("model=a100");
    assertThat(devices().capacity("p", "earlier-loses")).contains("memory=40Gi");
  }

  @Test
  void own_entries_win_in_either_spelling() {
    assertThat(devices().attributes("p", "own-wins"))
        .containsExactly("ecc=true", "index=7", "model=own");
    assertThat(devices().capacity("p", "own-wins")).containsExactly("cores=100", "memory=1Gi");
  }

  @Test
  void what_was_published_is_shown_without_what_was_included() {
    var generation = devices().newest("p");

    var published = generation.published(generation.row("own-wins").orElseThrow());

    assertThat(published.includes()).containsExactly("base", "big");
    assertThat(published.attributes().keySet()).containsExactlyInAnyOrder("model", "index");
    assertThat(published.capacity().keySet()).containsExactly("memory");
  }

  @Test
  void a_device_with_an_include_that_does_not_exist_is_hidden_and_this_is_said_once() {
    var world =
        World.empty()
            .slice("s", "p", "nodeName: n1\ndevices: [{name: d1, includes: [lost]}, {name: d2}]");
    world.snapshot();

    assertThat(world.traits("p", "d1").hidden()).contains(Hidden.DANGLING_INCLUDE);
    assertThat(world.traits("p", "d2").hidden()).isEmpty();
    assertThat(world.inventory().takeNotices())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.reason().word()).isEqualTo("DanglingInclude");
              assertThat(notice.name()).isEqualTo("s");
              assertThat(notice.device().orElseThrow()).hasToString("gpu.example.com/p/d1");
              assertThat(notice.message())
                  .isEqualTo("it includes the mixin lost, which does not exist");
            });

    world.rule("r", "taint: {key: k, effect: NoSchedule}").snapshot();
    assertThat(world.inventory().takeNotices()).isEmpty();
  }

  @Test
  void without_mixins_the_devices_that_use_them_are_hidden_and_the_pool_stays_valid() {
    var world = World.without(Gate.DRA_RESOURCE_SLICE_MIXINS).slice("s", "p", DEVICES);

    assertThat(world.traits("p", "plain").hidden()).contains(Hidden.MIXINS_OFF);
    assertThat(world.traits("p", "none").hidden()).isEmpty();
    assertThat(world.seenFrom("n1"))
        .containsExactly("p: plain later-wins earlier-loses own-wins none");
  }

  private static final String COUNTERS =
      """
      mixins:
        counterSet:
        - name: standard
          counters: {memory: {value: 80Gi}, cores: {value: "100"}}
      sharedCounters:
      - name: full
        includes: [standard]
        counters: {memory: {value: 40Gi}}
      - name: direct
        counters: {memory: {value: 10Gi}}
      """;

  private static final String CONSUMERS =
      """
      nodeName: n1
      mixins:
        deviceCounterConsumption:
        - name: half
          counters: {memory: {value: 20Gi}, cores: {value: "50"}}
      devices:
      - name: mixed
        consumesCounters:
        - {counterSet: full, includes: [half], counters: {cores: {value: "10"}}}
        - {counterSet: direct, counters: {memory: {value: 1Gi}}}
      - name: other
        consumesCounters:
        - {counterSet: full, counters: {memory: {value: 1Gi}}}
      - name: third
        consumesCounters:
        - {counterSet: direct, counters: {memory: {value: 1Gi}}}
      """;

  private static World counters(World world) {
    return world.slice("c", "p", 1, 2, COUNTERS).slice("d", "p", 1, 2, CONSUMERS);
  }

  private static String draw(World world, String device) {
    var generation = world.newest("p");
    var counterDraw =
        generation.draw(generation.traitsNumber(generation.row(device).orElseThrow()));
    var counters = generation.counters();
    var text = new StringBuilder();
    for (int i = 0; i < counterDraw.fixed(); i++) {
      int counter = counterDraw.fixedCounter(i);
      text.append(text.isEmpty() ? "" : " ")
          .append(counters.setName(counters.setOf(counter)))
          .append('/')
          .append(counters.name(counter))
          .append('=')
          .append(counterDraw.fixedAmount(i));
    }
    return text.toString();
  }

  @Test
  void counter_sets_and_consumptions_have_what_they_include() {
    var world = counters(World.empty());

    assertThat(world.seenFrom("n1")).containsExactly("p: mixed other third");
    assertThat(draw(world, "mixed")).isEqualTo("full/memory=20Gi full/cores=10 direct/memory=1Gi");
    var table = world.newest("p").counters();
    int full = table.set("full").orElseThrow();
    assertThat(table.total(table.counter(full, "memory").orElseThrow())).hasToString("40Gi");
    assertThat(table.total(table.counter(full, "cores").orElseThrow())).hasToString("100");
  }

  @Test
  void without_mixins_devices_that_consume_from_a_set_that_uses_them_are_hidden() {
    var world = counters(World.without(Gate.DRA_RESOURCE_SLICE_MIXINS));

    assertThat(world.traits("p", "mixed").hidden()).contains(Hidden.MIXINS_OFF);
    assertThat(world.traits("p", "other").hidden()).contains(Hidden.MIXINS_OFF);
    assertThat(world.traits("p", "third").hidden()).isEmpty();
    assertThat(world.newest("p").counters().set("full")).isEmpty();
    assertThat(world.seenFrom("n1")).containsExactly("p: mixed other third");
  }

  @Test
  void a_hidden_device_still_draws_from_the_sets_that_stay() {
    var world = counters(World.without(Gate.DRA_RESOURCE_SLICE_MIXINS));

    assertThat(draw(world, "mixed")).isEqualTo("direct/memory=1Gi");
  }

  @Test
  void a_consumption_through_mixins_still_counts_without_mixins() {
    var world =
        World.without(Gate.DRA_RESOURCE_SLICE_MIXINS)
            .slice(
                "c",
                "p",
                1,
                2,
                "sharedCounters: [{name: full, counters: {memory: {value: 9Gi}, cores: {value:"
                    + " '9'}}}]")
            .slice("d", "p", 1, 2, CONSUMERS.replace("direct", "full"));

    assertThat(world.traits("p", "mixed").hidden()).contains(Hidden.MIXINS_OFF);
    assertThat(draw(world, "mixed")).isEqualTo("full/memory=20Gi full/cores=10 full/memory=1Gi");
  }

  @Test
  void a_counter_set_with_an_include_that_does_not_exist_leaves_with_its_consumers() {
    var world =
        World.empty()
            .slice("c", "p", 1, 2, COUNTERS.replace("[standard]", "[lost]"))
            .slice("d", "p", 1, 2, CONSUMERS);

    assertThat(world.traits("p", "other").hidden()).contains(Hidden.DANGLING_INCLUDE);
    assertThat(world.traits("p", "third").hidden()).isEmpty();
    assertThat(world.seenFrom("n1")).containsExactly("p: mixed other third");
    assertThat(world.inventory().takeNotices())
        .extracting(Notice::message)
        .containsExactly("the counter set full includes the mixin lost, which does not exist");
  }

  @Test
  void a_counter_that_only_a_mixin_names_must_exist_too() {
    var world =
        World.empty()
            .slice(
                "c", "p", 1, 2, "sharedCounters: [{name: full, counters: {memory: {value: 9Gi}}}]")
            .slice("d", "p", 1, 2, CONSUMERS.replace("direct", "full"));

    assertThat(world.seenFrom("n1").getFirst())
        .endsWith("(INVALID: counter cores not found in counter set full)");
  }
}
