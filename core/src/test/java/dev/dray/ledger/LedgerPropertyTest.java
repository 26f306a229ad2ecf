package dev.dray.ledger;

import static dev.dray.ledger.Claims.holding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LedgerPropertyTest {

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void a_ledger_rebuilt_from_claims_equals_one_that_saw_every_event(long seed) {
    var random = new Random(seed);
    var current = new TreeMap<String, ResourceClaim>();
    var ledger = Ledger.empty();

    for (int event = 0; event < 20; event++) {
      ledger = live(ledger, current, random);
      var claims = new ArrayList<>(current.values());
      Collections.shuffle(claims, random);

      assertThat(ledger).isEqualTo(Ledger.of(claims));
      assertThat(ledger.claims()).containsExactlyElementsOf(current.values());
      assertThat(sums(ledger)).isEqualTo(sums(claims));
      assertThat(holders(ledger)).isEqualTo(holders(current));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void a_ledger_says_the_same_whatever_came_after_it(long seed) {
    var random = new Random(seed);
    var current = new TreeMap<String, ResourceClaim>();
    var seen = new ArrayList<Ledger>();
    var said = new ArrayList<String>();

    for (int event = 0; event < 20; event++) {
      var last = seen.isEmpty() ? Ledger.empty() : seen.getLast();
      seen.add(live(last, current, random));
      said.add(seen.getLast().toString());
    }

    assertThat(seen).extracting(Ledger::toString).isEqualTo(said);
  }

  /** One event of the life of some claim. */
  private static Ledger live(Ledger ledger, Map<String, ResourceClaim> current, Random random) {
    var name = "c" + random.nextInt(12);
    var claim = holding(name, results(random));
    return switch (random.nextInt(4)) {
      case 0 -> {
        current.remove(name);
        yield ledger.without("uid-" + name);
      }
      case 1 -> {
        current.remove(name);
        yield ledger.with(claim.withStatus(ResourceClaimStatus.EMPTY));
      }
      default -> {
        current.put(name, claim);
        yield ledger.with(claim);
      }
    };
  }

  private static String[] results(Random random) {
    var results = new String[1 + random.nextInt(4)];
    for (int i = 0; i < results.length; i++) {
      var fields = new ArrayList<String>();
      if (random.nextInt(5) == 0) {
        fields.add("adminAccess: true");
      }
      if (random.nextBoolean()) {
        fields.add("shareID: s" + random.nextInt(3));
        fields.add("consumedCapacity: {memory: %d}".formatted(random.nextInt(3)));
      }
      if (random.nextBoolean()) {
        fields.add(
            "consumedCounters: {set%d: {slots: %dm, queues: %d}}"
                .formatted(random.nextInt(2), random.nextInt(3000), random.nextInt(2)));
      }
      if (random.nextBoolean()) {
        fields.add("compatibilityGroups: {set: [g%d]}".formatted(random.nextInt(2)));
      }
      results[i] =
          Claims.result(
              "p" + random.nextInt(3), "g" + random.nextInt(4), fields.toArray(String[]::new));
    }
    return results;
  }

  private static Map<String, Quantity> sums(Ledger ledger) {
    var sums = new TreeMap<String, Quantity>();
    for (var pool : ledger.pools()) {
      ledger
          .usage(pool)
          .consumedCounters()
          .forEach((id, sum) -> sums.put(pool + " " + id.set() + " " + id.counter(), sum));
    }
    return sums;
  }

  /** The sums by the simplest program that could be right. */
  private static Map<String, Quantity> sums(List<ResourceClaim> claims) {
    var sums = new TreeMap<String, Quantity>();
    for (var claim : claims) {
      for (var result : claim.status().allocation().orElseThrow().devices().results()) {
        if (result.adminAccess().isPresent()) {
          continue;
        }
        var pool = new PoolId(result.driver(), result.pool());
        result
            .consumedCounters()
            .forEach(
                (set, counters) ->
                    counters.forEach(
                        (counter, amount) ->
                            sums.merge(pool + " " + set + " " + counter, amount, Quantity::add)));
      }
    }
    sums.values().removeIf(Quantity::isZero);
    return sums;
  }

  private static List<String> holders(Ledger ledger) {
    var holders = new ArrayList<String>();
    for (var pool : ledger.pools()) {
      ledger
          .usage(pool)
          .devices()
          .forEach(
              (device, use) -> {
                use.exclusive()
                    .forEach(one -> holders.add(holder(one.holder().claim(), pool, device, "")));
                use.shares()
                    .forEach(
                        one ->
                            holders.add(
                                holder(one.holder().claim(), pool, device, one.shareId().get())));
              });
    }
    Collections.sort(holders);
    return holders;
  }

  private static List<String> holders(Map<String, ResourceClaim> claims) {
    var holders = new ArrayList<String>();
    claims.forEach(
        (name, claim) ->
            claim.status().allocation().orElseThrow().devices().results().stream()
                .filter(result -> result.adminAccess().isEmpty())
                .map(
                    result ->
                        holder(
                            name,
                            new PoolId(result.driver(), result.pool()),
                            result.device(),
                            result.shareId().orElse("")))
                .forEach(holders::add));
    Collections.sort(holders);
    return holders;
  }

  private static String holder(String claim, PoolId pool, String device, String share) {
    return claim + " has " + pool + "/" + device + " " + share;
  }
}
