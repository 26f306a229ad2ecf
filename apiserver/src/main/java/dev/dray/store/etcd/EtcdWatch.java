package dev.dray.store.etcd;

import dev.dray.store.CompactedException;
import dev.dray.store.KeyChange;
import dev.dray.store.StoreEntry;
import dev.dray.store.StoreException;
import dev.dray.store.Watch;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchProgressRequest;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
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
 * fully received or not at all, and a batch never splits one.
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
 * no memory here. Leader loss ends streams ({@code hasleader}), instead of leaving them silent.
 */
final class EtcdWatch implements Watch {
  private static final long LOOK_AGAIN = Duration.ofMillis(100).toNanos();
  private static final long ROOM = 16L << 20;

  private final EtcdStore store;
  private final EtcdClient client;
  private final EtcdKeys etcdKeys;
  private final ProgressNotifications progressNotifications;
  private final String prefix;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private List<KeyChange> waiting = new ArrayList<>();
  private long bytes;
  private long received;
  private long told;
  private long notBefore = System.nanoTime();
  private boolean closed;
  private @Nullable StoreException failure;
  private @Nullable Stream stream;

  EtcdWatch(
      EtcdStore store,
      EtcdClient client,
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
      if (stream == null && System.nanoTime() - notBefore < 0) {
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
    // Outside the lock: gRPC may call back at once.
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
  private final class Stream implements ClientResponseObserver<WatchRequest, WatchResponse> {
    private final ReentrantLock sending = new ReentrantLock();
    private volatile @Nullable ClientCallStreamObserver<WatchRequest> requests;
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
      var request =
          WatchCreateRequest.newBuilder()
              .setKey(progressNotifications.first(prefix))
              .setRangeEnd(progressNotifications.end(prefix))
              .setStartRevision(from)
              .setPrevKv(true)
              .setProgressNotify(true);
      sending.lock();
      try {
        if (!over) {
          var _ = client.watches().watch(this);
          send(WatchRequest.newBuilder().setCreateRequest(request).build());
        }
      } finally {
        sending.unlock();
      }
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<WatchRequest> stream) {
      requests = stream;
    }

    void ask(long behind) {
      var it = requests;
      if (it != null && it.isReady()) {
        progressNotifications.ask(this::ask, behind);
      }
    }

    private void ask() {
      var request = WatchProgressRequest.getDefaultInstance();
      send(WatchRequest.newBuilder().setProgressRequest(request).build());
    }

    private void send(WatchRequest request) {
      var it = requests;
      sending.lock();
      try {
        if (it != null && !over) {
          it.onNext(request);
        }
      } finally {
        sending.unlock();
      }
    }

    void close() {
      sending.lock();
      try {
        over = true;
        var it = requests;
        if (it != null) {
          it.cancel("The watch has ended.", null);
        }
      } finally {
        sending.unlock();
      }
    }

    @Override
    public void onNext(WatchResponse response) {
      if (response.getCanceled()) {
        cancelled(response);
        return;
      }
      if (response.getCreated()) {
        return; // Its revision is that of the store, and nothing was sent up to it so far.
      }
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
      var events = response.getEventsList();
      if (events.isEmpty()) {
        received = Math.max(received, response.getHeader().getRevision());
        return;
      }
      long before = received;
      for (var event : events) {
        long revision = event.getKv().getModRevision();
        if (revision > before) {
          add(event);
          received = revision;
        }
      }
    }

    private void add(Event event) {
      var key = etcdKeys.keyAt(event.getKv().getKey());
      if (EtcdKeys.isOwn(key) || !key.startsWith(prefix)) {
        return;
      }
      var entry = etcdKeys.entry(event.getKv());
      var previous =
          event.hasPrevKv()
              ? Optional.of(etcdKeys.entry(event.getPrevKv()))
              : Optional.<StoreEntry>empty();
      waiting.add(
          event.getType() == Event.EventType.DELETE
              ? new KeyChange.Deleted(key, entry.revision(), previous)
              : new KeyChange.Put(entry, previous));
      bytes += 200L + entry.value().length + previous.map(it -> it.value().length).orElse(0);
    }

    private void cancelled(WatchResponse response) {
      long position;
      lock.lock();
      try {
        position = stream == this ? received : -1;
      } finally {
        lock.unlock();
      }
      if (position >= 0 && response.getCompactRevision() > 0) {
        fail(new CompactedException(position, response.getCompactRevision()));
      } else {
        onCompleted();
      }
    }

    @Override
    public void onError(Throwable error) {
      onCompleted();
    }

    /** Gives up the stream, for whatever reason it ended: the reader opens another one. */
    @Override
    public void onCompleted() {
      lock.lock();
      try {
        if (stream == this) {
          stream = null;
          // etcd may refuse the next one as quickly as this one.
          notBefore = System.nanoTime() + LOOK_AGAIN;
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
