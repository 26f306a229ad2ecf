package dev.dray.verify.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.resource.DeviceToleration;
import dev.dray.planning.Availability;
import dev.dray.planning.Offer;
import dev.dray.testing.Seeds;
import dev.dray.verify.reference.RandomWorld;
import dev.dray.verify.reference.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said to be available must be what can be allocated until nothing fits. */
class AvailabilityPropertyTest {
  private static final int MOST = 40;

  /** Seeds that one entry of the report stands for. */
  private static final String PARTS = "dev.dray.testing.Seeds#planning";

  @ParameterizedTest(name = "seeds {0}")
  @MethodSource(PARTS)
  void what_is_available_is_what_can_be_allocated_until_nothing_fits(Seeds.Part seeds) {
    for (long seed = seeds.first(); seed < seeds.first() + seeds.count(); seed++) {
      compare(seed);
    }
  }

  private static void compare(long seed) {
    var world = seed % 2 == 0 ? RandomWorld.of(seed) : RandomWorld.harder(seed);
    var room = Storeroom.of(Marked.world(world, seed));
    var tolerating =
        seed % 3 == 0 ? List.of(Availability.everything()) : List.<DeviceToleration>of();
    var answer = room.available(question(world, tolerating));
    for (var offer : answer.offers()) {
      for (var item : offer.items()) {
        boolean told = compare(room, offer, item, tolerating, "seed %d, %s".formatted(seed, offer));
        if (told && answer.troubles().isEmpty() && !item.shareable()) {
          compareTogether(room, offer, item, tolerating, "seed %d, %s".formatted(seed, offer));
        }
      }
    }
  }

  private static Availability.Question question(World world, List<DeviceToleration> tolerating) {
    var classes = world.classes().stream().map(it -> it.metadata().name()).toList();
    return new Availability.Question(classes, tolerating, Marked.attributes());
  }

  /** Whether there was something to compare with. */
  private static boolean compare(
      Storeroom room,
      Offer offer,
      Offer.Item item,
      List<DeviceToleration> tolerating,
      String where) {
    var claim = Availability.claim(offer.deviceClass(), tolerating);
    var taken = room.take(Storeroom.selecting(claim, Marked.selector(item.kind()), 1), MOST);

    if (taken.isPresent()) {
      assertThat(Math.min(item.available(), MOST)).as(where).isEqualTo(taken.getAsInt());
    }
    return taken.isPresent();
  }

  private static void compareTogether(
      Storeroom room,
      Offer offer,
      Offer.Item item,
      List<DeviceToleration> tolerating,
      String where) {
    int most = (int) item.together();
    var claim = Availability.claim(offer.deviceClass(), tolerating);
    var selector = Marked.selector(item.kind());

    assertThat(most).isGreaterThanOrEqualTo((int) item.available());
    if (most > 0) {
      assertThat(room.fits(Storeroom.selecting(claim, selector, most))).as(where).isTrue();
    }
    assertThat(room.fits(Storeroom.selecting(claim, selector, most + 1))).as(where).isFalse();
  }

  @Test
  void there_are_worlds_in_which_it_matters() {
    int shares = 0;
    int tainted = 0;
    int drawn = 0;
    int better = 0;
    for (long seed = 0; seed < 500; seed++) {
      var world = seed % 2 == 0 ? RandomWorld.of(seed) : RandomWorld.harder(seed);
      var room = Storeroom.of(Marked.world(world, seed));
      for (var offer : room.available(question(world, List.of())).offers()) {
        for (var item : offer.items()) {
          shares += item.shareable() && item.available() > 1 ? 1 : 0;
          tainted += item.tainted() > 0 ? 1 : 0;
          long free = (long) item.devices() - item.inUse() - item.tainted();
          drawn += item.available() > 0 && item.available() < free ? 1 : 0;
          better += item.together() > item.available() ? 1 : 0;
        }
      }
    }

    assertThat(List.of(shares, tainted, drawn)).allMatch(count -> count > 100);
    assertThat(better).isPositive();
  }
}
