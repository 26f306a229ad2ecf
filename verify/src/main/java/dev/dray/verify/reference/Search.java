package dev.dray.verify.reference;

import java.util.ArrayList;
import java.util.List;

/**
 * Depth-first search for the first device of every request, and everything that follows from it.
 *
 * <p>The only state is the list of devices taken so far, of which the last is given back on the way
 * out; every test adds up what it needs from that list.
 */
final class Search {

  /** What came of a step. */
  enum Step {
    FOUND,
    DEAD_END,
    /** The claim would have too many results, whichever devices they were. */
    EXCEEDED
  }

  /** A device still to be found: of which claim and request, and its number there. */
  private record Place(int claim, int request, int device) {
    Place nextClaim() {
      return new Place(claim + 1, 0, 0);
    }

    Place nextRequest() {
      return new Place(claim, request + 1, 0);
    }

    Place nextDevice() {
      return new Place(claim, request, device + 1);
    }
  }

  private final List<List<List<Wanted>>> claims;
  private final List<Wanted.Offer> offers = new ArrayList<>();
  private final Candidates candidates;
  private final long limit;
  private final List<Taken> taken = new ArrayList<>();
  private final int[][] chosen;
  private long steps;

  Search(List<List<List<Wanted>>> claims, List<Pool> pools, Candidates candidates, long limit) {
    this.claims = claims;
    this.candidates = candidates;
    this.limit = limit;
    this.chosen = claims.stream().map(requests -> new int[requests.size()]).toArray(int[][]::new);
    for (var pool : pools) {
      pool.devices().forEach(device -> offers.add(new Wanted.Offer(pool, device)));
    }
  }

  Step run() {
    return place(new Place(0, 0, 0));
  }

  long steps() {
    return steps;
  }

  List<Taken> taken() {
    return taken;
  }

  /** The requests of a claim, each as the alternative that was chosen. */
  List<Wanted> chosen(int claim) {
    var wanted = new ArrayList<Wanted>();
    for (int request = 0; request < claims.get(claim).size(); request++) {
      wanted.add(claims.get(claim).get(request).get(chosen[claim][request]));
    }
    return wanted;
  }

  private void count() {
    steps++;
    if (steps > limit) {
      throw new TooManySteps();
    }
  }

  private Step place(Place at) {
    count();
    if (at.claim() == claims.size()) {
      return Step.FOUND;
    }
    var requests = claims.get(at.claim());
    if (at.request() == requests.size()) {
      // Another choice for this claim may leave the next one an alternative with fewer devices.
      var next = place(at.nextClaim());
      return next == Step.EXCEEDED ? Step.DEAD_END : next;
    }
    var alternatives = requests.get(at.request());
    return alternatives.getFirst().alternative().isPresent()
        ? placeFirstAvailable(at, alternatives)
        : place(at, alternatives.getFirst(), 0);
  }

  private Step placeFirstAvailable(Place at, List<Wanted> alternatives) {
    var exceeded = true;
    for (int i = 0; i < alternatives.size(); i++) {
      count();
      chosen[at.claim()][at.request()] = i;
      switch (place(at, alternatives.get(i), 0)) {
        case FOUND -> {
          return Step.FOUND;
        }
        case DEAD_END -> exceeded = false;
        case EXCEEDED -> {}
      }
    }
    return exceeded ? Step.EXCEEDED : Step.DEAD_END;
  }

  private Step place(Place at, Wanted wanted, int from) {
    if (wanted.all().isPresent() && wanted.count() == 0) {
      return Step.DEAD_END;
    }
    if (at.device() >= wanted.count()) {
      return place(at.nextRequest());
    }
    long results = taken.stream().filter(it -> it.wanted().claim() == at.claim()).count();
    if (results + wanted.count() - at.device() > Requests.MAX_RESULTS) {
      return Step.EXCEEDED;
    }
    return wanted.all().isPresent()
        ? placeWith(at, wanted, wanted.all().get().get(at.device()), 0)
        : placeWithAny(at, wanted, from);
  }

  /** Only devices further on are tried for the rest of a request: their order does not matter. */
  private Step placeWithAny(Place at, Wanted wanted, int from) {
    for (int i = from; i < offers.size(); i++) {
      var step = placeWith(at, wanted, offers.get(i), i + 1);
      if (step != Step.DEAD_END) {
        return step;
      }
    }
    return Step.DEAD_END;
  }

  private Step placeWith(Place at, Wanted wanted, Wanted.Offer offer, int next) {
    var attempt = candidates.take(wanted, offer, taken);
    if (attempt.isEmpty()) {
      return Step.DEAD_END;
    }
    taken.add(attempt.get());
    count();
    var step = place(at.nextDevice(), wanted, next);
    if (step != Step.FOUND) {
      taken.removeLast();
    }
    return step;
  }

  /** The search took longer than the caller has time for. */
  static final class TooManySteps extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManySteps() {
      super("too many steps", null, false, false);
    }
  }
}
