package dev.dray.verify.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.planning.Availability;
import dev.dray.planning.Offer;
import dev.dray.testing.Seeds;
import dev.dray.verify.reference.RandomWorld;
import dev.dray.verify.reference.World;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said to be available must be what can be allocated until nothing fits. */
class AvailabilityPropertyTest {
  private static final int MOST = 40;

  /** All that devices of random worlds have, or take of counters. */
  private static final List<String> CAPACITIES = List.of("bw", "mem", "vf");

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

  @ParameterizedTest(name = "seeds {0}")
  @MethodSource(PARTS)
  void amounts_can_be_had_if_and_only_if_they_are_said_to_be(Seeds.Part seeds) {
    for (long seed = seeds.first(); seed < seeds.first() + seeds.count(); seed++) {
      compareAmounts(seed);
    }
  }

  private static void compareAmounts(long seed) {
    var world = seed % 2 == 0 ? RandomWorld.of(seed) : RandomWorld.harder(seed);
    if (!world.gates().enabled(Gate.DRA_CONSUMABLE_CAPACITY)) {
      return;
    }
    var room = Storeroom.of(Marked.world(world, seed));
    var answer = room.available(question(world, List.of()));
    for (var offer : answer.offers()) {
      for (var item : offer.items()) {
        var where = "seed %d, %s, %s".formatted(seed, offer.deviceClass(), item);
        var claim =
            Storeroom.selecting(
                Availability.claim(offer.deviceClass(), List.of()),
                Marked.selector(item.kind()),
                1);
        // Of a capacity that is there in both spellings only one can be asked for.
        boolean isClear = item.rooms().keySet().stream().noneMatch(it -> it.contains("/"));
        if (answer.troubles().isEmpty() && isClear) {
          compareAmounts(room, claim, item, where);
        }
      }
    }
  }

  private static void compareAmounts(
      Storeroom room, ResourceClaim claim, Offer.Item item, String where) {
    item.rooms()
        .forEach(
            (name, amount) -> {
              if (amount.largest().sign() > 0) {
                assertThat(fits(room, claim, name, amount.largest())).as(where).isTrue();
              }
              if (isOnlyOnRequest(room.world(), item.kind(), name)) {
                var more = amount.largest().add(Quantity.parse("1m"));
                assertThat(fits(room, claim, name, more)).as(where + name).isFalse();
              }
            });
    if (item.byAmount() > 0) {
      assertThat(item.available()).as(where).isZero();
      assertThat(item.rooms().values()).as(where).anyMatch(it -> it.largest().sign() > 0);
    } else if (item.available() == 0 && item.rooms().isEmpty()) {
      for (var name : CAPACITIES) {
        assertThat(fits(room, claim, name, Quantity.parse("1m"))).as(where + name).isFalse();
      }
    }
    if (item.byAmount() > 0 && item.rooms().size() == 1) {
      var least = Map.of(item.rooms().keySet().iterator().next(), Quantity.ZERO);
      assertThat(room.take(Storeroom.asking(claim, least), MOST).orElse(MOST))
          .as(where)
          .isGreaterThanOrEqualTo((int) item.byAmount());
    }
  }

  /** Whether no device of the kind is given whole with what it has of a capacity. */
  private static boolean isOnlyOnRequest(World world, String kind, String name) {
    var mark = new DeviceAttribute.IntValue(Long.parseLong(kind));
    return world.patches().isEmpty()
        && world.slices().stream()
            .flatMap(slice -> slice.spec().devices().stream())
            .filter(device -> mark.equals(device.attributes().get(Marked.ATTRIBUTE)))
            .allMatch(
                device ->
                    device.allowMultipleAllocations().orElse(false)
                        || (device.includes().isEmpty()
                            && device.capacity().keySet().stream()
                                .noneMatch(it -> it.endsWith(name))));
  }

  /** Whether so much of a capacity can be had beside nothing of any others, or their defaults. */
  private static boolean fits(Storeroom room, ResourceClaim claim, String name, Quantity amount) {
    var others = CAPACITIES.stream().filter(it -> !it.equals(name)).toList();
    return IntStream.range(0, 1 << others.size())
        .anyMatch(
            chosen -> {
              var amounts = new TreeMap<>(Map.of(name, amount));
              for (int i = 0; i < others.size(); i++) {
                if ((chosen >> i & 1) != 0) {
                  amounts.put(others.get(i), Quantity.ZERO);
                }
              }
              return room.fits(Storeroom.asking(claim, amounts));
            });
  }

  @Test
  void there_are_worlds_in_which_it_matters() {
    int shares = 0;
    int tainted = 0;
    int drawn = 0;
    int better = 0;
    int byAmount = 0;
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
          byAmount += item.byAmount() > 0 ? 1 : 0;
        }
      }
    }

    assertThat(List.of(shares, tainted, drawn)).allMatch(count -> count > 100);
    assertThat(better).isPositive();
    assertThat(byAmount).isGreaterThan(20);
  }
}
