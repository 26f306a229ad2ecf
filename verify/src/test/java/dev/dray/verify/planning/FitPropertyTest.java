package dev.dray.verify.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.FilterTimeout;
import dev.dray.allocation.Parallelizer;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodAffinity;
import dev.dray.api.core.PodResourceClaim;
import dev.dray.api.core.PodSpec;
import dev.dray.api.core.PodStatus;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourceClaimTemplateSpec;
import dev.dray.cluster.Cluster;
import dev.dray.planning.Fit;
import dev.dray.planning.SchedulingAccount;
import dev.dray.planning.SchedulingAccounts;
import dev.dray.testing.Seeds;
import dev.dray.verify.reference.RandomWorld;
import dev.dray.verify.reference.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Copies that are said to fit must be those that can be allocated until nothing fits. */
class FitPropertyTest {
  private static final int MOST = 12;
  private static final String PARTS = "dev.dray.testing.Seeds#planning";

  @ParameterizedTest(name = "seeds {0}")
  @MethodSource(PARTS)
  void as_many_copies_fit_as_can_be_allocated_until_nothing_fits(Seeds.Part seeds) {
    for (long seed = seeds.first(); seed < seeds.first() + seeds.count(); seed++) {
      var world = seed % 2 == 0 ? RandomWorld.of(seed) : RandomWorld.harder(seed);
      var taken = Storeroom.of(world).take(world.claimsToAllocate(), MOST);
      var cluster = cluster(world);
      var pod = pod(world);
      var fit =
          Fit.of(
              cluster,
              pod,
              MOST,
              new Fit.Means(world.gates(), Parallelizer.CALLER, FilterTimeout.ENDLESS, () -> {}));

      assertThat(fit.copies()).as("seed %d", seed).isEqualTo(taken);
      assertThat(fit.end().isPresent()).as("seed %d", seed).isEqualTo(taken < MOST);
      assertThat(fit.byNode().values().stream().mapToInt(Integer::intValue).sum())
          .isEqualTo(fit.copies());
    }
  }

  @ParameterizedTest(name = "seeds {0}")
  @MethodSource(PARTS)
  void an_account_never_contradicts_what_the_allocator_answers(Seeds.Part seeds) {
    for (long seed = seeds.first(); seed < seeds.first() + seeds.count() / 2; seed++) {
      var world = RandomWorld.of(seed);
      var room = Storeroom.of(world);
      var schedulingAccounts =
          new SchedulingAccounts(
              cluster(world), world.gates(), Parallelizer.CALLER, FilterTimeout.ENDLESS);
      for (var claim : world.claimsToAllocate()) {
        var schedulingAccount = schedulingAccounts.ofClaim(claim, List.of(room.node()));
        var outcome =
            room.allocator().allocate(room.snapshot(), room.ledger(), room.node(), List.of(claim));

        assertThat(schedulingAccount.verdict())
            .as("seed %d, %s", seed, outcome)
            .isEqualTo(
                outcome instanceof AllocationOutcome.Fits
                    ? SchedulingAccount.Verdict.FITS
                    : SchedulingAccount.Verdict.WAITS);
      }
    }
  }

  /** The world with its node, and a template for each claim that asks for devices. */
  private static Cluster cluster(World world) {
    var facts = world.node();
    var node =
        new Node(
            ObjectMeta.named(facts.name()).withLabels(facts.labels()),
            false,
            List.of(),
            Map.of(),
            List.copyOf(facts.declaredFeatures()),
            RawJson.ABSENT);
    var templates = new ArrayList<ResourceClaimTemplate>();
    for (var claim : world.claimsToAllocate()) {
      templates.add(
          new ResourceClaimTemplate(
              ObjectMeta.named(claim.metadata().name()).withNamespace("default"),
              new ResourceClaimTemplateSpec(ObjectMeta.EMPTY, claim.spec())));
    }
    return new Cluster(
        world.slices(),
        world.classes(),
        world.patches(),
        world.taintRules(),
        world.allocatedClaims(),
        templates,
        List.of(),
        List.of(node),
        List.of());
  }

  private static Pod pod(World world) {
    var claims = new ArrayList<PodResourceClaim>();
    for (ResourceClaim claim : world.claimsToAllocate()) {
      var name = claim.metadata().name();
      claims.add(new PodResourceClaim(name, "", name));
    }
    var spec =
        new PodSpec(
            "",
            "",
            0,
            Map.of(),
            Optional.empty(),
            List.of(),
            PodAffinity.NONE,
            PodAffinity.NONE,
            List.of(),
            claims,
            List.of(),
            List.of(),
            Map.of(),
            List.of(),
            List.of());
    return new Pod(
        ObjectMeta.named("pod").withNamespace("default"), spec, PodStatus.EMPTY, RawJson.ABSENT);
  }
}
