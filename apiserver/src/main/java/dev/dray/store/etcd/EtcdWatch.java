package dev.dray.store.etcd;

import dev.dray.store.CompactedException;
import dev.dray.store.KeyChange;
import dev.dray.store.StoreEntry;
import dev.dray.store.StoreException;
import dev.dray.store.Watch;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Watch.Watcher;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A watch of etcd that survives lost streams: a position in etcd's history, and a stream that is
 * replaced whenever it ends.
 *
 * <pre>{@code
 *             received                 told
 * etcd ----stream----> [waiting changes] ----next()----> reader
 *           |  ^
 *           |  +-- opened from received, whenever there is none and the reader has taken all
 *           +----- ends by error, lost leader, full buffer
 * }</pre>
 *
 * <p><b>Invariant.</b> Every change of the prefix up to {@code received} is in {@code waiting} or
 * was returned; every change up to {@code told} was returned; {@code told} is at most {@code
 * received}. Only the current stream may add to it: callbacks of a replaced one are ignored.
 *
 * <p><b>Resume.</b> A new stream starts at {@code received} itself, and events at or below it are
 * dropped. Starting at {@code received + 1} could miss a deletion: if exactly that revision was
 * compacted meanwhile, etcd accepts it as a start, but may have dropped its deletions; a start one
 * earlier is refused. etcd sends all events of a revision in one response, so a revision is either
 * fully received or not at all, and a batch never splits one. The client library would resume by
 * itself, but from a position of its own that may be too far: it takes the revision at which a
 * stream began for one up to which everything was sent. So it is never given the chance; a stream
 * that ends is closed.
 *
 * <p><b>Progress.</b> A watch of a quiet prefix receives nothing and would stay behind, although
 * the cache waits for it to reach the store's revision. When any call of the store has seen a
 * revision above {@code received}, the reader asks etcd for a progress notification, again every
 * {@code LOOK_AGAIN} until it comes. A response without events moves {@code received} to the
 * revision of its header. {@link ProgressNotifications} says how older etcds, whose notifications
 * may overtake events, are asked.
 *
 * <p><b>Compaction.</b> If etcd has compacted what comes after {@code received}, the stream fails
 * with the compacted revision. The reader first gets what is waiting, then a {@link
 * CompactedException}, and has to list again. All other errors are retried by opening a stream,
 * without telling the reader.
 *
 * <p><b>Cost.</b> At most about {@code ROOM} bytes wait: a stream that exceeds it is closed, and
 * opened again when the reader has taken everything, so a slow reader costs etcd repeated reads but
 * no memory here. Leader loss ends streams ({@code withRequireLeader}), instead of leaving them
 * silent.
 */
final class EtcdWatch implements Watch {
  private static final long LOOK_AGAIN = Duration.ofMillis(100).toNanos();
  private static final long ROOM = 16L << 20;

  private final EtcdStore store;
  private final io.etcd.jetcd.Watch client;
  private final EtcdKeys etcdKeys;
  private final ProgressNotifications progressNotifications;
  private final String prefix;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private List<KeyChange> waiting = new ArrayList<>();
  private long bytes;
  private long received;
  private long told;
  private boolean closed;
  private @Nullable StoreException failure;
  private @Nullable Stream stream;

  EtcdWatch(
      EtcdStore store,
      io.etcd.jetcd.Watch client,
      EtcdKeys etcdKeys,
      ProgressNotifications progressNotifications,
      String prefix,
      long after) {
    this.store = store;
    this.client = client;
    this.etcdKeys = etcdKeys;
    this.progressNotifications = progressNotifications;
    this.prefix = prefix;
    this.received = after;
    this.told = after;
  }

  @Override
  public Batch next(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      keepGoing();
      lock.lockInterruptibly();
      try {
        long left = deadline - System.nanoTime();
        if (closed || received > told || failure != null || left <= 0) {
          return take();
        }
        // Meanwhile, the stream may have to be opened again, or asked for its progress.
        boolean woken = news.awaitNanos(Math.min(left, LOOK_AGAIN)) > 0;
        if (woken && received > told) {
          return take();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private Batch take() {
    if (failure != null && received == told && !closed) {
      throw failure instanceof CompactedException it
          ? it
          : new StoreException(String.valueOf(failure.getMessage()), failure);
    }
    if (closed) {
      return new Batch(List.of(), told);
    }
    var changes = waiting;
    waiting = new ArrayList<>();
    bytes = 0;
    told = received;
    return new Batch(changes, told);
  }

  /** Opens a stream if there is none, and asks it for its progress if it may be behind. */
  private void keepGoing() {
    Stream current;
    Stream fresh = null;
    long behind;
    lock.lock();
    try {
      if (closed || failure != null || received > told) {
        return;
      }
      if (stream == null) {
        fresh = new Stream();
        stream = fresh;
      }
      current = stream;
      behind = store.highest() > received ? store.highest() : 0;
    } finally {
      lock.unlock();
    }
    // Outside the lock: the library calls back while holding a lock of its own.
    if (fresh != null) {
      fresh.open();
    } else if (behind > 0) {
      current.ask(behind);
    }
  }

  /** Ends the watch with an error, after everything received was returned. */
  void fail(StoreException cause) {
    Stream last;
    lock.lock();
    try {
      failure = failure == null ? cause : failure;
      last = stream;
      stream = null;
      news.signalAll();
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.close();
    }
  }

  @Override
  public void close() {
    Stream last;
    lock.lock();
    try {
      closed = true;
      last = stream;
      stream = null;
      news.signalAll();
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.close();
    }
    store.forget(this);
  }

  /** One stream of etcd; its callbacks count while it is the current one. */
  private final class Stream implements io.etcd.jetcd.Watch.Listener {
    private volatile @Nullable Watcher watcher;
    private volatile boolean over;

    void open() {
      long from;
      lock.lock();
      try {
        from = Math.max(1, received);
      } finally {
        lock.unlock();
      }
      // From the revision already received, not from the next: etcd refuses those before the
      // compacted one, and at exactly that one it may have dropped deletions.
      var option =
          WatchOption.builder()
              .withRange(progressNotifications.end(prefix))
              .withRevision(from)
              .withPrevKV(true)
              .withProgressNotify(true)
              .withRequireLeader(true)
              .build();
      var opened = client.watch(progressNotifications.first(prefix), option, this);
      watcher = opened;
      if (over) {
        opened.close();
      }
    }

    void ask(long behind) {
      var it = watcher;
      if (it != null && !over) {
        progressNotifications.ask(it, behind);
      }
    }

    void close() {
      over = true;
      var it = watcher;
      if (it != null) {
        it.close();
      }
    }

    @Override
    public void onNext(WatchResponse response) {
      boolean full;
      lock.lock();
      try {
        if (stream != this) {
          return;
        }
        read(response);
        full = bytes > ROOM;
        stream = full ? null : this;
        news.signalAll();
      } finally {
        lock.unlock();
      }
      if (full) {
        close();
      }
    }

    private void read(WatchResponse response) {
      var events = response.getEvents();
      if (events.isEmpty()) {
        received = Math.max(received, response.getHeader().getRevision());
        return;
      }
      long before = received;
      for (var event : events) {
        long revision = event.getKeyValue().getModRevision();
        if (revision > before) {
          add(event);
          received = revision;
        }
      }
    }

    private void add(WatchEvent event) {
      var key = etcdKeys.keyAt(event.getKeyValue().getKey());
      if (EtcdKeys.isOwn(key) || !key.startsWith(prefix)) {
        return;
      }
      var entry = etcdKeys.entry(event.getKeyValue());
      var previous = previous(event.getPrevKV());
      waiting.add(
          event.getEventType() == WatchEvent.EventType.DELETE
              ? new KeyChange.Deleted(key, entry.revision(), previous)
              : new KeyChange.Put(entry, previous));
      bytes += 200L + entry.value().length + previous.map(it -> it.value().length).orElse(0);
    }

    private Optional<StoreEntry> previous(@Nullable KeyValue before) {
      return before == null || before.getModRevision() == 0
          ? Optional.empty()
          : Optional.of(etcdKeys.entry(before));
    }

    @Override
    public void onError(Throwable error) {
      if (error instanceof io.etcd.jetcd.common.exception.CompactedException compacted) {
        fail(new CompactedException(received, compacted.getCompactedRevision()));
      } else {
        onCompleted();
      }
    }

    /** Gives up the stream, for whatever reason it ended: the reader opens another one. */
    @Override
    public void onCompleted() {
      lock.lock();
      try {
        if (stream == this) {
          stream = null;
          news.signalAll();
        }
      } finally {
        lock.unlock();
      }
      if (!over) {
        close();
      }
    }
  }
}
