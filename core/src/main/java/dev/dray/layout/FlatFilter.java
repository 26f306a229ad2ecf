package dev.dray.layout;

import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.NodeSelection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;

/**
 * A filter of pools and devices; an empty criterion admits all.
 *
 * @param pool the name of the pool, or its driver, a slash and its name
 * @param node a node that can use the devices
 */
public record FlatFilter(
    Optional<String> driver,
    Optional<String> pool,
    Optional<String> device,
    Optional<LabeledNode> node) {
  public static final FlatFilter ALL =
      new FlatFilter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** Returns the pools that have anything wanted, with all their devices. */
  public Flattened pools(Flattened flattened) {
    return new Flattened(
        flattened.pools().stream().filter(this::isWanted).toList(), flattened.notices());
  }

  /** Returns the devices that are wanted, with the counter sets that they consume from. */
  public Flattened devices(Flattened flattened) {
    return new Flattened(
        flattened.pools().stream().filter(this::isWanted).map(this::wanted).toList(),
        flattened.notices());
  }

  private boolean isWanted(FlatPool pool) {
    var id = pool.id();
    boolean named =
        driver.orElse(id.driver()).equals(id.driver())
            && this.pool.filter(it -> !it.equals(id.pool()) && !it.equals(id.toString())).isEmpty();
    return named
        && (isEverything()
            || wanted(pool).slices().stream().anyMatch(it -> !it.devices().isEmpty()));
  }

  /** Returns whether pools are wanted even without devices. */
  private boolean isEverything() {
    return device.isEmpty() && node.isEmpty();
  }

  private FlatPool wanted(FlatPool pool) {
    var devices =
        pool.slices().stream()
            .map(
                slice ->
                    slice.devices().stream()
                        .filter(it -> isWanted(it, slice.published().spec()))
                        .toList())
            .toList();
    var sets = new HashSet<String>();
    devices.forEach(
        each -> each.forEach(it -> it.consumptions().forEach(of -> sets.add(of.counterSet()))));
    var slices = new ArrayList<FlatSlice>();
    for (int i = 0; i < devices.size(); i++) {
      var slice = pool.slices().get(i);
      slices.add(
          new FlatSlice(
              slice.published(),
              devices.get(i),
              slice.counterSets().stream()
                  .filter(set -> isEverything() || sets.contains(set.name()))
                  .toList()));
    }
    return new FlatPool(pool.id(), pool.generation(), pool.state(), slices);
  }

  private boolean isWanted(FlatDevice device, ResourceSliceSpec spec) {
    return this.device.orElse(device.name()).equals(device.name())
        && node.filter(it -> !selection(device, spec).matches(it)).isEmpty();
  }

  private static NodeSelection selection(FlatDevice device, ResourceSliceSpec spec) {
    return spec.perDeviceNodeSelection().orElse(false)
        ? NodeSelection.of(device.effective())
        : NodeSelection.of(spec);
  }
}
