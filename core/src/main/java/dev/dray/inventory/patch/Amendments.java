package dev.dray.inventory.patch;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlicePatch;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The objects that change how devices look and are not published by drivers: patches, taint rules,
 * and the classes that patches refer to; for one thread. They are found by pool, so that a pool is
 * amended without looking at the patches of others.
 */
public final class Amendments {
  /**
   * The order in which patches win: higher priority first, then the older one, then by name. A
   * patch without creation time is older than all others, as the zero time is upstream.
   */
  static final Comparator<ResourceSlicePatch> WINNER_FIRST =
      Comparator.<ResourceSlicePatch, Integer>comparing(
              Amendments::priority, Comparator.reverseOrder())
          .thenComparing(Amendments::created)
          .thenComparing(patch -> patch.metadata().name());

  private static final Comparator<DeviceTaintRule> BY_NAME =
      Comparator.comparing(rule -> rule.metadata().name());

  private final ScopedObjects<ResourceSlicePatch> patches =
      new ScopedObjects<>(PoolFilter::of, WINNER_FIRST);
  private final ScopedObjects<DeviceTaintRule> rules = new ScopedObjects<>(PoolFilter::of, BY_NAME);
  private final TreeMap<String, DeviceClass> classes = new TreeMap<>();
  private final InventoryFeatures inventoryFeatures;

  public Amendments(InventoryFeatures inventoryFeatures) {
    this.inventoryFeatures = inventoryFeatures;
  }

  static int priority(ResourceSlicePatch patch) {
    return patch.spec().devices().priority().orElse(0);
  }

  /**
   * Returns the creation time: beside the name, the only metadata of a patch that decides anything.
   */
  public static Instant created(ResourceSlicePatch patch) {
    return patch.metadata().creationTimestamp().orElse(Instant.MIN);
  }

  public ScopedObjects<ResourceSlicePatch> patches() {
    return patches;
  }

  public ScopedObjects<DeviceTaintRule> rules() {
    return rules;
  }

  public SortedMap<String, DeviceClass> classes() {
    return classes;
  }

  Optional<DeviceClass> deviceClass(String name) {
    return Optional.ofNullable(classes.get(name));
  }

  /** Returns the patches that may concern the pool, winners first; none if the feature is off. */
  public List<ResourceSlicePatch> patches(PoolId id) {
    return inventoryFeatures.patches() ? patches.concerning(id) : List.of();
  }

  /** Returns the rules that may concern the pool, by name; none if the feature is off. */
  public List<DeviceTaintRule> rules(PoolId id) {
    return inventoryFeatures.taintRules() ? rules.concerning(id) : List.of();
  }

  /** Returns the patches whose filter names the class. */
  public List<ResourceSlicePatch> patchesByClass(String name) {
    return patches.all().stream()
        .filter(
            patch ->
                patch
                    .spec()
                    .devices()
                    .filter()
                    .flatMap(filter -> filter.deviceClassName())
                    .equals(Optional.of(name)))
        .toList();
  }
}
