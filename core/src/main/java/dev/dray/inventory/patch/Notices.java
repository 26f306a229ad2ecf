package dev.dray.inventory.patch;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.PoolId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The notices about all pools, each of which is handed out once while it stays true; for one
 * thread.
 */
public final class Notices {
  private final TreeMap<PoolId, List<Notice>> state = new TreeMap<>();
  private Set<Subject> taken = Set.of();
  private boolean changed;

  private record Subject(Notice.Reason reason, String name, String message)
      implements Comparable<Subject> {
    static Subject of(Notice notice) {
      return new Subject(notice.reason(), notice.name(), notice.message());
    }

    @Override
    public int compareTo(Subject other) {
      int byReason = reason.compareTo(other.reason);
      int byName = byReason != 0 ? byReason : name.compareTo(other.name);
      return byName != 0 ? byName : message.compareTo(other.message);
    }
  }

  /** Replaces the notices of a pool. */
  public void note(PoolId pool, List<Notice> notices) {
    var before = notices.isEmpty() ? state.remove(pool) : state.put(pool, List.copyOf(notices));
    changed = changed || !notices.equals(before == null ? List.of() : before);
  }

  private static Notice together(Notice one, Notice other) {
    return new Notice(
        one.reason(),
        one.name(),
        Stream.concat(one.first().stream(), other.first().stream()).limit(Notice.NAMED).toList(),
        one.devices() + other.devices(),
        one.message());
  }

  /**
   * Returns the notices that hold now and did not at the last call; that one concerns other devices
   * by now does not make it new.
   */
  public List<Notice> take() {
    if (!changed) {
      return List.of();
    }
    changed = false;
    var all = bySubject();
    var before = taken;
    taken = Set.copyOf(all.keySet());
    all.keySet().removeAll(before);
    return List.copyOf(all.values());
  }

  /** Returns all notices that hold now, whether they were taken or not. */
  public List<Notice> standing() {
    return List.copyOf(bySubject().values());
  }

  private SortedMap<Subject, Notice> bySubject() {
    var all = new TreeMap<Subject, Notice>();
    state
        .values()
        .forEach(ofPool -> ofPool.forEach(it -> all.merge(Subject.of(it), it, Notices::together)));
    return all;
  }

  /** A collector of the notices of one generation, fed device by device. */
  public static final class Collector {
    private final PoolId pool;
    private final DeviceNames deviceNames;
    private final TreeMap<Subject, BitSet> rows = new TreeMap<>();

    public Collector(PoolId pool, DeviceNames deviceNames) {
      this.pool = pool;
      this.deviceNames = deviceNames;
    }

    public void add(Notice.Reason reason, String name, String message, BitSet concerned) {
      rows.computeIfAbsent(new Subject(reason, name, message), _ -> new BitSet()).or(concerned);
    }

    public void add(Notice.Reason reason, String name, String message, int row) {
      var one = new BitSet();
      one.set(row);
      add(reason, name, message, one);
    }

    public List<Notice> notices() {
      var notices = new ArrayList<Notice>();
      for (Map.Entry<Subject, BitSet> entry : rows.entrySet()) {
        var subject = entry.getKey();
        var first =
            entry.getValue().stream()
                .limit(Notice.NAMED)
                .mapToObj(row -> new DeviceId(pool, deviceNames.name(row)))
                .toList();
        notices.add(
            new Notice(
                subject.reason(),
                subject.name(),
                first,
                entry.getValue().cardinality(),
                subject.message()));
      }
      return notices;
    }
  }
}
