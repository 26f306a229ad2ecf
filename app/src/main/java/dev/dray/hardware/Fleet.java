package dev.dray.hardware;

import dev.dray.api.core.CoreObject;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.ResourceClaimTemplate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A fleet: any number of equal nodes with their devices, and pods that use them.
 *
 * <p>Objects are handed out one by one as they are made, so that a large cluster takes no more
 * memory than a small one.
 */
public final class Fleet {
  private static final List<String> ZONES = List.of("zone-a", "zone-b", "zone-c");

  /** A consumer of the objects of a fleet, in order. */
  public interface Taker {
    void take(ApiObject object);

    void take(CoreObject object);
  }

  private final Hardware hardware;
  private final Setting setting;
  private final SliceLayout sliceLayout;
  private final long seed;

  public Fleet(Hardware hardware, SliceLayout sliceLayout, long seed) {
    this.hardware = hardware;
    this.setting = Setting.read(hardware.setting());
    this.sliceLayout = sliceLayout;
    this.seed = seed;
  }

  public void classes(Taker taker) {
    setting.classes().forEach(taker::take);
  }

  /** Generates nodes, each followed by its slices. */
  public void nodes(int count, Taker taker) {
    var serials = new Serials(seed);
    for (int number = 1; number <= count; number++) {
      var name = hardware.nodePrefix() + "-" + number;
      taker.take(node(name, number));
      for (var pool : hardware.pools(name, serials)) {
        pool.slices(sliceLayout).forEach(taker::take);
      }
    }
  }

  private Node node(String name, int number) {
    var pattern = setting.node();
    var labels = new LinkedHashMap<>(pattern.metadata().labels());
    labels.put("kubernetes.io/hostname", name);
    labels.put("topology.kubernetes.io/zone", ZONES.get((number - 1) % ZONES.size()));
    return pattern.withMetadata(pattern.metadata().withName(name).withLabels(labels));
  }

  public void templates(String namespace, Taker taker) {
    for (var template : setting.templates()) {
      taker.take(template.withMetadata(template.metadata().withNamespace(namespace)));
    }
  }

  /** Generates pending pods, each with a claim to be generated from a template. */
  public void pods(int count, String namespace, Taker taker) {
    var dice = new SplittableRandom(seed);
    for (int number = 1; number <= count; number++) {
      Pod pattern = anyOf(setting.pods(), dice);
      var name = pattern.metadata().name() + "-" + number;
      taker.take(pattern.withMetadata(pattern.metadata().withName(name).withNamespace(namespace)));
    }
  }

  /** Generates pending claims, as the templates would. */
  public void claims(int count, String namespace, Taker taker) {
    var dice = new SplittableRandom(seed);
    for (int number = 1; number <= count; number++) {
      ResourceClaimTemplate pattern = anyOf(setting.templates(), dice);
      var metadata = pattern.metadata().withName(pattern.metadata().name() + "-" + number);
      taker.take(
          new ResourceClaim(
              metadata.withNamespace(namespace), pattern.spec().spec(), ResourceClaimStatus.EMPTY));
    }
  }

  private static <T> T anyOf(List<T> patterns, SplittableRandom dice) {
    return patterns.get(dice.nextInt(patterns.size()));
  }
}
