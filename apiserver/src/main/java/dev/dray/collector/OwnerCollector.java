package dev.dray.collector;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.collector.Objects.Done;
import dev.dray.collector.Objects.Propagation;
import dev.dray.collector.OwnerNode.Owner;
import dev.dray.kinds.Resource;
import dev.dray.watch.Event;
import dev.dray.watch.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The garbage collector: deletes objects whose owners are gone.
 *
 * <p>An object with owners is deleted when none of them is left: a reference counts only with the
 * right UID, in the object's own namespace or among cluster-scoped objects. An owner that is
 * deleted in the foreground stays until the dependents that block it are gone; one that orphans its
 * dependents stays until none refers to it any more.
 *
 * <p>The graph of owners only tells where to look. Before something is deleted, the facts are read
 * again: the object, and every owner that is not in the graph.
 */
final class OwnerCollector implements Collector {

  /** A key that stands for no object: reconciling it updates the graph. */
  private static final String NEWS = "";

  /** The time for which changes gather, so that one wake-up serves a burst of them. */
  private static final Duration GATHERING = Duration.ofMillis(10);

  private final Objects objects;
  private final KindIndex kinds;
  private final KeyQueue keyQueue;
  private final OwnerGraph graph = new OwnerGraph();
  private final ReentrantLock lock = new ReentrantLock();

  /** The keys of objects to decide on: most changes of an object do not concern its owners. */
  private final Set<String> due = new HashSet<>();

  /** The changes that are not in the graph yet, the newest of each key; guarded by the lock. */
  private Map<String, Optional<Item>> waiting = new LinkedHashMap<>();

  OwnerCollector(Objects objects, List<Resource> kinds, KeyQueue keyQueue) {
    this.objects = objects;
    this.kinds = new KindIndex(kinds);
    this.keyQueue = requireNonNull(keyQueue, "work");
  }

  @Override
  public String name() {
    return "owners";
  }

  @Override
  public KeyQueue work() {
    return keyQueue;
  }

  @Override
  public void changed(Event event) {
    if (kinds.ofKey(event.key()).isPresent()) {
      lock.lock();
      try {
        waiting.put(event.key(), event.now());
      } finally {
        lock.unlock();
      }
      keyQueue.addLater(NEWS, GATHERING);
    }
  }

  @Override
  public void resync() {
    learn();
    graph.all().forEach(this::consider);
  }

  private void consider(OwnerNode ownerNode) {
    if (ownerNode.deleting() || !ownerNode.owners().isEmpty()) {
      decide(ownerNode);
    }
  }

  private void decide(OwnerNode ownerNode) {
    due.add(ownerNode.key());
    keyQueue.add(ownerNode.key());
  }

  private void learn() {
    Map<String, Optional<Item>> news;
    lock.lock();
    try {
      news = waiting;
      waiting = new LinkedHashMap<>();
    } finally {
      lock.unlock();
    }
    news.forEach(this::learn);
  }

  private void learn(String key, Optional<Item> item) {
    var resource = kinds.ofKey(key).orElseThrow();
    var now = item.map(it -> OwnerNode.of(resource, it.metadata()));
    var old = graph.put(key, now);
    if (!now.equals(old)) {
      now.ifPresent(this::consider);
    }
    if (old.isPresent()) {
      if (now.isEmpty() || !now.get().uid().equals(old.get().uid())) {
        graph.dependents(old.get().uid()).forEach(this::consider);
      }
      if (now.isEmpty() || !now.get().owners().equals(old.get().owners())) {
        old.get().owners().forEach(it -> graph.ofUid(it.uid()).ifPresent(this::considerDeleting));
      }
    }
  }

  private void considerDeleting(OwnerNode ownerNode) {
    if (ownerNode.deleting()) {
      decide(ownerNode);
    }
  }

  @Override
  public boolean look(String key) {
    learn();
    if (!due.contains(key)) {
      return true;
    }
    boolean done = lookAt(key);
    if (done) {
      due.remove(key);
    }
    return done;
  }

  private boolean lookAt(String key) {
    var known = graph.find(key).filter(it -> it.deleting() || !it.owners().isEmpty());
    if (known.isEmpty()) {
      return true;
    }
    var found = objects.find(known.get().resource(), known.get().namespace(), known.get().name());
    // Reading waited for all acknowledged writes; learning adds them to the graph.
    learn();
    if (found.isEmpty()) {
      return true;
    }
    var ownerNode = OwnerNode.of(known.get().resource(), found.get().object("metadata"));
    if (ownerNode.deleting()) {
      return lookAtDeleting(ownerNode, found.get());
    }
    return ownerNode.owners().isEmpty() || judge(ownerNode, found.get());
  }

  private boolean lookAtDeleting(OwnerNode ownerNode, Json.Obj object) {
    if (ownerNode.orphans()) {
      return orphan(ownerNode, object);
    }
    if (!ownerNode.waitsForDependents()) {
      return true;
    }
    var dependents = graph.dependents(ownerNode.uid());
    if (dependents.stream().noneMatch(ownerNode::isBlockedBy)) {
      return is(objects.replace(ownerNode.resource(), without(object, OwnerNode.FOREGROUND), ""));
    }
    dependents.forEach(this::consider);
    return true;
  }

  private boolean orphan(OwnerNode ownerNode, Json.Obj object) {
    for (var dependent : graph.dependents(ownerNode.uid())) {
      var found = objects.find(dependent.resource(), dependent.namespace(), dependent.name());
      if (found.isPresent()) {
        var freed = withOwners(found.get(), it -> !it.uid().equals(ownerNode.uid()));
        if (!freed.equals(found.get()) && !is(objects.replace(dependent.resource(), freed, ""))) {
          return false;
        }
      }
    }
    return is(objects.replace(ownerNode.resource(), without(object, OwnerNode.ORPHAN), ""));
  }

  /** The owners of an object, by their state. */
  private record Owners(List<String> solid, List<String> waiting, List<String> gone) {}

  private boolean judge(OwnerNode ownerNode, Json.Obj object) {
    var owners = new Owners(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    ownerNode.owners().forEach(it -> sort(ownerNode, it, owners));
    if (!owners.solid().isEmpty()) {
      boolean allSolid = owners.waiting().isEmpty() && owners.gone().isEmpty();
      return allSolid
          || is(
              objects.replace(
                  ownerNode.resource(),
                  withOwners(object, it -> owners.solid().contains(it.uid())),
                  ""));
    }
    var dependents = graph.dependents(ownerNode.uid());
    if (owners.waiting().isEmpty() || dependents.isEmpty()) {
      return is(objects.delete(ownerNode.resource(), object, propagation(ownerNode)));
    }
    // Objects that block each other in a cycle would wait forever.
    if (dependents.stream().anyMatch(OwnerNode::waitsForDependents)) {
      var unblocked = unblocked(object);
      if (!unblocked.equals(object)) {
        objects.replace(ownerNode.resource(), unblocked, "");
        return false;
      }
    }
    return is(objects.delete(ownerNode.resource(), object, Propagation.FOREGROUND));
  }

  private void sort(OwnerNode ownerNode, Owner owner, Owners into) {
    switch (state(ownerNode, owner)) {
      case SOLID -> into.solid().add(owner.uid());
      case WAITING -> into.waiting().add(owner.uid());
      case GONE -> into.gone().add(owner.uid());
    }
  }

  private enum State {
    SOLID,
    /** Being deleted in the foreground, and waiting for its dependents. */
    WAITING,
    GONE
  }

  /**
   * Returns the state of an owner; one of a kind that the server does not know counts as existing.
   */
  private State state(OwnerNode ownerNode, Owner owner) {
    var resource = kinds.ofKind(owner.group(), owner.kind());
    boolean inNamespace = resource.isPresent() && resource.get().namespaced();
    if (resource.isEmpty() || (inNamespace && ownerNode.namespace().isEmpty())) {
      return State.SOLID;
    }
    var namespace = inNamespace ? ownerNode.namespace() : "";
    var key = resource.get().key(namespace, owner.name());
    var found =
        graph
            .find(key)
            .filter(it -> it.uid().equals(owner.uid()))
            .or(
                () ->
                    objects
                        .find(resource.get(), namespace, owner.name())
                        .map(it -> OwnerNode.of(resource.get(), it.object("metadata"))))
            .filter(it -> it.uid().equals(owner.uid()));
    return found
        .map(it -> it.waitsForDependents() ? State.WAITING : State.SOLID)
        .orElse(State.GONE);
  }

  private static Propagation propagation(OwnerNode ownerNode) {
    if (ownerNode.finalizers().contains(OwnerNode.ORPHAN)) {
      return Propagation.ORPHAN;
    }
    return ownerNode.finalizers().contains(OwnerNode.FOREGROUND)
        ? Propagation.FOREGROUND
        : Propagation.BACKGROUND;
  }

  private static Json.Obj without(Json.Obj object, String finalizer) {
    var left =
        object.texts("metadata", "finalizers").stream()
            .filter(it -> !it.equals(finalizer))
            .toList();
    return left.isEmpty()
        ? object.with("metadata", object.object("metadata").without("finalizers"))
        : object.with(List.of("metadata", "finalizers"), Json.strings(left));
  }

  private static Json.Obj withOwners(Json.Obj object, Predicate<Owner> isKept) {
    var references = object.objects("metadata", "ownerReferences");
    var left = references.stream().filter(it -> isKept.test(Owner.of(it))).toList();
    if (left.size() == references.size()) {
      return object;
    }
    return left.isEmpty()
        ? object.with("metadata", object.object("metadata").without("ownerReferences"))
        : object.with(List.of("metadata", "ownerReferences"), Json.of(left));
  }

  private static Json.Obj unblocked(Json.Obj object) {
    var references =
        object.objects("metadata", "ownerReferences").stream()
            .map(
                it ->
                    it.truth("blockOwnerDeletion")
                        ? it.with("blockOwnerDeletion", Json.of(false))
                        : it)
            .toList();
    return object.with(List.of("metadata", "ownerReferences"), Json.of(references));
  }

  private static boolean is(Done done) {
    return done != Done.CHANGED;
  }
}
