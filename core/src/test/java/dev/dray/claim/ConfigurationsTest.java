package dev.dray.claim;

import static dev.dray.claim.Placing.PLAIN;
import static dev.dray.claim.Placing.claim;
import static dev.dray.claim.Placing.deviceClass;
import static dev.dray.claim.Placing.exactly;
import static dev.dray.claim.Placing.opaque;
import static dev.dray.claim.Placing.through;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.placement.PlacedClaim;
import dev.dray.allocation.placement.PlacedRequest;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceClaim;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigurationsTest {
  private static final DeviceClass FAST = deviceClass("fast", "f1", "f2");
  private static final DeviceClass SLOW = deviceClass("slow", "s1");

  /** Requests {@code one} and {@code two}, and {@code any} with alternatives big and small. */
  private static ResourceClaim three(String... configurations) {
    return claim(
        """
        requests:
        - {name: one, exactly: {deviceClassName: c}}
        - {name: two, exactly: {deviceClassName: c}}
        - {name: any, firstAvailable: [{name: big, deviceClassName: c}, {name: small, deviceClassName: c}]}
        config: [%s]
        """
            .formatted(String.join(", ", configurations)));
  }

  private static String forRequests(String word, String... requests) {
    return "{requests: [%s], %s}".formatted(String.join(", ", requests), opaque(word));
  }

  /**
   * What is written if {@code any} got its alternative small, as {@code SOURCE word [requests]}.
   */
  private static List<String> written(
      ResourceClaim claim, DeviceClass one, DeviceClass two, DeviceClass small) {
    return written(
        claim, exactly(claim, 0, one), exactly(claim, 1, two), through(1, claim, 2, small));
  }

  private static List<String> written(ResourceClaim claim, PlacedRequest... requests) {
    return Configurations.of(new PlacedClaim(claim, List.of(requests))).stream()
        .map(
            each ->
                "%s %s %s"
                    .formatted(
                        each.source(),
                        each.opaque().orElseThrow().parameters().text().replaceAll("\\W|word", ""),
                        each.requests()))
        .toList();
  }

  @Test
  void nothing_is_said_if_neither_class_nor_claim_does() {
    assertThat(written(three(), PLAIN, PLAIN, PLAIN)).isEmpty();
  }

  @Test
  void a_class_speaks_to_the_requests_that_use_it() {
    assertThat(written(three(), SLOW, PLAIN, FAST))
        .containsExactly(
            "FromClass s1 [one]", "FromClass f1 [any/small]", "FromClass f2 [any/small]");
  }

  @Test
  void a_class_used_again_speaks_once_where_it_spoke_first() {
    assertThat(written(three(), FAST, SLOW, FAST))
        .containsExactly(
            "FromClass f1 [one, any/small]", "FromClass f2 [one, any/small]", "FromClass s1 [two]");
  }

  @Test
  void a_class_used_by_all_requests_names_none() {
    assertThat(written(three(), SLOW, SLOW, SLOW)).containsExactly("FromClass s1 []");
  }

  @Test
  void the_claim_speaks_after_the_classes_in_its_own_order() {
    var claim = three(forRequests("c1", "two", "one"), "{%s}".formatted(opaque("c2")));

    assertThat(written(claim, PLAIN, SLOW, PLAIN))
        .containsExactly("FromClass s1 [two]", "FromClaim c1 [two, one]", "FromClaim c2 []");
  }

  @Test
  void what_the_claim_says_to_the_alternative_that_was_taken_is_written() {
    var claim = three(forRequests("c1", "any/small"), forRequests("c2", "any"));

    assertThat(written(claim, PLAIN, PLAIN, PLAIN))
        .containsExactly("FromClaim c1 [any/small]", "FromClaim c2 [any]");
  }

  @Test
  void what_the_claim_says_to_another_alternative_is_not() {
    var claim = three(forRequests("c1", "any/big"), forRequests("c2", "any/big", "one"));

    assertThat(written(claim, PLAIN, PLAIN, PLAIN)).containsExactly("FromClaim c2 [any/big, one]");
  }

  @Test
  void what_concerns_all_requests_names_none() {
    var claim =
        three(
            forRequests("c1", "one", "two", "any"),
            forRequests("c2", "any/small", "two", "one", "any/big"),
            forRequests("c3", "any/big", "two", "one"));

    assertThat(written(claim, PLAIN, PLAIN, PLAIN))
        .containsExactly("FromClaim c1 []", "FromClaim c2 []", "FromClaim c3 [any/big, two, one]");
  }
}
