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
 * Collects what there is and keeps it merged; for one thread.
 *
 * <p>Changes are only noted until a snapshot is asked for. Of a slice that was merged nothing is
 * kept beside the generation it is in, from which its devices can be had again.
 */
public final class Inventory {
  private static final int MANY_WAITING = 8192;

  private final int mostWaiting;
  private final Amendments amendments;
  private final Merger merger;
  private final Notices notices = new Notices();
  private final Map<String, Slice> slices = new HashMap<>();

  /** By pool and slice what was put, or nothing for what was removed; by pool what looks anew. */
  private final TreeMap<PoolId, TreeMap<String, Optional<Published>>> changes = new TreeMap<>();

  /** Those of them that look anew whatever was put: what patches and rules do may be other. */
  private final HashSet<PoolId> amended = new HashSet<>();

  /** How many devices all slices have, and how many of them wait to be merged. */
  private int devices;

  private int waiting;

  /** Pools that are other than when this was last asked for, if it ever was. */
  private Optional<TreeSet<PoolId>> changed = Optional.empty();

  private Snapshot current;
  private boolean classesChanged;
  private long merges;

  public Inventory(Gates gates) {
    this(gates, MANY_WAITING);
  }

  /**
   * @param mostWaiting devices that may wait to be merged, however few there are
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
    if (isOther(old.map(DeviceClass::spec), deviceClass.spec())) {
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
    if (isOther(old.map(ResourceSlicePatch::spec), patch.spec())
        || isOther(old.map(Amendments::created), Amendments.created(patch))) {
      old.ifPresent(it -> reconsider(PoolFilter.of(it)));
      reconsider(PoolFilter.of(patch));
    }
  }

  public void removePatch(String name) {
    amendments.patches().remove(name).ifPresent(old -> reconsider(PoolFilter.of(old)));
  }

  public void put(DeviceTaintRule rule) {
    var old = amendments.rules().put(rule.metadata().name(), rule);
    if (isOther(old.map(DeviceTaintRule::spec), rule.spec())) {
      old.ifPresent(it -> reconsider(PoolFilter.of(it)));
      reconsider(PoolFilter.of(rule));
    }
  }

  public void removeTaintRule(String name) {
    amendments.rules().remove(name).ifPresent(old -> reconsider(PoolFilter.of(old)));
  }

  /**
   * Returns whether it is other, if only by how a quantity is written: that, equality does not see.
   */
  private static boolean isOther(Optional<?> before, Object now) {
    return !before.equals(Optional.of(now)) || !before.get().toString().equals(now.toString());
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

  /** Everything as it is now, at a cost that follows what changed since the last one. */
  public Snapshot snapshot() {
    if (classesChanged) {
      current = current.withClasses(amendments.classes());
      classesChanged = false;
    }
    update();
    return current;
  }

  /**
   * The pools that came, went or changed since this was last called, as far as a snapshot was taken
   * of it; in order. None for the first call: only from then on does anybody keep count.
   */
  public List<PoolId> takeChanged() {
    var taken = changed.map(List::copyOf).orElse(List.of());
    changed = Optional.of(new TreeSet<>());
    return taken;
  }

  /**
   * Merges what was put. Published slices are several times as large as what becomes of them, so
   * that a whole cluster of them must not wait for the first snapshot; and not so often that a pool
   * of many slices is merged for each of them.
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

  /** The pool after changes: itself if it looks the same, empty if nothing is left of it. */
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

  /** The slices of each generation, newest first. */
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
   * Which patches and taint rules, as they are now, make the devices of a generation what they are;
   * by row. Worked out anew for each call: for showing, not for allocating.
   */
  public List<Amendment> amendments(PoolGeneration generation) {
    return merger.trace(generation);
  }

  /**
   * Which patches contradict each other on devices as they are now, by pool and device. Worked out
   * anew for each call: for showing, not for allocating.
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

  /**
   * Returns the number of times that the devices of a pool were merged anew: the cost of changes.
   */
  long merges() {
    return merges;
  }

  /**
   * What there is to say since this was last called, in a fixed order. What was said is not said
   * again while it stays true; a snapshot must be taken for changes to be noticed.
   */
  public List<Notice> takeNotices() {
    return notices.take();
  }

  /**
   * What there is to say as of the last snapshot, in a fixed order, whether it was taken or not.
   */
  public List<Notice> standingNotices() {
    return notices.standing();
  }
}
