package dev.dray.verify.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.explain.Cause;
import dev.dray.allocation.explain.Explanation;
import dev.dray.allocation.explain.RequestFunnel;
import dev.dray.allocation.explain.RequestFunnel.Amount;
import dev.dray.allocation.explain.Shortfall;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.verify.reference.RandomWorld;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is explained must be what happens, in small worlds in which all features meet. */
class ExplanationPropertyTest {
  private static final String SEEDS = "dev.dray.testing.Seeds#hundred";
  private static final String MANY_SEEDS = "dev.dray.testing.Seeds#thousand";

  @ParameterizedTest(name = "seed {0}")
  @MethodSource(SEEDS)
  void there_is_an_explanation_exactly_if_the_claims_do_not_fit(long seed) {
    var world = RandomWorld.of(seed);
    var site = Site.of(world);
    boolean fits = site.answer(world.claimsToAllocate()) instanceof AllocationOutcome.Fits;
    var explanation = site.explain(world.claimsToAllocate());

    assertThat(explanation.isEmpty()).isEqualTo(fits);
    explanation.ifPresent(it -> assertThat(it.toText()).isNotBlank());
    assertThat(site.explainAsOneOfMany(world.claimsToAllocate()).toText())
        .startsWith(fits ? "1/1 nodes fit" : "0/1 nodes fit: ");
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource(SEEDS)
  void no_device_gets_lost_on_the_way_through_a_funnel(long seed) {
    var world = RandomWorld.of(seed);
    var site = Site.of(world);
    var explanation = site.explain(world.claimsToAllocate());

    assertThat(explanation.stream().flatMap(it -> it.requests().stream()))
        .flatExtracting(Explanation.Request::alternatives)
        .extracting(RequestFunnel::funnel)
        .allMatch(funnel -> funnel.seen() == site.devices())
        .allMatch(funnel -> funnel.removals().isEmpty() == funnel.nearest().isEmpty());
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource(SEEDS)
  void the_cause_agrees_with_the_answer(long seed) {
    var world = RandomWorld.harder(seed);
    var site = Site.of(world);
    var outcome = site.answer(world.claimsToAllocate());

    site.explain(world.claimsToAllocate()).ifPresent(it -> check(it, outcome));
  }

  private static void check(Explanation explanation, AllocationOutcome outcome) {
    switch (explanation.cause()) {
      case Cause.Refused(var message) ->
          assertThat(outcome).isEqualTo(new AllocationOutcome.Fatal(message));
      case Cause.Failed(var message, _, _) ->
          assertThat(outcome).isEqualTo(new AllocationOutcome.Fatal(message));
      case Cause.TooFewDevices() ->
          assertThat(explanation.requests())
              .as(outcome.toString())
              .anyMatch(request -> !request.hasEnough());
      case Cause.NotTogether(var shortfalls) -> {
        assertThat(explanation.requests()).allMatch(Explanation.Request::hasEnough);
        assertThat(shortfalls)
            .isNotEmpty()
            .filteredOn(it -> it.request().amount() == Amount.EXACTLY)
            .allMatch(it -> it.own().size() < it.request().needed())
            // Who has as much as possible has everything that is left, if it may.
            .allMatch(it -> it.exceedsResults() || hasAllThatIsLeft(it));
      }
      case Cause.Undecided() -> throw new AssertionError("So small a world is decided.");
    }
  }

  private static boolean hasAllThatIsLeft(Shortfall shortfall) {
    return shortfall.own().size() == shortfall.request().funnel().left();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource(MANY_SEEDS)
  void a_device_is_left_for_a_request_exactly_if_the_request_alone_gets_one(long seed) {
    var world = RandomWorld.of(seed);
    var site = Site.of(world);
    var explanation = site.explain(world.claimsToAllocate());
    if (explanation.isEmpty() || explanation.get().requests().isEmpty()) {
      return;
    }
    var explained = explanation.get().requests().iterator();
    for (var claim : world.claimsToAllocate()) {
      for (var request : claim.spec().devices().requests()) {
        compare(site, claim, request, explained.next());
      }
    }
  }

  private static void compare(
      Site site, ResourceClaim claim, DeviceRequest request, Explanation.Request explained) {
    boolean all = explained.alternatives().stream().anyMatch(it -> it.amount() == Amount.ALL);
    var outcome = site.answer(List.of(asksForOne(claim, request)));
    if (!all && !(outcome instanceof AllocationOutcome.Fatal)) {
      assertThat(outcome instanceof AllocationOutcome.Fits)
          .as(explained.toString())
          .isEqualTo(explained.alternatives().stream().anyMatch(it -> it.funnel().left() > 0));
    }
  }

  /** The claim with nothing but one device for this request. */
  private static ResourceClaim asksForOne(ResourceClaim claim, DeviceRequest request) {
    var one =
        new DeviceRequest(
            request.name(),
            request.exactly().map(it -> it.withCount(1)),
            request.firstAvailable().stream().map(it -> it.withCount(1)).toList());
    var devices = claim.spec().devices();
    return claim.withSpec(new ResourceClaimSpec(devices.withRequests(List.of(one))));
  }
}
