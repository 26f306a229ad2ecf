package dev.dray.planning;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.fill.Filling;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceClassSpec;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import dev.dray.cluster.Cluster;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.PoolView;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The devices that can still be had, by node, pool and class.
 *
 * <p>The number for a device type is how many claims, each for one device of that type and nothing
 * else, can be allocated one after the other until nothing fits, as a scheduler would do. Types are
 * alternatives to each other, since they mostly draw from the same counters.
 *
 * @param offers by node, class and pool
 * @param troubles the reasons why something is not offered at all
 */
public record Availability(List<Offer> offers, List<Trouble> troubles) {

  /** Something that keeps devices of a node from being offered. */
  public record Trouble(String node, String message) {}

  /**
   * The classes and device types to count.
   *
   * @param classes the names of classes, each counted by itself
   * @param tolerating the taints to tolerate
   * @param kindsBy the attributes that make a device type; none for the usual types
   */
  public record Question(
      List<String> classes, List<DeviceToleration> tolerating, List<String> kindsBy) {
    public Question {
      classes = List.copyOf(classes);
      tolerating = List.copyOf(tolerating);
      kindsBy = List.copyOf(kindsBy);
    }
  }

  public Availability {
    offers = List.copyOf(offers);
    troubles = List.copyOf(troubles);
  }

  /** The devices of a type that can be had on all nodes. */
  public record Total(
      String deviceClass, String kind, int devices, long available, long byAmount) {}

  /**
   * Returns the totals of all nodes, by class. A pool that several nodes see counts once, with what
   * the node that sees most of it can get.
   */
  public List<Total> totals() {
    var ofPools = new LinkedHashMap<List<Object>, Total>();
    for (var offer : offers) {
      for (var item : offer.items()) {
        ofPools.merge(
            List.of(offer.deviceClass(), item.kind(), offer.pool()),
            new Total(
                offer.deviceClass(),
                item.kind(),
                item.devices(),
                item.available(),
                item.byAmount()),
            (a, b) ->
                new Total(
                    a.deviceClass(),
                    a.kind(),
                    Math.max(a.devices(), b.devices()),
                    Math.max(a.available(), b.available()),
                    Math.max(a.byAmount(), b.byAmount())));
      }
    }
    var sums = new LinkedHashMap<List<String>, Total>();
    for (var total : ofPools.values()) {
      sums.merge(
          List.of(total.deviceClass(), total.kind()),
          total,
          (a, b) ->
              new Total(
                  a.deviceClass(),
                  a.kind(),
                  a.devices() + b.devices(),
                  sum(a.available(), b.available()),
                  a.byAmount() + b.byAmount()));
    }
    return List.copyOf(sums.values());
  }

  private static long sum(long a, long b) {
    return a == Filling.UNLIMITED || b == Filling.UNLIMITED ? Filling.UNLIMITED : a + b;
  }

  /**
   * Returns the cluster with a class for each driver, named after it, if it has no classes, so that
   * slices alone can be counted too.
   */
  public static Cluster withClasses(Cluster cluster) {
    if (!cluster.classes().isEmpty()) {
      return cluster;
    }
    var drivers = new TreeSet<String>();
    cluster.slices().forEach(slice -> drivers.add(slice.spec().driver()));
    return cluster.withClasses(drivers.stream().map(Availability::ofDriver).toList());
  }

  private static DeviceClass ofDriver(String driver) {
    var selector = DeviceSelector.cel("device.driver == \"%s\"".formatted(driver));
    return new DeviceClass(
        ObjectMeta.named(driver),
        new DeviceClassSpec(List.of(selector), List.of(), Optional.empty()));
  }

  /** Returns the toleration of every taint. */
  public static DeviceToleration everything() {
    return new DeviceToleration("", "Exists", "", "", Optional.empty());
  }

  /** Returns the claim that is counted: for one device of a class. */
  public static ResourceClaim claim(String deviceClass, List<DeviceToleration> tolerating) {
    var exactly =
        new ExactDeviceRequest(
            deviceClass,
            List.of(),
            "ExactCount",
            1,
            Optional.empty(),
            tolerating,
            Optional.empty(),
            List.of());
    var request = new DeviceRequest("device", Optional.of(exactly), List.of());
    return new ResourceClaim(
        ObjectMeta.named("one").withNamespace("default"),
        new ResourceClaimSpec(new DeviceClaim(List.of(request), List.of(), List.of())),
        ResourceClaimStatus.EMPTY);
  }

  /** Returns the availability on these nodes; {@code asked} is told of each node. */
  public static Availability of(
      Allocator allocator,
      Snapshot snapshot,
      Ledger ledger,
      List<LabeledNode> nodes,
      Question question,
      Consumer<LabeledNode> asked) {
    var survey = new Survey(allocator, snapshot, ledger, question);
    for (var node : nodes) {
      survey.visit(node);
      asked.accept(node);
    }
    return survey.availability();
  }

  /** The survey from node to node; the names of device types are known only at its end. */
  private static final class Survey {
    private final Snapshot snapshot;
    private final Ledger ledger;
    private final Question question;
    private final Allocator allocator;
    private final DeviceTypeCatalogue catalogue;
    private final Set<PoolId> inUse;
    private final List<Draft> drafts = new ArrayList<>();
    private final List<Trouble> troubles = new ArrayList<>();

    /** An offer whose device types have numbers and no names yet. */
    private record Draft(
        String node, PoolId pool, String deviceClass, List<Filling.Part> parts, List<Long> most) {}

    Survey(Allocator allocator, Snapshot snapshot, Ledger ledger, Question question) {
      this.allocator = allocator;
      this.snapshot = snapshot;
      this.ledger = ledger;
      this.question = question;
      catalogue = new DeviceTypeCatalogue(question.kindsBy());
      inUse = new HashSet<>(ledger.pools());
    }

    void visit(LabeledNode node) {
      var pools = snapshot.on(node).pools();
      for (var pool : pools) {
        if (pool.state() != PoolView.State.COMPLETE && pool.size() > 0) {
          troubles.add(new Trouble(node.name(), unsettled(pool)));
        }
      }
      if (!pools.isEmpty()) {
        visit(node, pools);
      }
    }

    /**
     * Counts all classes with the ledger first, then with an empty one: the remainders of pools are
     * kept for one ledger only.
     */
    private void visit(LabeledNode node, List<PoolView> pools) {
      boolean isEmpty = pools.stream().noneMatch(pool -> inUse.contains(pool.id()));
      var now = question.classes().stream().map(name -> fill(node, name, ledger)).toList();
      var empty =
          isEmpty
              ? now
              : question.classes().stream().map(it -> fill(node, it, Ledger.empty())).toList();
      for (int i = 0; i < now.size(); i++) {
        var name = question.classes().get(i);
        now.get(i)
            .failure()
            .ifPresent(it -> troubles.add(new Trouble(node.name(), "class " + name + ": " + it)));
        draft(node, name, now.get(i), empty.get(i));
      }
    }

    private Filling fill(LabeledNode node, String deviceClass, Ledger held) {
      var claim = claim(deviceClass, question.tolerating());
      return allocator.fill(snapshot, held, node, claim, catalogue);
    }

    private static String unsettled(PoolView pool) {
      return "pool %s is %s, so its devices are not available: %s"
          .formatted(
              pool.id(),
              pool.state() == PoolView.State.INVALID ? "invalid" : "incomplete",
              pool.reason());
    }

    private void draft(LabeledNode node, String deviceClass, Filling now, Filling empty) {
      var byPool = new LinkedHashMap<PoolId, Draft>();
      for (int i = 0; i < now.parts().size(); i++) {
        var part = now.parts().get(i);
        var draft =
            byPool.computeIfAbsent(
                part.pool(),
                pool ->
                    new Draft(
                        node.name(), pool, deviceClass, new ArrayList<>(), new ArrayList<>()));
        draft.parts().add(part);
        draft.most().add(empty.parts().get(i).fits());
      }
      drafts.addAll(byPool.values());
    }

    Availability availability() {
      var labels = DeviceTypeLabels.of(catalogue.kinds());
      var offers = drafts.stream().map(draft -> offer(draft, labels)).toList();
      return new Availability(offers, troubles);
    }

    private Offer offer(Draft draft, List<String> labels) {
      var items = new ArrayList<Offer.Item>();
      for (int i = 0; i < draft.parts().size(); i++) {
        var part = draft.parts().get(i);
        items.add(
            new Offer.Item(
                labels.get(part.kind()),
                part.devices(),
                part.inUse(),
                part.shared(),
                part.tainted(),
                part.fits(),
                part.together(),
                draft.most().get(i),
                part.byAmount(),
                part.shareable() > 0,
                part.rooms()));
      }
      var largest = draft.parts().size() == 1 ? Optional.<Integer>empty() : largest(draft.parts());
      return new Offer(
          draft.node(), draft.pool(), draft.deviceClass(), items, largest.map(labels::get));
    }

    /**
     * Returns the device type that can be had and takes, counter by counter, the most compared to
     * the others.
     */
    private Optional<Integer> largest(List<Filling.Part> parts) {
      var most = new HashMap<String, Double>();
      for (var part : parts) {
        sizes(part).forEach((what, size) -> most.merge(what, size, Math::max));
      }
      Optional<Integer> largest = Optional.empty();
      double best = -1;
      for (var part : parts) {
        double size = 0;
        for (var entry : sizes(part).entrySet()) {
          double of = most.getOrDefault(entry.getKey(), 0.0);
          size += of > 0 ? entry.getValue() / of : 0;
        }
        if (part.fits() + part.byAmount() > 0 && size > best) {
          best = size;
          largest = Optional.of(part.kind());
        }
      }
      return largest;
    }

    private Map<String, Double> sizes(Filling.Part part) {
      var type = catalogue.kind(part.kind());
      var sizes = new LinkedHashMap<String, Double>();
      type.draws()
          .forEach(
              draw ->
                  draw.amounts()
                      .keySet()
                      .forEach(counter -> sizes.put("counter " + counter, type.drawn(counter))));
      if (sizes.isEmpty()) {
        type.capacity()
            .forEach((name, capacity) -> sizes.put(name, capacity.value().asApproximateFloat()));
      }
      return sizes;
    }
  }
}
