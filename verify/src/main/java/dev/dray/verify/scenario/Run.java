package dev.dray.verify.scenario;

import dev.dray.allocation.placement.PrioritizedListScore;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.claim.ClaimStates;
import dev.dray.inventory.LabeledNode;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A scenario on its way: the cluster as it is, and the account so far. */
final class Run {
  private final List<LabeledNode> nodes;
  private final Store store;
  private final List<Object> account = new ArrayList<>();
  private Gates gates;
  private Scheduler scheduler;
  private int shares;

  Run(Gates gates, List<LabeledNode> nodes) {
    this.gates = gates;
    this.nodes = nodes;
    store = new Store(gates);
    scheduler = Scheduler.started(gates, store);
  }

  String text() {
    return Yamls.text(account);
  }

  /** Takes in what is there at the beginning, which must be right. */
  void given(List<ApiObject> objects, Step.Storing storing) {
    for (var object : objects) {
      if (write(object, storing) instanceof Store.Reply.Refused(var name, var violations)) {
        throw new IllegalArgumentException("What is given (%s): %s".formatted(name, violations));
      }
    }
    var notices = scheduler.notices();
    if (!notices.isEmpty()) {
      tell("given", Map.of("notices", Account.of(notices)));
    }
  }

  void step(Step step, Objects objects) {
    store.tick();
    switch (step) {
      case Step.Allocate allocate -> allocate(allocate);
      case Step.Release(var claims) -> release(claims);
      case Step.Apply(var file, var storing) -> apply(file, objects.objects(), storing);
      case Step.Delete(var keys) -> delete(keys);
      case Step.Restart() -> restart();
      case Step.SetGates set -> setGates(set);
      case Step.Show(var subject) -> show(subject);
    }
    if (!scheduler.ledger().equals(Ledger.of(store.all(ResourceClaim.class)))) {
      throw new IllegalStateException("The ledger is not what the claims say.");
    }
  }

  private void tell(String step, Map<String, Object> told) {
    var line = new LinkedHashMap<String, Object>();
    line.put("step", step);
    line.putAll(told);
    account.add(line);
  }

  private void tellWithNotices(String step, Map<String, Object> told) {
    var notices = scheduler.notices();
    var line = new LinkedHashMap<>(told);
    if (!notices.isEmpty()) {
      line.put("notices", Account.of(notices));
    }
    tell(step, line);
  }

  private Store.Reply write(ApiObject object, Step.Storing storing) {
    var reply =
        switch (storing) {
          case VALIDATED -> store.write(object);
          case UNCHECKED -> store.keepUnchecked(object);
        };
    if (reply instanceof Store.Reply.Stored(var stored, _)) {
      scheduler.put(stored);
    }
    return reply;
  }

  private void apply(String file, List<ApiObject> objects, Step.Storing storing) {
    var told = new LinkedHashMap<String, Object>();
    for (var object : objects) {
      switch (write(object, storing)) {
        case Store.Reply.Refused(var name, var violations) ->
            told.put(name, Map.of("refused", violations));
        case Store.Reply.Stored(_, var warnings) when !warnings.isEmpty() ->
            told.put(Store.key(object), Map.of("warnings", warnings));
        case Store.Reply.Stored _ -> {}
      }
    }
    tellWithNotices((storing == Step.Storing.VALIDATED ? "apply " : "store ") + file, told);
  }

  private void delete(List<String> keys) {
    keys.forEach(key -> scheduler.remove(store.delete(key)));
    tellWithNotices("delete " + String.join(" and ", keys), Map.of());
  }

  private void restart() {
    scheduler = Scheduler.started(scheduler.gates(), store);
    tellWithNotices("restart the scheduler", Map.of());
  }

  private void setGates(Step.SetGates set) {
    switch (set.component()) {
      case API_SERVER -> {
        gates = Scenario.changed(gates, set.gates());
        store.restart(gates);
      }
      case SCHEDULER ->
          scheduler = Scheduler.started(Scenario.changed(scheduler.gates(), set.gates()), store);
    }
    var words = new ArrayList<String>();
    set.gates().forEach((name, on) -> words.add(name + (on ? " on" : " off")));
    tellWithNotices(
        "restart the %s with %s".formatted(set.component().words(), String.join(" and ", words)),
        Map.of());
  }

  private void show(Step.Subject subject) {
    switch (subject) {
      case DEVICES -> tell("show devices", Views.devices(scheduler));
      case LEFT -> tell("show what is left", Views.left(scheduler));
    }
  }

  private void release(List<String> names) {
    names.forEach(name -> writeStatus(ClaimStates.released(store.claim(name))));
    tell("release " + String.join(" and ", names), Map.of());
  }

  /** Writes what must be right, or else the engine is wrong. */
  private void writeStatus(ResourceClaim claim) {
    switch (store.writeStatus(claim)) {
      case Store.Reply.Stored(var stored, _) -> scheduler.put(stored);
      case Store.Reply.Refused(var name, var violations) ->
          throw new IllegalStateException("The status of (%s): %s".formatted(name, violations));
    }
  }

  private void allocate(Step.Allocate step) {
    var claims = step.claims().stream().map(name -> claim(name, step)).toList();
    var told = new LinkedHashMap<String, Object>();
    boolean here = step.node().isPresent() || nodes.size() == 1;
    if (here) {
      var node = step.node().map(this::node).orElseGet(nodes::getFirst);
      var attempt = attempt(node, claims);
      told.putAll(Account.of(attempt, node));
      if (attempt instanceof Attempt.Fits fits) {
        keep(fits, step);
      }
    } else {
      allocateAnywhere(step, claims, told);
    }
    var verb = step.keeping() == Step.Keeping.KEPT ? "allocate " : "try ";
    var where = here ? step.node().map(it -> " on " + it).orElse("") : " on the best node";
    tell(verb + String.join(" and ", step.claims()) + where, told);
  }

  private Attempt attempt(LabeledNode node, List<ResourceClaim> claims) {
    return Attempt.of(scheduler, store, node, claims, () -> new UUID(0x4000, ++shares).toString());
  }

  private ResourceClaim claim(String name, Step.Allocate step) {
    if (step.like().isPresent()) {
      var model = store.claim(step.like().get());
      write(
          ClaimStates.released(model).withMetadata(model.metadata().withName(name)),
          Step.Storing.VALIDATED);
    }
    return store.claim(name);
  }

  private LabeledNode node(String name) {
    return nodes.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }

  private void keep(Attempt.Fits fits, Step.Allocate step) {
    if (step.keeping() == Step.Keeping.KEPT) {
      fits.claims().forEach(this::writeStatus);
    }
  }

  /** What a node has to offer, and the account of it. */
  private record Offer(LabeledNode node, Attempt.Fits fits, Map<String, Object> told) {}

  /** Asks every node and takes the best, the first of those that are equal. */
  private void allocateAnywhere(
      Step.Allocate step, List<ResourceClaim> claims, Map<String, Object> told) {
    var offers = new ArrayList<Offer>();
    for (var node : nodes) {
      var attempt = attempt(node, claims);
      var onNode = Account.of(attempt, node);
      if (attempt instanceof Attempt.Fatal) {
        told.putAll(onNode);
        return;
      }
      told.put(node.name(), onNode);
      if (attempt instanceof Attempt.Fits fits) {
        offers.add(new Offer(node, fits, onNode));
      }
    }
    if (!offers.isEmpty()) {
      var best = best(offers);
      told.put("chosen", best.node().name());
      keep(best.fits(), step);
    }
  }

  private static Offer best(List<Offer> offers) {
    var scores = offers.stream().mapToLong(it -> it.fits().score()).toArray();
    var normalised = PrioritizedListScore.normalised(scores);
    int best = 0;
    for (int i = 0; i < scores.length; i++) {
      best = normalised[i] > normalised[best] ? i : best;
      if (scores[i] > 0) {
        offers.get(i).told().put("score", scores[i]);
        offers.get(i).told().put("normalised", normalised[i]);
      }
    }
    return offers.get(best);
  }
}
