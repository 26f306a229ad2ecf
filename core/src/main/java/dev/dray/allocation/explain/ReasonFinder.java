package dev.dray.allocation.explain;

import dev.dray.allocation.explain.CandidateCheck.Case;
import dev.dray.allocation.request.AllocationRequest;
import dev.dray.allocation.request.AlternativeTerms;
import dev.dray.allocation.request.ClaimNames;
import dev.dray.allocation.request.NodeCandidates;
import dev.dray.allocation.request.NodeProblemBuilder;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.api.gate.Gate;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.ledger.AllocatedShare;
import dev.dray.ledger.DeviceUse;
import dev.dray.ledger.GroupState;
import dev.dray.ledger.Holder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The finder of the reason, with its names and amounts, why a device does not pass a check; for one
 * thread.
 */
final class ReasonFinder {
  private final AllocationRequest request;
  private final List<ResourceClaim> claims;
  private final NodeCandidates devices;
  private final RemainingBalance left;
  private final CandidateCheck candidateCheck;

  /** For each pool and counter set, the devices that draw from it with their recorded groups. */
  private final Map<List<Integer>, List<Member>> members = new HashMap<>();

  private record Member(String name, List<String> groups) {}

  ReasonFinder(
      AllocationRequest request,
      List<ResourceClaim> claims,
      NodeCandidates devices,
      RemainingBalance left,
      CandidateCheck candidateCheck) {
    this.request = request;
    this.claims = claims;
    this.devices = devices;
    this.left = left;
    this.candidateCheck = candidateCheck;
  }

  /** Returns the reason why the device does not pass this check, the first it does not pass. */
  Reason of(DeviceCheck deviceCheck, Case it) {
    return switch (deviceCheck) {
      case OFFERED -> notOffered(it);
      case CLASS_SELECTORS, REQUEST_SELECTORS ->
          new Reason.Unselected(selector(it.alternative(), firstNotMatching(it)));
      case ANSWER -> noAnswer(it);
      case POOL -> {
        var view = it.part().view();
        yield new Reason.UnsettledPool(view.id(), view.state(), view.reason());
      }
      case FREE -> inUse(it);
      case CAPACITY -> capacity(it);
      case NODE_OPERATIONS -> nodeOperations(it);
      case PARTITIONS -> new Reason.PartitionsOff();
      case GROUPS -> groups(it);
      case COUNTERS -> counters(it);
      case TAINTS -> taints(it);
      case ATTRIBUTES -> attributes(it);
      case CONSTRAINTS -> constraints(it);
      case NONE -> throw new IllegalArgumentException("The device passes [%s].".formatted(it));
    };
  }

  private static Reason notOffered(Case it) {
    var traits = it.part().candidates().generation().traits(it.traits());
    return new Reason.NotOffered(traits.hidden().orElseThrow());
  }

  private int firstNotMatching(Case it) {
    return candidateCheck.selection(it).firstNotMatching(it.row()).orElse(0);
  }

  private Reason.SelectorPlace selector(int number, int position) {
    var alternative = request.alternative(number);
    var expression = alternative.selectors().get(position).expression();
    return alternative.isOfClass(position)
        ? new Reason.SelectorPlace(
            alternative.deviceClass().metadata().name(), position, expression)
        : new Reason.SelectorPlace(
            "", position - alternative.deviceClass().spec().selectors().size(), expression);
  }

  private Reason noAnswer(Case it) {
    var failure = candidateCheck.selection(it).failure(it.row()).orElseThrow();
    return new Reason.NoAnswer(selector(it.alternative(), failure.selector()), failure.message());
  }

  private Reason inUse(Case it) {
    var keeper = left.keeper(it.alternative(), it.device(), it.isShareable());
    if (keeper.isPresent()) {
      var alternative = request.alternative(keeper.getAsInt());
      return new Reason.Taken(
          ClaimNames.of(claims.get(alternative.claim())), alternative.reference());
    }
    var use = it.part().load().usage().device(it.part().candidates().generation().name(it.row()));
    return new Reason.InUse(use.map(ReasonFinder::holders).orElse(List.of()));
  }

  private static List<Holder> holders(DeviceUse use) {
    var holders = new ArrayList<Holder>();
    use.exclusive().forEach(it -> holders.add(it.holder()));
    use.shares().forEach(it -> holders.add(it.holder()));
    return holders.stream().distinct().toList();
  }

  private Reason capacity(Case it) {
    var terms = it.terms();
    if (terms.impossible().isPresent()) {
      return new Reason.Incalculable(terms.impossible().get());
    }
    for (var obstacle : terms.obstacles()) {
      if (obstacle instanceof AlternativeTerms.Obstacle.Shortage shortage) {
        return switch (shortage) {
          case AlternativeTerms.Obstacle.NoCapacity(var name) -> new Reason.NoCapacity(name);
          case AlternativeTerms.Obstacle.AgainstPolicy(var what, var amount) ->
              new Reason.AgainstPolicy(what, amount);
          case AlternativeTerms.Obstacle.TooLittle(var what, var needed, var there) ->
              new Reason.Shortage(what, needed, there, there);
        };
      }
    }
    for (var amount : terms.capacity().entrySet()) {
      var name = amount.getKey();
      var rest = candidateCheck.capacityLeft(it, name);
      if (amount.getValue().compareTo(rest) > 0) {
        return new Reason.Shortage(
            "capacity " + name, amount.getValue(), rest, CandidateCheck.capacity(it, name));
      }
    }
    throw new IllegalArgumentException("No capacity is short [%s].".formatted(it));
  }

  private Reason nodeOperations(Case it) {
    var skipped = it.part().candidates().generation().slice(it.row()).skipNodeOperations();
    return new Reason.NodeOperations(
        skipped,
        request.gates().enabled(Gate.DRA_OPTIONAL_NODE_OPERATIONS)
            ? "the node does not declare the feature " + NodeProblemBuilder.SKIPS_OPERATIONS
            : NodeProblemBuilder.SKIPS_OPERATIONS + " is disabled");
  }

  private Reason groups(Case it) {
    var counterDraw = it.draw();
    for (int i = 0; i < counterDraw.sets(); i++) {
      var state = left.groups(it.partNumber(), counterDraw.set(i));
      var declared = counterDraw.groups(i);
      if (!state.admits(declared)) {
        var inUse = state instanceof GroupState.Of(var common) ? common : new TreeSet<String>();
        return new Reason.GroupConflict(
            it.part().candidates().generation().counters().setName(counterDraw.set(i)),
            declared,
            List.copyOf(inUse),
            opponents(it.partNumber(), counterDraw.set(i), declared));
      }
    }
    throw new IllegalArgumentException("All groups are compatible [%s].".formatted(it));
  }

  private List<String> opponents(int part, int set, Collection<String> declared) {
    return members.computeIfAbsent(List.of(part, set), _ -> members(part, set)).stream()
        .filter(member -> !new GroupState.None().with(member.groups()).admits(declared))
        .map(Member::name)
        .distinct()
        .toList();
  }

  private List<Member> members(int number, int set) {
    var part = devices.parts().get(number);
    var generation = part.candidates().generation();
    var name = generation.counters().setName(set);
    var found = new ArrayList<Member>();
    part.load()
        .usage()
        .devices()
        .forEach(
            (device, use) -> {
              var declared =
                  generation
                      .rows(device)
                      .mapToObj(row -> generation.draw(generation.traitsNumber(row)).groupsIn(set))
                      .flatMap(Optional::stream)
                      .findFirst();
              use.all().forEach(it -> member(it, name, declared).ifPresent(found::add));
            });
    left.takers()
        .forEach(
            (device, alternatives) -> {
              if (devices.partNumber(device) == number) {
                takers(device, alternatives, set, found);
              }
            });
    return found;
  }

  /** Returns the share as a member of a counter set, unless it has nothing to do with the set. */
  private Optional<Member> member(
      AllocatedShare share, String set, Optional<List<String>> declared) {
    if (declared.isEmpty() && !share.groups().containsKey(set)) {
      return Optional.empty();
    }
    boolean counts = request.gates().enabled(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS);
    var groups = share.groups(set, counts ? declared.orElse(List.of()) : List.of());
    return Optional.of(new Member(ClaimNames.of(share.holder()), groups));
  }

  private void takers(int device, int[] alternatives, int set, List<Member> found) {
    var generation = devices.candidates(device).generation();
    var counterDraw = generation.draw(generation.traitsNumber(devices.row(device)));
    counterDraw
        .groupsIn(set)
        .ifPresent(
            groups -> {
              for (int number : alternatives) {
                var alternative = request.alternative(number);
                if (!alternative.admin()) {
                  found.add(new Member("request " + alternative.reference(), groups));
                }
              }
            });
  }

  private Reason counters(Case it) {
    var table = it.part().candidates().generation().counters();
    for (var amount : candidateCheck.drawn(it).entrySet()) {
      int counter = amount.getKey();
      var rest = left.rest(it.partNumber(), counter);
      if (amount.getValue().compareTo(rest) > 0) {
        return new Reason.CounterShortage(
            table.setName(table.setOf(counter)),
            table.name(counter),
            amount.getValue(),
            rest,
            table.total(counter));
      }
    }
    throw new IllegalArgumentException("No counter is short [%s].".formatted(it));
  }

  private static Reason taints(Case it) {
    return new Reason.Tainted(
        it.terms().obstacles().stream()
            .filter(AlternativeTerms.Obstacle.Tainted.class::isInstance)
            .map(obstacle -> ((AlternativeTerms.Obstacle.Tainted) obstacle).taint())
            .toList());
  }

  private Reason attributes(Case it) {
    for (int constraint : request.covering()[it.alternative()]) {
      var attribute = request.constraints().get(constraint).attribute();
      int value = CandidateCheck.value(it, constraint);
      if (value == SearchProblem.MISSING) {
        return new Reason.NoAttribute(attribute);
      }
      if (value == SearchProblem.UNTOLD) {
        return new Reason.NoValue(
            attribute, it.part().candidates().untold(constraint, it.alternative(), it.row()));
      }
    }
    throw new IllegalArgumentException("It has all attributes [%s].".formatted(it));
  }

  private Reason constraints(Case it) {
    for (int number : request.covering()[it.alternative()]) {
      var constraint = request.constraints().get(number);
      int set = CandidateCheck.value(it, number);
      if (candidateCheck.isRejected(number, set)) {
        var values = set < 0 ? new int[] {} : request.values().elements(set);
        var before = left.elements(number).orElse(new int[] {});
        return constraint.distinct()
            ? new Reason.Repetition(constraint.attribute(), texts(values))
            : new Reason.Mismatch(constraint.attribute(), texts(values), texts(before));
      }
    }
    throw new IllegalArgumentException("No constraint rejects it [%s].".formatted(it));
  }

  private List<String> texts(int[] elements) {
    return Arrays.stream(elements).mapToObj(it -> text(request.values().value(it))).toList();
  }

  /** Returns a value as users write it. */
  static String text(Object value) {
    return switch (value) {
      case DeviceAttribute.IntValue(var number) -> Long.toString(number);
      case DeviceAttribute.BoolValue(var truth) -> Boolean.toString(truth);
      case DeviceAttribute.StringValue(var text) -> text;
      case DeviceAttribute.VersionValue(var version) -> version;
      default -> value.toString();
    };
  }
}
