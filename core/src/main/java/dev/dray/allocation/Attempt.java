package dev.dray.allocation;

import dev.dray.allocation.NodeProblem.Part;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.Node;
import dev.dray.inventory.NodeView;
import dev.dray.inventory.PoolView;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Claims that are to be allocated together on one node; any number of threads may use it. */
final class Attempt {
  private final List<ResourceClaim> claims;
  private final Ask ask;
  private final Loads loads;

  Attempt(List<ResourceClaim> claims, Ask ask, Loads loads) {
    this.claims = List.copyOf(claims);
    this.ask = ask;
    this.loads = loads;
  }

  /** An answer with what finding it took. */
  record Found(Answer answer, long steps) {}

  Found on(NodeView view, Ledger ledger, BooleanSupplier stop) {
    if (view.failure().isPresent()) {
      return new Found(new Answer.Fatal(view.failure().get()), 0);
    }
    var parts = parts(view, ledger);
    var problem = new NodeProblem(ask, view.node(), parts);
    var mistake = mistakeWithAll(view, problem);
    if (mistake.isPresent()) {
      return new Found(new Answer.Fatal(mistake.get()), 0);
    }
    var numbers = problem.build();
    mistake = tooManyWithAll(numbers);
    if (mistake.isPresent()) {
      return new Found(new Answer.Fatal(mistake.get()), 0);
    }
    var search = new Search(numbers, Foresight.Skills.ALL, stop);
    return new Found(answer(search.run(), search, problem, numbers, view), search.steps());
  }

  private List<Part> parts(NodeView view, Ledger ledger) {
    var parts = new ArrayList<Part>();
    for (var pool : view.pools()) {
      if (pool.state() == PoolView.State.COMPLETE) {
        var plan = ask.plan(pool.generation());
        if (plan.isRelevant) {
          parts.add(new Part(pool, plan, loads.of(pool.generation(), ledger)));
        }
      }
    }
    return parts;
  }

  /** Why it cannot be known what all devices are. */
  private Optional<String> mistakeWithAll(NodeView view, NodeProblem problem) {
    for (int number = 0; number < ask.options().size(); number++) {
      var option = ask.option(number);
      if (option.all()) {
        var unsettled = unsettledPool(view, option);
        if (unsettled.isPresent()) {
          return unsettled;
        }
        int failing = problem.firstFailing(number);
        if (failing >= 0) {
          return Optional.of(failure(number, problem, failing));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> unsettledPool(NodeView view, Option option) {
    for (var pool : view.pools()) {
      if (pool.state() != PoolView.State.COMPLETE) {
        return Optional.of(
            "claim %s, request %s: asks for all devices, but resource pool %s/%s is currently %s: %s"
                .formatted(
                    Names.of(claims.get(option.claim())),
                    option.reference(),
                    pool.id().driver(),
                    pool.id().pool(),
                    pool.state() == PoolView.State.INVALID ? "invalid" : "being updated",
                    pool.reason()));
      }
    }
    return Optional.empty();
  }

  private Optional<String> tooManyWithAll(Problem problem) {
    var least = new long[claims.size()];
    for (int request = 0; request < problem.requests(); request++) {
      int fewest = Integer.MAX_VALUE;
      for (int o = problem.optionsFrom[request]; o < problem.optionsFrom[request + 1]; o++) {
        fewest = Math.min(fewest, problem.need[o]);
      }
      least[problem.claimOf[request]] += fewest;
    }
    for (int claim = 0; claim < least.length; claim++) {
      if (least[claim] > Problem.MOST_RESULTS) {
        return Optional.of(AskReader.tooMany(Names.of(claims.get(claim)), least[claim]));
      }
    }
    return Optional.empty();
  }

  private Answer answer(
      Search.End end, Search search, NodeProblem problem, Problem numbers, NodeView view) {
    return switch (end) {
      case PLACED -> new Answer.Fits(placement(search, problem, view.node()));
      case NOTHING_FITS ->
          view.pools().stream().anyMatch(pool -> pool.state() == PoolView.State.INVALID)
              ? new Answer.Unusable("invalid resource pools were encountered")
              : new Answer.DoesNotFit();
      case FAILED -> new Answer.Fatal(failure(search, problem, numbers));
      case CONSTRAINT_AGAINST_ALL ->
          new Answer.Fatal(
              "%s: cannot add device %s because a claim constraint would not be satisfied"
                  .formatted(
                      where(ask.option(search.failedOption())),
                      problem.name(search.failedDevice())));
      case STOPPED -> new Answer.Stopped();
    };
  }

  private String where(Option option) {
    return "claim %s, request %s"
        .formatted(Names.of(claims.get(option.claim())), option.reference());
  }

  private String failure(Search search, NodeProblem problem, Problem numbers) {
    int option = search.failedOption();
    int device = search.failedDevice();
    if (Bits.has(numbers.failing[option], device)) {
      return failure(option, problem, device);
    }
    for (int constraint : numbers.covering[option]) {
      if (numbers.values[constraint][option][device] == Problem.UNTOLD) {
        return "%s, device %s: %s"
            .formatted(
                where(ask.option(option)),
                problem.name(device),
                problem.part(device).plan().untold(constraint, option, problem.row(device)));
      }
    }
    throw new IllegalStateException("The device (%d) does not fail.".formatted(device));
  }

  private String failure(int number, NodeProblem problem, int device) {
    var option = ask.option(number);
    var plan = problem.part(device).plan();
    int row = problem.row(device);
    var selector = plan.selection(number).failure(row);
    if (selector.isPresent()) {
      return "%s: %s on device %s: CEL runtime error: %s"
          .formatted(
              where(option),
              option.selectorName(selector.get().selector()),
              problem.name(device),
              selector.get().message());
    }
    return "%s: checking capacity for device %s: %s"
        .formatted(
            where(option), problem.name(device), plan.terms(number, row).impossible().orElse(""));
  }

  private Placement placement(Search search, NodeProblem problem, Node node) {
    var devices = search.devices();
    var options = search.options();
    var placed = new ArrayList<List<PlacedRequest>>();
    claims.forEach(_ -> placed.add(new ArrayList<>()));
    int at = 0;
    for (int number : options) {
      var option = ask.option(number);
      var taken = new ArrayList<PlacedDevice>();
      int need = problem.need(number);
      for (int i = 0; i < need; i++) {
        taken.add(device(number, problem, devices[at++]));
      }
      placed
          .get(option.claim())
          .add(
              new PlacedRequest(
                  option.request(),
                  option.alternative(),
                  option.deviceClass(),
                  option.admin(),
                  taken));
    }
    var all = new ArrayList<PlacedClaim>();
    for (int i = 0; i < claims.size(); i++) {
      all.add(new PlacedClaim(claims.get(i), placed.get(i)));
    }
    return new Placement(node, all);
  }

  private PlacedDevice device(int option, NodeProblem problem, int device) {
    var generation = problem.part(device).plan().generation();
    int row = problem.row(device);
    var terms = problem.part(device).plan().terms(option, row);
    boolean share = generation.traits(generation.traitsNumber(row)).shareable();
    var counters = new TreeMap<String, Map<String, Quantity>>();
    var table = generation.counters();
    terms
        .counters()
        .forEach(
            (counter, amount) ->
                counters
                    .computeIfAbsent(table.setName(table.setOf(counter)), _ -> new TreeMap<>())
                    .put(table.name(counter), amount));
    return new PlacedDevice(generation, row, share, share ? terms.capacity() : Map.of(), counters);
  }
}
