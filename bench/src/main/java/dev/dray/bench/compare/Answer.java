package dev.dray.bench.compare;

import java.util.List;
import java.util.stream.Collectors;

/** What an allocator said about one node. */
sealed interface Answer {
  String node();

  /** One device, or share of it, for one request. */
  record Given(String request, String driver, String pool, String device) {
    private String text() {
      return "%s=%s/%s/%s".formatted(request, driver, pool, device);
    }
  }

  /** The devices of each claim, in order. */
  record Fits(String node, List<List<Given>> claims) implements Answer {
    public Fits {
      claims = claims.stream().map(List::copyOf).toList();
    }
  }

  /** Nothing fits on this node. */
  record NoFit(String node) implements Answer {}

  /** A mistake in claims or classes, with which no node is of use. */
  record Fatal(String node) implements Answer {}

  /** The line that both sides write, so that the same answers have the same digest. */
  default String line() {
    return node()
        + "\t"
        + switch (this) {
          case NoFit _ -> "-";
          case Fatal _ -> "!";
          case Fits fits ->
              fits.claims().stream()
                  .map(claim -> claim.stream().map(Given::text).collect(Collectors.joining(",")))
                  .collect(Collectors.joining(";"));
        };
  }
}
