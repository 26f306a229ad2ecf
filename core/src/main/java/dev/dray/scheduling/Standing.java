package dev.dray.scheduling;

import dev.dray.allocation.Answer;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.DeviceClaim;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * How a demand stands with every node. Mutable: after a change only the nodes it touched are looked
 * at again.
 */
final class Standing {
  /** Whether a node would do, or which test it fails first. */
  private enum State {
    FITS,
    REFUSED,
    TOO_FULL,
    CLAIMS_ELSEWHERE,
    NO_DEVICES,
    UNUSABLE,
    FATAL
  }

  static final String NO_DEVICES = "cannot allocate all claims";
  static final String CLAIMS_ELSEWHERE = "resourceclaim not available on the node";

  private final Demand demand;
  private final Grounds grounds;
  private final Eligibility eligibility;
  private final Variants variants;
  private final State[] states;
  private final int[] load;
  private final long[] alternatives;
  private final Function<List<DeviceClaim>, DeviceAnswers> answers;

  /** For each variant what nodes answer to its claims, once that is known. */
  private final Map<Integer, DeviceAnswers> asked = new HashMap<>();

  private long asOf = -1;
  private int fitting;
  private int fatal;

  /** Kept while it is right, as many pods may have to hear the same. */
  private Optional<Refusals> refusals = Optional.empty();

  /**
   * Why no node will do.
   *
   * @param reasons each with how many nodes it is said of
   * @param lacking for each variant the nodes that lack nothing but devices
   */
  record Refusals(Map<String, Integer> reasons, List<List<Node>> lacking) {}

  Standing(
      Demand demand,
      Grounds grounds,
      Eligibility eligibility,
      Function<List<DeviceClaim>, DeviceAnswers> answers) {
    this.demand = demand;
    this.grounds = grounds;
    this.eligibility = eligibility;
    this.answers = answers;
    variants = new Variants(demand, grounds);
    states = new State[grounds.size()];
    Arrays.fill(states, State.REFUSED);
    load = new int[states.length];
    alternatives = new long[states.length];
  }

  /** Looks at all nodes that changed since the last time. */
  void catchUp(Application application, Devices devices) {
    if (asOf == grounds.now()) {
      return;
    }
    var open = new ArrayList<List<Integer>>();
    for (int i = 0; i < variants.size(); i++) {
      open.add(new ArrayList<>());
    }
    for (int site = 0; site < states.length; site++) {
      if (grounds.changedSince(site, asOf)) {
        var state = withoutDevices(site);
        if (state == State.FITS) {
          open.get(variants.number(site)).add(site);
        } else {
          set(site, state);
        }
      }
    }
    asOf = grounds.now();
    for (int i = 0; i < open.size(); i++) {
      askForDevices(i, open.get(i), application.unallocated(variants.get(i)), devices);
      open.get(i).forEach(this::weigh);
    }
  }

  /** What the tests say that are cheap. */
  private State withoutDevices(int site) {
    if (eligibility.refused(site)) {
      return State.REFUSED;
    }
    if (!grounds.room(site).fits(variants.at(site).amounts())) {
      return State.TOO_FULL;
    }
    var node = grounds.node(site);
    for (var selector : demand.allocatedAt()) {
      if (!selector.matches(node.labels(), node.name())) {
        return State.CLAIMS_ELSEWHERE;
      }
    }
    return State.FITS;
  }

  private void set(int site, State state) {
    if (state != states[site] || state == State.TOO_FULL) {
      refusals = Optional.empty();
    }
    fitting += (state == State.FITS ? 1 : 0) - (states[site] == State.FITS ? 1 : 0);
    fatal += (state == State.FATAL ? 1 : 0) - (states[site] == State.FATAL ? 1 : 0);
    states[site] = state;
  }

  private void askForDevices(
      int variant, List<Integer> open, List<ResourceClaim> claims, Devices devices) {
    if (claims.isEmpty() || open.isEmpty()) {
      open.forEach(site -> set(site, State.FITS));
      return;
    }
    var known =
        asked.computeIfAbsent(
            variant,
            _ -> answers.apply(claims.stream().map(claim -> claim.spec().devices()).toList()));
    known.refresh(open, claims, devices);
    open.forEach(site -> set(site, state(known.state(site))));
  }

  private static State state(DeviceAnswers.State answer) {
    return switch (answer) {
      case FITS -> State.FITS;
      case NONE -> State.NO_DEVICES;
      case UNUSABLE -> State.UNUSABLE;
      case FATAL -> State.FATAL;
    };
  }

  /** A node that was believed to have devices turned out to have none. */
  void fail(int site, Answer answer) {
    var known = asked(site);
    known.note(site, answer);
    set(site, state(known.state(site)));
  }

  private DeviceAnswers asked(int site) {
    return Optional.ofNullable(asked.get(variants.number(site))).orElseThrow();
  }

  /** Notes what the node is chosen by: every pod asks it of every node. */
  private void weigh(int site) {
    var amounts = variants.at(site).amounts();
    var room = grounds.room(site);
    load[site] = (int) (room.leastAllocated(amounts) + room.balanced(amounts));
    var known = asked.get(variants.number(site));
    alternatives[site] = known == null ? 0 : known.alternatives(site);
  }

  boolean fits(int site) {
    return states[site] == State.FITS;
  }

  int size() {
    return states.length;
  }

  int fitting() {
    return fitting;
  }

  Variant variant(int site) {
    return variants.at(site);
  }

  /** Scores of NodeResourcesFit and NodeResourcesBalancedAllocation together. */
  int load(int site) {
    return load[site];
  }

  /** How good the alternatives of the claims are. */
  long alternatives(int site) {
    return alternatives[site];
  }

  int preference(int site) {
    return eligibility.preference(site);
  }

  int reluctance(int site) {
    return eligibility.reluctance(site);
  }

  /** A mistake for which the attempt is given up, even if some nodes would do. */
  Optional<String> mistake() {
    if (fatal == 0) {
      return Optional.empty();
    }
    int first = 0;
    while (states[first] != State.FATAL) {
      first++;
    }
    return Optional.of(asked(first).said(first));
  }

  /** The node to take. */
  OptionalInt best() {
    return Ranking.best(this);
  }

  Refusals refusals() {
    if (refusals.isEmpty()) {
      var lacking = new ArrayList<List<Node>>();
      for (int i = 0; i < variants.size(); i++) {
        lacking.add(lackingDevices(i));
      }
      refusals = Optional.of(new Refusals(reasons(), lacking));
    }
    return refusals.get();
  }

  private Map<String, Integer> reasons() {
    var counts = new TreeMap<String, Integer>();
    for (int site = 0; site < states.length; site++) {
      for (var reason : reasons(site)) {
        counts.merge(reason, 1, Integer::sum);
      }
    }
    return FrozenMap.copyOf(counts);
  }

  private List<String> reasons(int site) {
    return switch (states[site]) {
      case FITS -> List.of();
      case REFUSED -> List.of(eligibility.reason(site));
      case TOO_FULL -> grounds.room(site).shortages(variants.at(site).amounts());
      case CLAIMS_ELSEWHERE -> List.of(CLAIMS_ELSEWHERE);
      case NO_DEVICES -> List.of(NO_DEVICES);
      case UNUSABLE, FATAL -> List.of(asked(site).said(site));
    };
  }

  private List<Node> lackingDevices(int variant) {
    var nodes = new ArrayList<Node>();
    for (int site = 0; site < states.length; site++) {
      boolean lacking =
          switch (states[site]) {
            case NO_DEVICES, UNUSABLE, FATAL -> true;
            case FITS, REFUSED, TOO_FULL, CLAIMS_ELSEWHERE -> false;
          };
      if (lacking && variants.number(site) == variant) {
        nodes.add(grounds.node(site));
      }
    }
    return List.copyOf(nodes);
  }

  Variant variantNumber(int number) {
    return variants.get(number);
  }
}
