package dev.dray.framework;

import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.framework.affinity.AffinityCounts;
import dev.dray.framework.claim.ClaimNodes;
import dev.dray.framework.node.NodeEligibility;
import dev.dray.framework.node.NodeInfoCache;
import dev.dray.inventory.LabeledNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The filter result and the scores of every node for one pod signature, kept current. Mutable:
 * after a change only the nodes it touched are evaluated again.
 *
 * <p>kube-scheduler filters nodes anew for each pod. Pods of one workload, however, ask the same
 * question about nodes that hardly change in between, so the answers are kept here, one instance
 * per {@link PodSignature}, and corrected where nodes changed:
 *
 * <pre>{@code
 * NodeInfoCache:            AffinityCounts:            DeviceFilter:
 * nodes with a stamp        nodes whose affinity       nodes whose result may change in
 * after asOf                verdict may differ         any way as a wide pool was used
 *            \                          |                         /
 *             +---------------- evaluated again ----------------+
 *                                       |
 * cheap filters   exists -> requirements -> resources -> affinity -> allocated claims usable
 *                                       | nodes that pass, by extended resource variant
 * devices         DeviceFilter asks only nodes whose devices changed
 *                                       |
 * states[]        n1 FITS    n2 TOO_FULL    n3 NO_DEVICES    n4 FITS   ...
 * load[], alternatives[], pulls[]       the scores of the nodes that fit
 * }</pre>
 *
 * <p>Invariant: after {@link #catchUp} {@code states[n]} is what the filters would say of node n
 * now, with one exception: devices of a pool that many nodes see may have been taken since, so a
 * node in {@code FITS} may be too good a result. A node in any other state does not fit, or was not
 * searched to the end ({@code TIMED_OUT}). The counts {@code fitting}, {@code fatal} and {@code
 * timedOut} agree with {@code states}, and {@code refusals} is either absent or agrees with them
 * too.
 *
 * <p>It is right to leave the other nodes alone because a filter result depends only on the
 * signature, the node, the pods that affinity counts and the devices the node sees. Each of these
 * leaves a trace when it changes: a stamp in {@link NodeInfoCache}; a <em>suspect</em> in {@link
 * AffinityCounts}, that is, a node whose affinity verdict may have changed; or the time at which
 * devices of a wide pool, one that very many nodes see, were last taken. The last matters only for
 * <em>unsteady</em> results: those that it may change in other ways than from fitting to not
 * fitting. The exception is harmless: host selection allocates on the node it chooses, and if that
 * fails calls {@link #fail}, which corrects the result, and chooses again. Since a negative result
 * is certain, apart from timeouts, a queueing hint may rely on {@link #fitting} being 0.
 *
 * <p>Filters run in the order of kube-scheduler's default profile, and a node keeps the first one
 * it fails, so that a message about many nodes has upstream's words and counts. A node on which the
 * search exceeded the filter timeout is asked again only by {@link #catchUpForAttempt}: while
 * merely finding out whether an attempt is worthwhile, one such node would hold up everybody.
 *
 * <p>Cost: a look compares one stamp per node and evaluates those that changed; after a pod was
 * placed that is mostly the one node it was placed on. Finding devices dominates, and is shared
 * further: a {@link DeviceFilter} belongs to the device requests alone, so signatures that differ
 * only in cpu or affinity ask each node once. Memory is a few words per node and signature; {@link
 * NodeToStatusCache} bounds the number of signatures.
 */
public final class NodeToStatus {
  /** The filter result of a node: it fits, or the first filter that it fails. */
  private enum State {
    GONE,
    FITS,
    REFUSED,
    TOO_FULL,
    NOT_NEAR,
    NOT_APART,
    UNWELCOME,
    CLAIMS_ELSEWHERE,
    NO_DEVICES,
    UNUSABLE,
    TIMED_OUT,
    FATAL
  }

  static final String NOT_NEAR = "node(s) didn't match pod affinity rules";
  static final String NOT_APART = "node(s) didn't match pod anti-affinity rules";
  static final String UNWELCOME = "node(s) didn't satisfy existing pods anti-affinity rules";
  public static final String NO_DEVICES = "cannot allocate all claims";
  static final String CLAIMS_ELSEWHERE = "resourceclaim not available on the node";

  private static final BitSet NOBODY = new BitSet();

  private final PodSignature signature;
  private final NodeInfoCache nodeInfoCache;
  private final NodeEligibility nodeEligibility;

  /** Absent if no affinity applies to the signature, which is the usual case. */
  private final Optional<AffinityCounts> tally;

  private final ScoringStrategy strategy;
  private final ExtendedResourceVariants extendedResourceVariants;
  private State[] states = {};
  private int[] load = {};
  private long[] alternatives = {};
  private long[] pulls = {};
  private final Function<List<DeviceClaim>, DeviceFilter> answers;

  /** The device results of each variant, once there are any. */
  private final Map<Integer, DeviceFilter> asked = new HashMap<>();

  private long asOf = -1;
  private int fitting;
  private int fatal;
  private int timedOut;

  /** Kept while it is right, as many pods may have to be told the same. */
  private Optional<Refusals> refusals = Optional.empty();

  /**
   * The reasons why no node fits.
   *
   * @param reasons each reason with the number of nodes it applies to
   * @param lacking for each variant the nodes that fail only for want of devices
   * @param timedOut the nodes among them on which the search did not finish
   */
  record Refusals(
      Map<String, Integer> reasons, List<List<LabeledNode>> lacking, List<LabeledNode> timedOut) {}

  NodeToStatus(
      PodSignature signature,
      NodeInfoCache nodeInfoCache,
      NodeEligibility nodeEligibility,
      Optional<AffinityCounts> tally,
      ScoringStrategy strategy,
      Function<List<DeviceClaim>, DeviceFilter> answers) {
    this.signature = signature;
    this.nodeInfoCache = nodeInfoCache;
    this.nodeEligibility = nodeEligibility;
    this.tally = tally;
    this.strategy = strategy;
    this.answers = answers;
    extendedResourceVariants = new ExtendedResourceVariants(signature, nodeInfoCache);
  }

  /** Evaluates all nodes that changed since the last call. */
  void catchUp(PodInfo podInfo, DeviceSnapshot devices) {
    grow();
    var suspects = tally.map(this::catchUp).orElse(NOBODY);
    if (asOf == nodeInfoCache.now() && suspects.isEmpty()) {
      return;
    }
    nodeEligibility.catchUp();
    extendedResourceVariants.catchUp();
    var open = lookAtChanged(suspects);
    asOf = nodeInfoCache.now();
    for (int i = 0; i < open.size(); i++) {
      askForDevices(i, open.get(i), podInfo.unallocated(extendedResourceVariants.get(i)), devices);
      open.get(i).forEach(this::weigh);
    }
  }

  /** Updates the affinity counts and scores. Returns the nodes whose filter result may change. */
  private BitSet catchUp(AffinityCounts affinityCounts) {
    affinityCounts.catchUp();
    affinityCounts.takeRepulled().stream()
        .filter(nodeNumber -> nodeNumber < nodeInfoCache.end() && nodeInfoCache.isThere(nodeNumber))
        .forEach(nodeNumber -> pulls[nodeNumber] = affinityCounts.pull(nodeNumber));
    return affinityCounts.takeSuspects();
  }

  /**
   * Does the same for an attempt, for which nodes that exceeded the filter timeout are asked again.
   * Finding out whether an attempt is worthwhile goes without them, or one such node would hold up
   * everybody.
   */
  void catchUpForAttempt(PodInfo podInfo, DeviceSnapshot devices) {
    var late = timedOut();
    long before = asOf;
    catchUp(podInfo, devices);
    late.removeIf(
        nodeNumber ->
            states[nodeNumber] != State.TIMED_OUT
                || nodeInfoCache.changedSince(nodeNumber, before));
    for (int i = 0; !late.isEmpty() && i < extendedResourceVariants.size(); i++) {
      int variant = i;
      var numbers =
          late.stream()
              .filter(nodeNumber -> extendedResourceVariants.number(nodeNumber) == variant)
              .toList();
      askForDevices(
          variant, numbers, podInfo.unallocated(extendedResourceVariants.get(variant)), devices);
      numbers.forEach(this::weigh);
    }
  }

  private List<Integer> timedOut() {
    var numbers = new ArrayList<Integer>();
    for (int nodeNumber = 0; timedOut > 0 && nodeNumber < states.length; nodeNumber++) {
      if (states[nodeNumber] == State.TIMED_OUT) {
        numbers.add(nodeNumber);
      }
    }
    return numbers;
  }

  private void grow() {
    int before = states.length;
    int length = NodeInfoCache.grown(before, nodeInfoCache.end() - 1);
    if (length > before) {
      states = Arrays.copyOf(states, length);
      Arrays.fill(states, before, length, State.GONE);
      load = Arrays.copyOf(load, length);
      alternatives = Arrays.copyOf(alternatives, length);
      pulls = tally.isEmpty() ? pulls : Arrays.copyOf(pulls, length);
    }
  }

  /**
   * Evaluates the cheap filters on nodes that changed. Returns for each variant the nodes that pass
   * them and are still to be asked for devices.
   */
  private List<List<Integer>> lookAtChanged(BitSet suspects) {
    var open = new ArrayList<List<Integer>>();
    for (int i = 0; i < extendedResourceVariants.size(); i++) {
      open.add(new ArrayList<>());
    }
    boolean widely = nodeInfoCache.lastWidelyTaken() > asOf;
    boolean suspected = !suspects.isEmpty();
    for (int nodeNumber = 0; nodeNumber < nodeInfoCache.end(); nodeNumber++) {
      if (nodeInfoCache.changedSince(nodeNumber, asOf)
          || (suspected && suspects.get(nodeNumber))
          || (widely && isOutdated(nodeNumber))) {
        if (nodeInfoCache.putSince(nodeNumber, asOf)) {
          refusals = Optional.empty();
        }
        var state = withoutDevices(nodeNumber);
        if (state == State.FITS) {
          open.get(extendedResourceVariants.number(nodeNumber)).add(nodeNumber);
        } else {
          set(nodeNumber, state);
        }
      }
    }
    return open;
  }

  /** Returns whether devices taken elsewhere may have changed the node's result. */
  private boolean isOutdated(int nodeNumber) {
    return switch (states[nodeNumber]) {
      case FITS, NO_DEVICES, UNUSABLE, TIMED_OUT, FATAL -> {
        var known = asked.get(extendedResourceVariants.number(nodeNumber));
        yield known != null
            && known.isUnsteady(nodeNumber)
            && nodeInfoCache.widelyTakenSince(nodeNumber, asOf);
      }
      case GONE, REFUSED, TOO_FULL, NOT_NEAR, NOT_APART, UNWELCOME, CLAIMS_ELSEWHERE -> false;
    };
  }

  /** Evaluates the cheap filters: all but the one for devices. */
  private State withoutDevices(int nodeNumber) {
    if (!nodeInfoCache.isThere(nodeNumber)) {
      return State.GONE;
    }
    if (nodeEligibility.refused(nodeNumber)) {
      return State.REFUSED;
    }
    if (!nodeInfoCache
        .resources(nodeNumber)
        .fits(extendedResourceVariants.at(nodeNumber).amounts())) {
      return State.TOO_FULL;
    }
    return tally.isEmpty() ? onNode(nodeNumber) : amongPods(nodeNumber, tally.get());
  }

  private State amongPods(int nodeNumber, AffinityCounts affinityCounts) {
    return switch (affinityCounts.filter(nodeNumber)) {
      case WELCOME -> onNode(nodeNumber);
      case NOT_NEAR -> State.NOT_NEAR;
      case NOT_APART -> State.NOT_APART;
      case UNWELCOME -> State.UNWELCOME;
    };
  }

  /** Evaluates whether all devices that the claims already have can be used from the node. */
  private State onNode(int nodeNumber) {
    var node = nodeInfoCache.node(nodeNumber);
    for (var use : signature.uses()) {
      if (!use.on(node)) {
        return State.CLAIMS_ELSEWHERE;
      }
    }
    return State.FITS;
  }

  private void set(int nodeNumber, State state) {
    boolean saysMore = state == State.TOO_FULL || state == State.UNUSABLE;
    if (state != states[nodeNumber] || saysMore) {
      refusals = Optional.empty();
    }
    fitting += (state == State.FITS ? 1 : 0) - (states[nodeNumber] == State.FITS ? 1 : 0);
    fatal += (state == State.FATAL ? 1 : 0) - (states[nodeNumber] == State.FATAL ? 1 : 0);
    timedOut +=
        (state == State.TIMED_OUT ? 1 : 0) - (states[nodeNumber] == State.TIMED_OUT ? 1 : 0);
    states[nodeNumber] = state;
  }

  private void askForDevices(
      int variant, List<Integer> open, List<ResourceClaim> claims, DeviceSnapshot devices) {
    if (claims.isEmpty() || open.isEmpty()) {
      open.forEach(nodeNumber -> set(nodeNumber, State.FITS));
      return;
    }
    var known =
        asked.computeIfAbsent(
            variant,
            _ -> answers.apply(claims.stream().map(claim -> claim.spec().devices()).toList()));
    known.refresh(open, claims, devices);
    open.forEach(nodeNumber -> set(nodeNumber, state(known.state(nodeNumber))));
  }

  private static State state(DeviceFilter.State answer) {
    return switch (answer) {
      case FITS -> State.FITS;
      case NONE -> State.NO_DEVICES;
      case UNUSABLE -> State.UNUSABLE;
      case TIMED_OUT -> State.TIMED_OUT;
      case FATAL -> State.FATAL;
    };
  }

  /**
   * Corrects the result of a node that was believed to have devices and turned out to have none.
   */
  void fail(int nodeNumber, AllocationOutcome outcome) {
    var known = asked(nodeNumber);
    known.note(nodeNumber, outcome);
    set(nodeNumber, state(known.state(nodeNumber)));
  }

  private DeviceFilter asked(int nodeNumber) {
    return Optional.ofNullable(asked.get(extendedResourceVariants.number(nodeNumber)))
        .orElseThrow();
  }

  /** Computes the scores of the node once, as every pod needs them of every node. */
  private void weigh(int nodeNumber) {
    var amounts = extendedResourceVariants.at(nodeNumber).amounts();
    var resources = nodeInfoCache.resources(nodeNumber);
    long allocated =
        switch (strategy) {
          case LEAST_ALLOCATED -> resources.leastAllocated(amounts);
          case MOST_ALLOCATED -> resources.mostAllocated(amounts);
        };
    load[nodeNumber] = (int) (allocated + resources.balanced(amounts));
    var known = asked.get(extendedResourceVariants.number(nodeNumber));
    alternatives[nodeNumber] = known == null ? 0 : known.alternatives(nodeNumber);
    if (tally.isPresent()) {
      pulls[nodeNumber] = tally.get().pull(nodeNumber);
    }
  }

  boolean fits(int nodeNumber) {
    return states[nodeNumber] == State.FITS;
  }

  /** Returns all nodes sorted by name. */
  int[] order() {
    return nodeInfoCache.order();
  }

  int fitting() {
    return fitting;
  }

  ExtendedResourceVariant variant(int nodeNumber) {
    return extendedResourceVariants.at(nodeNumber);
  }

  /** Returns the scores of NodeResourcesFit and NodeResourcesBalancedAllocation together. */
  int load(int nodeNumber) {
    return load[nodeNumber];
  }

  /** Returns the score of the alternatives that the claims would get. */
  long alternatives(int nodeNumber) {
    return alternatives[nodeNumber];
  }

  /** Returns whether pods on nodes may give nodes different scores. */
  boolean hasPulls() {
    return tally.isPresent();
  }

  /** Returns how strongly pods on nodes attract the pod to the node. */
  long pull(int nodeNumber) {
    return pulls[nodeNumber];
  }

  int preference(int nodeNumber) {
    return nodeEligibility.preference(nodeNumber);
  }

  int reluctance(int nodeNumber) {
    return nodeEligibility.reluctance(nodeNumber);
  }

  /**
   * Returns whether some node has a mistake, for which an attempt is given up even if others fit.
   */
  boolean isMistaken() {
    return fatal > 0;
  }

  /** Returns the first node with a mistake. */
  OptionalInt mistaken() {
    return isMistaken()
        ? Arrays.stream(order()).filter(nodeNumber -> states[nodeNumber] == State.FATAL).findFirst()
        : OptionalInt.empty();
  }

  /** Returns the node with the best score. */
  OptionalInt best() {
    return NodeScoring.best(this);
  }

  Refusals refusals() {
    if (refusals.isEmpty()) {
      var lacking = new ArrayList<List<LabeledNode>>();
      for (int i = 0; i < extendedResourceVariants.size(); i++) {
        lacking.add(lackingDevices(i));
      }
      var late = timedOut().stream().map(nodeInfoCache::node).toList();
      refusals = Optional.of(new Refusals(reasons(), lacking, late));
    }
    return refusals.get();
  }

  private Map<String, Integer> reasons() {
    var counts = new TreeMap<String, Integer>();
    for (int nodeNumber : order()) {
      for (var reason : reasons(nodeNumber)) {
        counts.merge(reason, 1, Integer::sum);
      }
    }
    return FrozenMap.copyOf(counts);
  }

  private List<String> reasons(int nodeNumber) {
    return switch (states[nodeNumber]) {
      case GONE, FITS, FATAL -> List.of();
      case REFUSED -> List.of(nodeEligibility.reason(nodeNumber));
      case TOO_FULL ->
          nodeInfoCache
              .resources(nodeNumber)
              .shortages(extendedResourceVariants.at(nodeNumber).amounts());
      case NOT_NEAR -> List.of(NOT_NEAR);
      case NOT_APART -> List.of(NOT_APART);
      case UNWELCOME -> List.of(UNWELCOME);
      case CLAIMS_ELSEWHERE -> List.of(CLAIMS_ELSEWHERE);
      case NO_DEVICES -> List.of(NO_DEVICES);
      case UNUSABLE, TIMED_OUT -> List.of(asked(nodeNumber).said(nodeNumber));
    };
  }

  /**
   * Returns whether an allocated claim keeps the pod from a node that passes the filters before.
   */
  boolean lacksOnly(ClaimNodes use) {
    for (int nodeNumber : order()) {
      if (states[nodeNumber] == State.CLAIMS_ELSEWHERE && !use.on(nodeInfoCache.node(nodeNumber))) {
        return true;
      }
    }
    return false;
  }

  private List<LabeledNode> lackingDevices(int variant) {
    var nodes = new ArrayList<LabeledNode>();
    for (int nodeNumber : order()) {
      boolean lacking =
          switch (states[nodeNumber]) {
            case NO_DEVICES, UNUSABLE, TIMED_OUT, FATAL -> true;
            case GONE, FITS, REFUSED, TOO_FULL, NOT_NEAR, NOT_APART, UNWELCOME, CLAIMS_ELSEWHERE ->
                false;
          };
      if (lacking && extendedResourceVariants.number(nodeNumber) == variant) {
        nodes.add(nodeInfoCache.node(nodeNumber));
      }
    }
    return List.copyOf(nodes);
  }

  ExtendedResourceVariant variantNumber(int number) {
    return extendedResourceVariants.get(number);
  }
}
