package dev.dray.store.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.Watch.Watcher;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The progress of watches: the way a watch learns that there was nothing for it up to a revision.
 *
 * <p>etcd can be asked for a progress notification. But before 3.4.25 and 3.5.8 its response may
 * overtake events that are still to be sent, so that a watch would believe to have received them.
 * With those versions, a watch also covers the store's bookkeeping keys, and asking means writing
 * one of them: events of one stream do not overtake each other.
 */
final class ProgressNotifications {
  private final KV client;
  private final EtcdKeys etcdKeys;
  private final boolean trusted;
  private final AtomicLong noted = new AtomicLong();

  private ProgressNotifications(KV client, EtcdKeys etcdKeys, boolean trusted) {
    this.client = client;
    this.etcdKeys = etcdKeys;
    this.trusted = trusted;
  }

  static ProgressNotifications of(
      Client client, EtcdCalls etcdCalls, List<URI> endpoints, EtcdKeys etcdKeys) {
    boolean trusted = true;
    for (var endpoint : endpoints) {
      trusted = trusted && isTrusted(client, etcdCalls, endpoint);
    }
    return new ProgressNotifications(client.getKVClient(), etcdKeys, trusted);
  }

  private static boolean isTrusted(Client client, EtcdCalls etcdCalls, URI endpoint) {
    try {
      var status = etcdCalls.get(client.getMaintenanceClient().statusMember(endpoint.toString()));
      return isTrusted(status.getVersion());
    } catch (EtcdCalls.Failure _) {
      return false; // A member that is down may run an old version.
    }
  }

  /** Returns whether this version of etcd sends notifications in order. */
  static boolean isTrusted(String version) {
    if (!version.matches("\\d+\\.\\d+\\.\\d+.*")) {
      return false;
    }
    var parts = version.split("[^0-9]+", -1);
    int minor = Integer.parseInt(parts[0]) * 1_000 + Integer.parseInt(parts[1]);
    int patch = Integer.parseInt(parts[2]);
    return minor > 3_005 || (minor == 3_005 && patch >= 8) || (minor == 3_004 && patch >= 25);
  }

  /** Returns the first key of a watch's stream. */
  ByteSequence first(String prefix) {
    return trusted ? etcdKeys.first(prefix) : etcdKeys.all();
  }

  /** Returns the exclusive end of a watch's stream. */
  ByteSequence end(String prefix) {
    return etcdKeys.end(trusted ? prefix : "");
  }

  /** Asks for the progress of a watch; the response comes through its stream. */
  void ask(Watcher watcher, long wanted) {
    if (trusted) {
      watcher.requestProgress();
    } else if (noted.getAndAccumulate(wanted, Math::max) < wanted) {
      // One write serves all watches. If it fails, the next watch that waits writes again.
      var _ =
          client
              .put(etcdKeys.own("progress"), EtcdKeys.bytes(Long.toString(wanted)))
              .whenComplete((_, failure) -> repeat(wanted, failure != null));
    }
  }

  private void repeat(long wanted, boolean failed) {
    if (failed) {
      noted.compareAndSet(wanted, 0);
    }
  }
}
