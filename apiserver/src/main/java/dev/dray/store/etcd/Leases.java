package dev.dray.store.etcd;

import io.etcd.jetcd.api.LeaseGrantRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** The leases of keys with lifetimes, each shared by keys that expire at about the same time. */
final class Leases {
  private static final long SHARED_SECONDS = 60;
  private static final int KEYS = 1_000;

  private final EtcdClient client;
  private final EtcdCalls etcdCalls;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Long, Shared> bySeconds = new HashMap<>();

  private record Shared(long id, long until, int keys) {}

  Leases(EtcdClient client, EtcdCalls etcdCalls) {
    this.client = client;
    this.etcdCalls = etcdCalls;
  }

  /** Returns a lease that ends after a lifetime from now, not earlier and not much later. */
  long of(Duration lifetime) {
    long seconds = Math.max(1, lifetime.plusNanos(999_999_999).toSeconds());
    lock.lock();
    try {
      var shared = bySeconds.get(seconds);
      if (shared == null || shared.keys() >= KEYS || System.nanoTime() - shared.until() > 0) {
        shared = grant(seconds);
      }
      bySeconds.put(seconds, new Shared(shared.id(), shared.until(), shared.keys() + 1));
      return shared.id();
    } finally {
      lock.unlock();
    }
  }

  private Shared grant(long seconds) {
    // Counted from before the request, so that no key that shares the lease expires early.
    long begin = System.nanoTime();
    long sharing = Math.clamp(seconds / 20, 1, SHARED_SECONDS);
    var request = LeaseGrantRequest.newBuilder().setTTL(seconds + sharing).build();
    long id = etcdCalls.ask("granting a lease", () -> client.leases().leaseGrant(request)).getID();
    return new Shared(id, begin + Duration.ofSeconds(sharing).toNanos(), 0);
  }

  /** Forgets all leases, after etcd reported that it does not know one of them. */
  void forget() {
    lock.lock();
    try {
      bySeconds.clear();
    } finally {
      lock.unlock();
    }
  }
}
