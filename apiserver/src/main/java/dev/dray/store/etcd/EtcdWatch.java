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
 * A place in etcd's history, from which a reader goes on.
 *
 * <p>Streams come and go: after an error, or when the reader does not keep up, one is closed, and
 * another is opened from where this one ended. The client library would resume by itself, but from
 * a place of its own that may be too far (it takes the revision at which a stream began for one up
 * to which all was told), so it is never given the chance.
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
        // In between, the stream may have to be opened again, or asked how far it is.
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

  /** Sees to it that there is a stream, and that it says how far it is if it may be behind. */
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
    // Not under the lock: the library calls back under one of its own.
    if (fresh != null) {
      fresh.open();
    } else if (behind > 0) {
      current.ask(behind);
    }
  }

  /** Ends it with an error, once all was told that had come. */
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

  /** One stream of etcd, which is ours until another one is. */
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
      // From the revision that was told already, not from the next: etcd refuses those before the
      // compacted one, and at exactly that one it may have forgotten what was deleted.
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

    /** It ended, for whatever reason: the reader opens another one. */
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
