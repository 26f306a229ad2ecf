package dev.dray.store.etcd;

import static com.google.common.util.concurrent.MoreExecutors.directExecutor;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.PutRequest;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Future;
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
  private final EtcdClient client;
  private final EtcdKeys etcdKeys;
  private final boolean trusted;
  private final AtomicLong noted = new AtomicLong();

  private ProgressNotifications(EtcdClient client, EtcdKeys etcdKeys, boolean trusted) {
    this.client = client;
    this.etcdKeys = etcdKeys;
    this.trusted = trusted;
  }

  static ProgressNotifications of(
      EtcdClient client, EtcdCalls etcdCalls, List<URI> endpoints, EtcdKeys etcdKeys) {
    boolean trusted = true;
    for (var endpoint : endpoints) {
      trusted = trusted && isTrusted(client, etcdCalls, endpoint);
    }
    return new ProgressNotifications(client, etcdKeys, trusted);
  }

  private static boolean isTrusted(EtcdClient client, EtcdCalls etcdCalls, URI endpoint) {
    try {
      var status = etcdCalls.get(client.status(endpoint));
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
  ByteString first(String prefix) {
    return trusted ? etcdKeys.first(prefix) : etcdKeys.all();
  }

  /** Returns the exclusive end of a watch's stream. */
  ByteString end(String prefix) {
    return etcdKeys.end(trusted ? prefix : "");
  }

  /**
   * Asks for the progress of a watch; the response comes through its stream.
   *
   * @param request asks etcd on that stream
   */
  void ask(Runnable request, long wanted) {
    if (trusted) {
      request.run();
    } else if (noted.getAndAccumulate(wanted, Math::max) < wanted) {
      // One write serves all watches. If it fails, the next watch that waits writes again.
      var note =
          PutRequest.newBuilder()
              .setKey(etcdKeys.own("progress"))
              .setValue(EtcdKeys.bytes(Long.toString(wanted)))
              .build();
      var written = client.keys().put(note);
      written.addListener(() -> repeat(wanted, written.state()), directExecutor());
    }
  }

  private void repeat(long wanted, Future.State state) {
    if (state != Future.State.SUCCESS) {
      noted.compareAndSet(wanted, 0);
    }
  }
}
