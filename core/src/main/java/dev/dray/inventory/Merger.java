package dev.dray.inventory;

import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.Device;
import dev.dray.inventory.Amender.Amended;
import dev.dray.inventory.Amender.Plain;
import dev.dray.inventory.patch.Amendment;
import dev.dray.inventory.patch.Amendments;
import dev.dray.inventory.patch.DeviceNames;
import dev.dray.inventory.patch.InventoryFeatures;
import dev.dray.inventory.patch.Notice;
import dev.dray.selector.DeviceTable;
import dev.dray.selector.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Merges published slices, with the effects of patches and taint rules, into pool generations; for
 * one thread.
 *
 * <p>A published device is taken apart into what is its own and what many devices have in common,
 * and each part is kept once:
 *
 * <pre>{@code
 * slices of one generation, by name
 *   |
 *   |-- device names ----------------------> DeviceNames        shared if all names are the same
 *   |
 *   |-- devices without name, attributes --> Prototype --.
 *   |-- mixins ----------------------------> Mixins -----+--> DeviceTraitsTable
 *   |-- counter sets ----------------------------------- |    one for each distinct key:
 *   |-- patches and rules ---(Amender)-----> Effect -----'    pools of equal nodes share it
 *   |
 *   `-- attributes and capacities ---------> DeviceTable        values shared through one Schema
 * }</pre>
 *
 * <p>Row n of the names, the traits and the table is the same device: slices in the order of their
 * names, devices as listed.
 *
 * <p><b>Invariant.</b> Nothing is lost. {@link #published(PoolGeneration, int)} puts the devices of
 * a slice together again exactly as the driver wrote them, with the notation of quantities ({@link
 * ExactlyWritten}) and with mixins, patches and rules not merged in. This is why the inventory
 * keeps no copy of a slice. Two parts share an object only if no reader can tell them apart.
 *
 * <p><b>Refreshing.</b> If only patches, rules or classes changed, {@link #refresh} amends the
 * devices as they were before any patch and compares the effects with those the generation was made
 * with. Effects are interned, so the comparison is one of references, and a generation on which
 * nothing changed stays the same object.
 *
 * <p><b>Cost.</b> A merge is linear in the devices of the generation, whatever other pools there
 * are; traits are computed once for each distinct prototype, mixins and effect. A refresh without a
 * difference builds nothing, except the unpatched table if the generation is patched and a filter
 * or a patch reads it. Interned objects are held weakly and go with the last generation that uses
 * them; names and the values of tables are remembered in bounded number, and kept twice if
 * forgotten.
 */
final class Merger {
  private static final int REMEMBERED_LAYOUTS = 1024;
  private static final int REMEMBERED_NAMES = 1024;

  private static final ExactlyWritten<List<CounterSet>> NO_COUNTERS =
      ExactlyWritten.of(List.<CounterSet>of());

  private final InventoryFeatures inventoryFeatures;
  private final Amender amender;
  private final Schema schema = new Schema(REMEMBERED_LAYOUTS);
  private final Interner<ExactlyWritten<Device>, Prototype> prototypes =
      new Interner<>(Prototype::new);
  private final Interner<Mixins.Key, Mixins> mixins = new Interner<>(Mixins::new);
  private final RecentInterner<DeviceNames> names = new RecentInterner<>(REMEMBERED_NAMES);
  private final Interner<DeviceTraitsTable.Key, DeviceTraitsTable> traitsTables;

  Merger(InventoryFeatures inventoryFeatures, Amendments amendments) {
    this.inventoryFeatures = inventoryFeatures;
    this.amender = new Amender(inventoryFeatures, amendments);
    this.traitsTables =
        new Interner<>(key -> new DeviceTraitsTable(key, inventoryFeatures, amender.none()));
  }

  /** A slice with the devices that its driver published. */
  record Published(Slice slice, List<Device> devices) {
    /** Returns whether both are the same, down to how quantities are written. */
    boolean isSame(Published other) {
      return slice.equals(other.slice) && ExactlyWritten.same(devices, other.devices);
    }
  }

  /** A generation with the notices about its objects. */
  record Merged(PoolGeneration generation, List<Notice> notices) {}

  Published read(ResourceSlice slice) {
    var spec = slice.spec();
    var counterSets = spec.sharedCounters();
    // As upstream has it, a slice with counter sets has no devices.
    var devices = counterSets.isEmpty() ? spec.devices() : List.<Device>of();
    boolean advanced = spec.perDeviceNodeSelection().isPresent() || !counterSets.isEmpty();
    var state =
        advanced && !inventoryFeatures.partitionable() ? Slice.State.IGNORED : Slice.State.NORMAL;
    var mixed = mixins.of(Mixins.Key.of(spec.driver(), spec.mixins()));
    var traits =
        new SliceTraits(
            slice.metadata().name(),
            selection(spec),
            spec.perDeviceNodeSelection().orElse(false),
            spec.skipNodeOperations());
    return new Published(
        new Slice(
            new PoolId(mixed.driver(), spec.pool().name()),
            spec.pool().generation(),
            spec.pool().resourceSliceCount(),
            traits,
            state,
            mixed,
            counterSets.isEmpty() ? NO_COUNTERS : ExactlyWritten.of(counterSets),
            devices.size()),
        devices);
  }

  /**
   * Returns the nodes of the slice. The pool of one node is mostly named after it, so both share
   * one string.
   */
  private static NodeSelection selection(ResourceSliceSpec spec) {
    var selection = NodeSelection.of(spec);
    var pool = spec.pool().name();
    return selection.equals(new NodeSelection.OnNode(pool))
        ? new NodeSelection.OnNode(pool)
        : selection;
  }

  /** Merges all slices of a generation, which are sorted by name. */
  Merged merge(List<Published> published) {
    var slices = published.stream().map(Published::slice).toList();
    var listed = names.shared(namesOf(published));
    var parts = published.stream().map(this::part).toList();
    var unpatched = new Lazy(() -> table(published, List.of()));
    var plain = new Plain(slices, parts, listed, unpatched);
    return merged(published, plain, amender.amend(plain));
  }

  private Merged merged(List<Published> published, Plain plain, Amended amended) {
    var parts = new ArrayList<DeviceTraitsTable.Part>();
    for (int i = 0; i < plain.parts().size(); i++) {
      parts.add(plain.parts().get(i).with(amended.effects().get(i)));
    }
    var deviceTraitsTable =
        traitsTables.of(new DeviceTraitsTable.Key(plain.pool().driver(), parts));
    var table = amended.patches() ? table(published, amended.effects()) : plain.table().get();
    return new Merged(
        new PoolGeneration(plain.slices(), plain.deviceNames(), deviceTraitsTable, table),
        amended.notices());
  }

  /**
   * Amends the same slices anew, after patches, rules or classes changed; returns the generation
   * itself if its devices look the same.
   */
  Merged refresh(PoolGeneration generation) {
    var plain = plain(generation);
    var amended = amender.amend(plain);
    for (int i = 0; i < plain.parts().size(); i++) {
      if (!plain.parts().get(i).effects().equals(amended.effects().get(i))) {
        return merged(published(generation), plain, amended);
      }
    }
    return new Merged(generation, amended.notices());
  }

  /** Returns for each row the patches and rules that change it. */
  List<Amendment> trace(PoolGeneration generation) {
    return amender.trace(plain(generation));
  }

  /** Returns the generation as it was before patches and rules. */
  private Plain plain(PoolGeneration generation) {
    var parts = generation.traitsTable().key().parts();
    boolean patched =
        parts.stream().flatMap(part -> part.effects().stream()).anyMatch(Effect::patches);
    var unpatched =
        new Lazy(() -> patched ? table(published(generation), List.of()) : generation.table());
    return new Plain(generation.slices(), parts, generation.names(), unpatched);
  }

  private static List<Published> published(PoolGeneration generation) {
    return IntStream.range(0, generation.slices().size())
        .mapToObj(slice -> published(generation, slice))
        .toList();
  }

  static Published published(PoolGeneration generation, int slice) {
    return new Published(generation.slices().get(slice), generation.devices(slice));
  }

  private static DeviceNames namesOf(List<Published> slices) {
    return new DeviceNames(
        slices.stream().flatMap(it -> it.devices().stream().map(Device::name)).toList());
  }

  private DeviceTraitsTable.Part part(Published published) {
    return new DeviceTraitsTable.Part(
        published.slice().mixins(),
        published.slice().counterSets(),
        published.devices().stream().map(it -> prototypes.of(Prototype.of(it))).toList(),
        List.of());
  }

  private DeviceTable table(List<Published> slices, List<List<Effect>> effects) {
    var builder = DeviceTable.builder(schema);
    for (int i = 0; i < slices.size(); i++) {
      var slice = slices.get(i).slice();
      var devices = slices.get(i).devices();
      for (int row = 0; row < devices.size(); row++) {
        var device = devices.get(row);
        var effect =
            effects.isEmpty() || effects.get(i).isEmpty()
                ? amender.none()
                : effects.get(i).get(row);
        var driver = slice.pool().driver();
        var included = slice.mixins().devices();
        if (effect.patches()) {
          builder.addPatched(driver, device, included, effect.attributes(), effect.capacity());
        } else {
          builder.add(driver, device, included);
        }
      }
    }
    return builder.build();
  }

  /** A table that is built when it is first asked for. */
  private static final class Lazy implements Supplier<DeviceTable> {
    private final Supplier<DeviceTable> make;
    private @Nullable DeviceTable made;

    Lazy(Supplier<DeviceTable> make) {
      this.make = make;
    }

    @Override
    public DeviceTable get() {
      if (made == null) {
        made = make.get();
      }
      return made;
    }
  }
}
