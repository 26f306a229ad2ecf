package dev.dray.inventory.patch;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.PoolId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The notices about all pools, each of which is handed out once while it stays true; for one
 * thread.
 */
public final class Notices {
  private final TreeMap<PoolId, List<Notice>> state = new TreeMap<>();
  private final TreeMap<Subject, Notice> waiting = new TreeMap<>();

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

  /** Replaces the notices of a pool; those it did not have before are to be taken. */
  public void note(PoolId pool, List<Notice> notices) {
    var before = state.getOrDefault(pool, List.of());
    for (var notice : notices) {
      if (!before.contains(notice)) {
        waiting.merge(Subject.of(notice), notice, Notices::together);
      }
    }
    if (notices.isEmpty()) {
      state.remove(pool);
    } else {
      state.put(pool, List.copyOf(notices));
    }
  }

  private static Notice together(Notice one, Notice other) {
    return new Notice(
        one.reason(),
        one.name(),
        Stream.concat(one.first().stream(), other.first().stream()).limit(Notice.NAMED).toList(),
        one.devices() + other.devices(),
        one.message());
  }

  public List<Notice> take() {
    var taken = new ArrayList<>(waiting.values());
    waiting.clear();
    return List.copyOf(taken);
  }

  /** Returns all notices that hold now, whether they were taken or not. */
  public List<Notice> standing() {
    var all = new TreeMap<Subject, Notice>();
    state
        .values()
        .forEach(ofPool -> ofPool.forEach(it -> all.merge(Subject.of(it), it, Notices::together)));
    return List.copyOf(all.values());
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
