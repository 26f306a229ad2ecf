package dev.dray.store.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.Watch.Watcher;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How a watch learns that there was nothing for it up to a revision.
 *
 * <p>etcd can be asked. But before 3.4.25 and 3.5.8 its answer may overtake changes that are still
 * to be sent, so a watch would believe to have been told of them. There, a watch also follows what
 * the store notes for itself, and to ask is to note something: what comes through the same stream
 * overtakes nothing.
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
      return false; // A member that is down may be an old one.
    }
  }

  /** Whether etcd of a version answers in order. */
  static boolean isTrusted(String version) {
    if (!version.matches("\\d+\\.\\d+\\.\\d+.*")) {
      return false;
    }
    var parts = version.split("[^0-9]+", -1);
    int minor = Integer.parseInt(parts[0]) * 1_000 + Integer.parseInt(parts[1]);
    int patch = Integer.parseInt(parts[2]);
    return minor > 3_005 || (minor == 3_005 && patch >= 8) || (minor == 3_004 && patch >= 25);
  }

  /** Where the stream of a watch begins. */
  ByteSequence first(String prefix) {
    return trusted ? etcdKeys.first(prefix) : etcdKeys.all();
  }

  /** Where it ends. */
  ByteSequence end(String prefix) {
    return etcdKeys.end(trusted ? prefix : "");
  }

  /** Has a watch told how far it is; it will hear of it through its stream. */
  void ask(Watcher watcher, long wanted) {
    if (trusted) {
      watcher.requestProgress();
    } else if (noted.getAndAccumulate(wanted, Math::max) < wanted) {
      // One note serves all watches. If it gets lost, the next one who waits notes again.
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
