package dev.dray.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.FilterTimeout;
import dev.dray.allocation.Parallelizer;
import dev.dray.api.gate.Gates;
import dev.dray.cluster.Cluster;
import dev.dray.framework.Clusters;
import dev.dray.framework.Tangled;
import dev.dray.planning.SchedulingAccount.Verdict;
import org.junit.jupiter.api.Test;

/** What was not decided in time is neither said to fit nor to lack devices. */
class SchedulingAccountsTest {
  private static final String POD =
      """
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: p}
      spec:
        containers: [{name: main}]
        resourceClaims: [{name: x, resourceClaimName: c}]
      """;

  private final Cluster cluster = Clusters.of(Tangled.CLAIM, Tangled.node("a"), POD);

  private SchedulingAccounts accounts(FilterTimeout timeout) {
    return new SchedulingAccounts(cluster, Gates.defaults(), Parallelizer.CALLER, timeout);
  }

  private SchedulingAccount ofClaim(FilterTimeout timeout) {
    return accounts(timeout).ofClaim(cluster.claims().getFirst(), cluster.engineNodes());
  }

  private SchedulingAccount ofPod(FilterTimeout timeout) {
    return accounts(timeout).ofPod(cluster.pods().getFirst());
  }

  private SchedulingAccount ofPodOnNode(FilterTimeout timeout) {
    return accounts(timeout)
        .ofPod(cluster.pods().getFirst(), cluster.nodes().getFirst(), new ClusterExcerpts(cluster));
  }

  @Test
  void a_search_that_is_given_up_decides_nothing() {
    FilterTimeout none = () -> () -> true;

    for (var schedulingAccount :
        new SchedulingAccount[] {ofClaim(none), ofPod(none), ofPodOnNode(none)}) {
      assertThat(schedulingAccount.verdict())
          .as(schedulingAccount.subject())
          .isEqualTo(Verdict.UNDECIDED);
      assertThat(schedulingAccount.undecided())
          .as(schedulingAccount.subject())
          .containsExactly("a");
      assertThat(schedulingAccount.message()).startsWith("was not decided in time: ");
    }
  }

  @Test
  void a_search_that_ends_decides() {
    FilterTimeout endless = () -> () -> false;

    assertThat(ofClaim(endless).verdict()).isEqualTo(Verdict.FITS);
    assertThat(ofPod(endless).verdict()).isEqualTo(Verdict.FITS);
    assertThat(ofPodOnNode(endless).verdict()).isEqualTo(Verdict.FITS);
  }
}
