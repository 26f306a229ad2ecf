package dev.dray.store.etcd;

import com.google.protobuf.ByteString;
import dev.dray.store.CompactedException;
import dev.dray.store.KeyRange;
import dev.dray.store.Outcome;
import dev.dray.store.Page;
import dev.dray.store.RangeRequest;
import dev.dray.store.Store;
import dev.dray.store.StoreEntry;
import dev.dray.store.StoreException;
import dev.dray.store.Transaction;
import dev.dray.store.Watch;
import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A store in etcd, which other servers with the same prefix may use at the same time. */
public final class EtcdStore implements Store {
  private static final int CHUNK = 500;

  private final EtcdClient client;
  private final EtcdCalls etcdCalls;
  private final EtcdKeys etcdKeys;
  private final Marks marks;
  private final EtcdCommits etcdCommits;
  private final ProgressNotifications progressNotifications;
  private final AtomicLong highest = new AtomicLong();
  private final AtomicLong compacted = new AtomicLong();
  private final ConcurrentHashMap<EtcdWatch, Boolean> watches = new ConcurrentHashMap<>();
  private volatile boolean closed;

  private EtcdStore(EtcdClient client, List<URI> endpoints, String prefix) {
    this.client = client;
    this.etcdCalls = new EtcdCalls(endpoints);
    this.etcdKeys = EtcdKeys.of(prefix);
    this.marks = new Marks(etcdKeys);
    var leases = new Leases(client, etcdCalls);
    this.etcdCommits = new EtcdCommits(client, etcdCalls, etcdKeys, leases, marks);
    this.progressNotifications = ProgressNotifications.of(client, etcdCalls, endpoints, etcdKeys);
  }

  /**
   * Connects to etcd without TLS.
   *
   * @param endpoints such as {@code http://127.0.0.1:2379}
   * @param prefix the prefix of all keys
   * @throws StoreException if etcd does not answer
   */
  public static EtcdStore connect(List<URI> endpoints, String prefix) {
    return connected(endpoints, prefix, Optional.empty());
  }

  /** Connects to etcd with TLS: endpoints begin with {@code https}. */
  public static EtcdStore connect(List<URI> endpoints, String prefix, EtcdTls tls) {
    return connected(endpoints, prefix, Optional.of(tls));
  }

  private static EtcdStore connected(List<URI> endpoints, String prefix, Optional<EtcdTls> tls) {
    var client = EtcdClient.of(endpoints, tls);
    try {
      client.connect(new EtcdCalls(endpoints), EtcdKeys.of(prefix).own("none"));
      return new EtcdStore(client, endpoints, prefix);
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new StoreException("The store in etcd is closed.");
    }
  }

  @Override
  public long revision() {
    checkOpen();
    var answer = etcdCalls.ask("reading", () -> client.keys().range(nothing().build()));
    return seen(answer.getHeader().getRevision());
  }

  /** Asks for no key, but for the revision that etcd's responses tell. */
  private io.etcd.jetcd.api.RangeRequest.Builder nothing() {
    return keysFrom(etcdKeys.own("none")).setCountOnly(true);
  }

  private static io.etcd.jetcd.api.RangeRequest.Builder keysFrom(ByteString first) {
    return io.etcd.jetcd.api.RangeRequest.newBuilder().setKey(first);
  }

  private long seen(long revision) {
    highest.accumulateAndGet(revision, Math::max);
    return revision;
  }

  /** Returns the newest revision that any call of this store has seen. */
  long highest() {
    return highest.get();
  }

  @Override
  public Optional<StoreEntry> get(String key) {
    checkOpen();
    var answer =
        etcdCalls.ask("reading", () -> client.keys().range(keysFrom(etcdKeys.key(key)).build()));
    seen(answer.getHeader().getRevision());
    return answer.getKvsList().stream().findFirst().map(etcdKeys::entry);
  }

  @Override
  public Page list(RangeRequest range) {
    checkOpen();
    boolean begun = KeyRange.ORDER.compare(range.after(), range.prefix()) >= 0;
    var from =
        begun && !range.after().isEmpty()
            ? etcdKeys.after(range.after())
            : etcdKeys.first(range.prefix());
    var end = etcdKeys.end(range.prefix());
    var entries = new ArrayList<StoreEntry>();
    long revision = range.revision();
    while (true) {
      int room = range.limit() == 0 ? CHUNK : Math.min(CHUNK, range.limit() - entries.size());
      var answer = range(from, end, revision, room);
      revision = revision == 0 ? seen(answer.getHeader().getRevision()) : revision;
      answer.getKvsList().forEach(it -> entries.add(etcdKeys.entry(it)));
      long remaining = answer.getCount() - answer.getKvsCount();
      if (remaining <= 0 || entries.size() == range.limit()) {
        return new Page(entries, revision, Math.max(0, remaining));
      }
      from = etcdKeys.after(entries.getLast().key());
    }
  }

  private RangeResponse range(ByteString from, ByteString end, long revision, int limit) {
    var request = keysFrom(from).setRangeEnd(end).setRevision(revision).setLimit(limit).build();
    try {
      return etcdCalls.repeat(() -> client.keys().range(request));
    } catch (EtcdCalls.Failure e) {
      if (e.isCompacted()) {
        throw new CompactedException(revision, compacted());
      }
      if (e.isFuture()) {
        throw new StoreException("The revision (%d) is in the future.".formatted(revision), e);
      }
      throw etcdCalls.trouble("listing", e);
    }
  }

  @Override
  public Outcome commit(Transaction transaction) {
    checkOpen();
    var outcome = etcdCommits.commit(transaction);
    if (outcome instanceof Outcome.Committed(long revision)) {
      seen(revision);
    }
    return outcome;
  }

  @Override
  public Watch watch(String prefix, long after) {
    checkOpen();
    if (!listable(Math.max(1, after))) {
      throw new CompactedException(after, compacted());
    }
    var watch = new EtcdWatch(this, client, etcdKeys, progressNotifications, prefix, after);
    watches.put(watch, true);
    if (closed) {
      watch.fail(new StoreException("The store in etcd is closed."));
    }
    return watch;
  }

  void forget(EtcdWatch watch) {
    watches.remove(watch);
  }

  /** Returns whether a revision can be listed, or is yet to come. */
  private boolean listable(long revision) {
    try {
      etcdCalls.repeat(() -> client.keys().range(nothing().setRevision(revision).build()));
      return true;
    } catch (EtcdCalls.Failure e) {
      if (e.isCompacted()) {
        return false;
      }
      if (e.isFuture()) {
        return true;
      }
      throw etcdCalls.trouble("reading", e);
    }
  }

  @Override
  public void compact(long revision) {
    checkOpen();
    if (revision < 1) {
      return;
    }
    try {
      var request = CompactionRequest.newBuilder().setRevision(revision).build();
      etcdCalls.repeat(() -> client.keys().compact(request));
    } catch (EtcdCalls.Failure e) {
      if (!e.isCompacted()) {
        throw etcdCalls.trouble("compacting up to revision (%d)".formatted(revision), e);
      }
    }
    compacted.accumulateAndGet(revision, Math::max);
  }

  /**
   * Finds the oldest revision that can be listed by binary search, because etcd does not report it.
   */
  @Override
  public long compacted() {
    checkOpen();
    long low = compacted.get();
    if (listable(Math.max(1, low))) {
      return low;
    }
    long high = revision();
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (listable(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return compacted.accumulateAndGet(high, Math::max);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    watches.keySet().forEach(it -> it.fail(new StoreException("The store in etcd is closed.")));
    try {
      var own = DeleteRangeRequest.newBuilder().setKey(marks.first()).setRangeEnd(marks.end());
      etcdCalls.get(client.keys().deleteRange(own.build()));
    } catch (EtcdCalls.Failure _) {
      // The leases of the marks expire.
    }
    client.close();
  }
}
