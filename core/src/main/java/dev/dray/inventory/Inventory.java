package dev.dray.inventory;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.inventory.Merger.Published;
import dev.dray.inventory.patch.Amendment;
import dev.dray.inventory.patch.Amendments;
import dev.dray.inventory.patch.Contest;
import dev.dray.inventory.patch.Contests;
import dev.dray.inventory.patch.InventoryFeatures;
import dev.dray.inventory.patch.Notice;
import dev.dray.inventory.patch.Notices;
import dev.dray.inventory.patch.PoolFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All published devices, merged with their mixins, patches and taint rules and kept current: the
 * ResourceSlice tracker. For one thread.
 *
 * <pre>{@code
 * ResourceSlice --> Published --.
 *                               |  changes, by pool
 *                               v
 * ResourceSlicePatch --.     Merger --> PoolGeneration --> Pool --> Snapshot --> NodeView
 * DeviceTaintRule -----+------^         one for each       newest   all pools,   the pools one
 * DeviceClass ---------'  Amendments    generation number  first    immutable    node sees
 * }</pre>
 *
 * <p><b>Noting.</b> {@code put} and {@code remove} only note what changed. A slice is noted under
 * its pool. Patches, taint rules and classes go to {@link Amendments}, and the pools they concern
 * are noted as amended: those that the driver and pool fields of the patch or rule admit, and for a
 * class those of the patches that name it. An object that was put before and is written alike, down
 * to the notation of quantities, changes nothing.
 *
 * <p><b>Merging.</b> {@link #snapshot} merges the pools noted since the last one. A pool is split
 * into one {@code GenerationDraft} for each generation number. A generation that keeps all its
 * slices is only refreshed, that is, asked again what patches and rules do to it; any other is
 * merged from all its slices. Slices are also merged early, when more than {@code MANY_WAITING}
 * devices wait and they are more than a quarter of all devices: published slices are several times
 * as large as what becomes of them, so that those of a whole cluster must not wait for the first
 * snapshot.
 *
 * <p><b>Invariant.</b> A pool that looks the same as before is the same {@link Pool} object, with
 * the same {@link PoolGeneration} objects. Everything that caches by pool relies on it: identity
 * tells whether something changed. What devices look like depends on the objects that were put, not
 * on the order or the steps in which they were ({@code InventoryPropertyTest}). A fault in a stored
 * object never throws; it makes a pool invalid, hides a device or becomes a {@link Notice}.
 *
 * <p><b>Cost.</b> A snapshot costs what changed: for each noted pool one pass over the devices of
 * the generations whose slices changed, for each amended pool one pass of the patches and rules
 * that concern it, and a copy of the paths to the changed pools ({@link
 * dev.dray.collection.HashTrie}). Beside the {@code Slice} nothing of a merged slice is kept: its
 * devices are read back from the generation.
 */
public final class Inventory {
  private static final int MANY_WAITING = 8192;

  private final int mostWaiting;
  private final Amendments amendments;
  private final Merger merger;
  private final Notices notices = new Notices();
  private final Map<String, Slice> slices = new HashMap<>();

  /**
   * The slices put, or empty for those removed, by pool and slice name. A pool with no slices here
   * is only to be looked at again.
   */
  private final TreeMap<PoolId, TreeMap<String, Optional<Published>>> changes = new TreeMap<>();

  /**
   * The pools of {@link #changes} to be amended anew although no slice changed: patches or rules
   * may do something else to them.
   */
  private final HashSet<PoolId> amended = new HashSet<>();

  /** The number of devices in all slices, followed by how many of them wait to be merged. */
  private int devices;

  private int waiting;

  /**
   * The pools that changed since {@link #takeChanged} was last called; empty before its first call.
   */
  private Optional<TreeSet<PoolId>> changed = Optional.empty();

  private Snapshot current;
  private boolean classesChanged;
  private long merges;

  public Inventory(Gates gates) {
    this(gates, MANY_WAITING);
  }

  /**
   * @param mostWaiting the number of devices that may always wait to be merged, however few there
   *     are in all
   */
  Inventory(Gates gates, int mostWaiting) {
    this.mostWaiting = mostWaiting;
    var inventoryFeatures = InventoryFeatures.of(gates);
    amendments = new Amendments(inventoryFeatures);
    merger = new Merger(inventoryFeatures, amendments);
    current = Snapshot.empty(gates);
  }

  public void put(ResourceSlice slice) {
    var name = slice.metadata().name();
    var published = merger.read(slice);
    var old = slices.put(name, published.slice());
    if (old != null && !old.pool().equals(published.slice().pool())) {
      change(old.pool(), name, Optional.empty());
    }
    change(published.slice().pool(), name, Optional.of(published));
    devices += published.slice().size() - (old == null ? 0 : old.size());
    waiting += published.slice().size();
    if (waiting > mostWaiting && waiting > devices / 4) {
      update();
    }
  }

  public void removeSlice(String name) {
    var old = slices.remove(name);
    if (old != null) {
      change(old.pool(), name, Optional.empty());
      devices -= old.size();
    }
  }

  private void change(PoolId pool, String slice, Optional<Published> published) {
    changes.computeIfAbsent(pool, _ -> new TreeMap<>()).put(slice, published);
  }

  public void put(DeviceClass deviceClass) {
    var name = deviceClass.metadata().name();
    var old = Optional.ofNullable(amendments.classes().put(name, deviceClass));
    if (!old.map(DeviceClass::spec).equals(Optional.of(deviceClass.spec()))) {
      reconsiderClass(name);
    }
  }

  public void removeClass(String name) {
    if (amendments.classes().remove(name) != null) {
      reconsiderClass(name);
    }
  }

  private void reconsiderClass(String name) {
    classesChanged = true;
    amendments.patchesByClass(name).forEach(patch -> reconsider(PoolFilter.of(patch)));
  }

  public void put(ResourceSlicePatch patch) {
    var old = amendments.patches().put(patch.metadata().name(), patch);
    if (old.filter(it -> isSame(it, patch)).isEmpty()) {
      old.ifPresent(it -> reconsider(PoolFilter.of(it)));
      reconsider(PoolFilter.of(patch));
    }
  }

  public void removePatch(String name) {
    amendments.patches().remove(name).ifPresent(old -> reconsider(PoolFilter.of(old)));
  }

  public void put(DeviceTaintRule rule) {
    var old = amendments.rules().put(rule.metadata().name(), rule);
    if (!old.map(DeviceTaintRule::spec).equals(Optional.of(rule.spec()))) {
      old.ifPresent(it -> reconsider(PoolFilter.of(it)));
      reconsider(PoolFilter.of(rule));
    }
  }

  public void removeTaintRule(String name) {
    amendments.rules().remove(name).ifPresent(old -> reconsider(PoolFilter.of(old)));
  }

  private static boolean isSame(ResourceSlicePatch before, ResourceSlicePatch now) {
    return ExactlyWritten.of(before.spec()).equals(ExactlyWritten.of(now.spec()))
        && Amendments.created(before).equals(Amendments.created(now));
  }

  private void reconsider(PoolFilter poolFilter) {
    if (poolFilter.only().isPresent()) {
      current.pool(poolFilter.only().get()).ifPresent(this::reconsider);
    } else {
      current.anyOrder().stream()
          .filter(pool -> poolFilter.has(pool.id()))
          .forEach(this::reconsider);
    }
  }

  private void reconsider(Pool pool) {
    changes.computeIfAbsent(pool.id(), _ -> new TreeMap<>());
    amended.add(pool.id());
  }

  /**
   * Returns everything as it is now, at a cost that follows what changed since the last snapshot.
   */
  public Snapshot snapshot() {
    if (classesChanged) {
      current = current.withClasses(amendments.classes());
      classesChanged = false;
    }
    update();
    return current;
  }

  /**
   * Returns the pools that were added, removed or changed between the last call and the latest
   * snapshot, in order. The first call returns none: changes are recorded only from then on.
   */
  public List<PoolId> takeChanged() {
    var taken = changed.map(List::copyOf).orElse(List.of());
    changed = Optional.of(new TreeSet<>());
    return taken;
  }

  /**
   * Merges what was put. Published slices are several times as large as what becomes of them, so
   * those of a whole cluster must not wait for the first snapshot. Nor may merging happen so often
   * that a pool of many slices is merged once for each of them.
   */
  private void update() {
    if (changes.isEmpty()) {
      return;
    }
    var moved = new TreeMap<PoolId, Optional<Pool>>();
    changes.forEach(
        (id, put) -> {
          var old = current.pool(id);
          var pool = rebuilt(id, old, put);
          if (isOther(old, pool)) {
            moved.put(id, pool);
          }
        });
    changes.clear();
    amended.clear();
    waiting = 0;
    changed.ifPresent(it -> it.addAll(moved.keySet()));
    current = current.with(moved);
  }

  // A pool that looks the same is the same object.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isOther(Optional<Pool> before, Optional<Pool> after) {
    if (before.isEmpty() || after.isEmpty()) {
      return before.isPresent() != after.isPresent();
    }
    return before.get() != after.get();
  }

  /**
   * Returns the pool after the changes: the same object if it looks the same, empty if no slice is
   * left.
   */
  private Optional<Pool> rebuilt(
      PoolId id, Optional<Pool> old, Map<String, Optional<Published>> put) {
    var drafts = drafts(old, put);
    if (!amended.contains(id) && isUnchanged(old, drafts.values())) {
      return old;
    }
    merges++;
    var said = new ArrayList<Notice>();
    var generations = new ArrayList<PoolGeneration>();
    for (var generationDraft : drafts.values()) {
      var merged = generationDraft.merge(merger);
      generations.add(merged.generation());
      said.addAll(merged.notices());
    }
    notices.note(id, said);
    if (generations.isEmpty()) {
      return Optional.empty();
    }
    boolean same = old.isPresent() && same(old.get().generations(), generations);
    return same ? old : Optional.of(new Pool(generations));
  }

  private static boolean isUnchanged(Optional<Pool> old, Collection<GenerationDraft> drafts) {
    return drafts.size() == old.map(it -> it.generations().size()).orElse(0)
        && drafts.stream().allMatch(GenerationDraft::isUnchanged);
  }

  private static boolean same(List<PoolGeneration> old, List<PoolGeneration> now) {
    boolean same = old.size() == now.size();
    for (int i = 0; same && i < old.size(); i++) {
      same = old.get(i) == now.get(i);
    }
    return same;
  }

  /** Returns the draft of each generation, newest first. */
  private static SortedMap<Long, GenerationDraft> drafts(
      Optional<Pool> old, Map<String, Optional<Published>> put) {
    var drafts = new TreeMap<Long, GenerationDraft>(Comparator.reverseOrder());
    for (var generation : old.map(Pool::generations).orElse(List.of())) {
      drafts.put(generation.number(), new GenerationDraft(generation));
    }
    put.forEach(
        (name, published) ->
            drafts.values().forEach(generationDraft -> generationDraft.replace(name, published)));
    put.values()
        .forEach(
            published ->
                published.ifPresent(
                    it ->
                        drafts
                            .computeIfAbsent(it.slice().number(), _ -> new GenerationDraft())
                            .put(it)));
    drafts.values().removeIf(GenerationDraft::isEmpty);
    return drafts;
  }

  /**
   * Returns, by row, the patches and taint rules that currently change the devices of a generation.
   * Computed anew for each call: for display, not for allocation.
   */
  public List<Amendment> amendments(PoolGeneration generation) {
    return merger.trace(generation);
  }

  /**
   * Returns the patches that contradict each other on current devices, by pool and device. Computed
   * anew for each call: for display, not for allocation.
   */
  public List<Contest> contests() {
    var contests = new Contests();
    for (var pool : snapshot().pools()) {
      var newest = pool.newest();
      var amendments = amendments(newest);
      for (int row = 0; row < amendments.size(); row++) {
        contests.add(new DeviceId(pool.id(), newest.name(row)), amendments.get(row));
      }
    }
    return contests.found();
  }

  /** Returns how many times the devices of a pool were merged anew: the cost of changes. */
  long merges() {
    return merges;
  }

  /**
   * Returns the notices that are new since the last call, in a fixed order. A notice is not
   * repeated while it stays true; changes are noticed only when a snapshot is taken.
   */
  public List<Notice> takeNotices() {
    return notices.take();
  }

  /**
   * Returns all notices that hold as of the last snapshot, in a fixed order, whether they were
   * taken or not.
   */
  public List<Notice> standingNotices() {
    return notices.standing();
  }
}
