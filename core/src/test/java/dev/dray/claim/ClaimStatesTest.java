package dev.dray.claim;

import static dev.dray.claim.Placing.allocations;
import static dev.dray.claim.Placing.placement;
import static dev.dray.claim.Placing.slice;
import static dev.dray.claim.Placing.whole;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaimConsumerReference;
import dev.dray.ledger.Ledger;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimStatesTest {

  @Test
  void an_allocated_claim_has_its_devices_and_is_held_in_the_ledger() {
    var placement = placement(whole(slice("allNodes: true\ndevices: [{name: a}]\n"), 0));
    var allocations = allocations(Placing.GATES, placement);

    var claims = ClaimStates.allocated(placement, new Written.Results(allocations));

    assertThat(claims).hasSize(1);
    assertThat(claims.getFirst().status().allocation()).contains(allocations.getFirst());
    assertThat(Ledger.of(claims).usage(new PoolId("d", "p")).device("a")).isPresent();
  }

  @Test
  void a_released_claim_has_neither_devices_nor_users() {
    var placement = placement(whole(slice("allNodes: true\ndevices: [{name: a}]\n"), 0));
    var allocated =
        ClaimStates.allocated(
            Placing.oneRequest(), allocations(Placing.GATES, placement).getFirst());
    var user = new ResourceClaimConsumerReference("", "pods", "pod", "uid");
    var used = allocated.withStatus(allocated.status().withReservedFor(List.of(user)));

    assertThat(ClaimStates.released(used)).isEqualTo(Placing.oneRequest());
  }

  @Test
  void allocations_of_another_placement_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClaimStates.allocated(placement(), new Written.Results(List.of())));
  }
}
