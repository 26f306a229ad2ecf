package dev.dray.store.etcd;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import dev.dray.store.StoreException;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.etcd.jetcd.api.WatchGrpc;
import io.grpc.ChannelCredentials;
import io.grpc.ConnectivityState;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelRegistry;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The connection to an etcd cluster: one gRPC channel that uses all endpoints in turn, those that
 * can be reached.
 *
 * <p>A call waits for a connection, so that a member that restarts is not felt as a failure, but no
 * longer than {@link #DEADLINE}. gRPC would wait up to two minutes before it connects again after
 * repeated failures; as long as there are calls, it is told not to.
 */
final class EtcdClient implements AutoCloseable {
  static final Duration DEADLINE = Duration.ofSeconds(10);

  private static final Duration RECONNECT = Duration.ofMillis(200);
  private static final Metadata.Key<String> HAS_LEADER =
      Metadata.Key.of("hasleader", Metadata.ASCII_STRING_MARSHALLER);

  private final ManagedChannel channel;
  private final ChannelCredentials credentials;
  private final AtomicLong connectedAgain = new AtomicLong(System.nanoTime());

  private EtcdClient(ManagedChannel channel, ChannelCredentials credentials) {
    this.channel = channel;
    this.credentials = credentials;
  }

  /** Returns a client that connects with its first call. */
  static EtcdClient of(List<URI> endpoints, Optional<EtcdTls> tls) {
    var credentials =
        tls.map(EtcdClient::credentials).orElseGet(InsecureChannelCredentials::create);
    try {
      return new EtcdClient(channel(endpoints, credentials), credentials);
    } catch (ManagedChannelRegistry.ProviderNotFoundException e) {
      // gRPC reads the certificates only now, and finds no transport for those it cannot use.
      throw tls.map(files -> unusable(files, e)).orElseThrow(() -> e);
    }
  }

  private static ManagedChannel channel(List<URI> endpoints, ChannelCredentials credentials) {
    return Grpc.newChannelBuilder(EtcdEndpoints.target(endpoints), credentials)
        .maxInboundMessageSize(Integer.MAX_VALUE)
        .keepAliveTime(30, TimeUnit.SECONDS)
        .keepAliveTimeout(10, TimeUnit.SECONDS)
        .defaultLoadBalancingPolicy("round_robin") // One member that hangs is not all of them.
        .build();
  }

  private static ChannelCredentials credentials(EtcdTls tls) {
    var builder = TlsChannelCredentials.newBuilder();
    try {
      if (tls.authority().isPresent()) {
        builder.trustManager(tls.authority().get().toFile());
      }
      if (tls.identity().isPresent()) {
        var identity = tls.identity().get();
        builder.keyManager(identity.certificate().toFile(), identity.key().toFile());
      }
      return builder.build();
    } catch (IOException | IllegalArgumentException e) {
      throw unusable(tls, e);
    }
  }

  private static RuntimeException unusable(EtcdTls tls, Exception e) {
    return new StoreException(
        "The certificates for etcd cannot be used: %s. Check the files (%s): certificates and a key without password, as PEM."
            .formatted(e.getMessage(), files(tls)),
        e);
  }

  private static String files(EtcdTls tls) {
    var files = new ArrayList<String>();
    tls.authority().ifPresent(it -> files.add(it.toString()));
    tls.identity().ifPresent(it -> files.addAll(List.of(it.certificate() + "", it.key() + "")));
    return String.join(", ", files);
  }

  /**
   * Waits until etcd answers, unlike other calls with the last reason why it did not.
   *
   * @param key a key that may be read
   */
  void connect(EtcdCalls calls, ByteString key) {
    long end = System.nanoTime() + DEADLINE.toNanos();
    var nothing = RangeRequest.newBuilder().setKey(key).setCountOnly(true).build();
    while (true) {
      try {
        calls.get(impatient(KVGrpc.newFutureStub(channel)).range(nothing));
        return;
      } catch (EtcdCalls.Failure e) {
        if (e.isRefusal()
            || System.nanoTime() - end > 0
            || Thread.currentThread().isInterrupted()) {
          throw calls.trouble("connecting", e);
        }
        LockSupport.parkNanos(RECONNECT.toNanos());
      }
    }
  }

  KVGrpc.KVFutureStub keys() {
    return bounded(KVGrpc.newFutureStub(channel));
  }

  LeaseGrpc.LeaseFutureStub leases() {
    return bounded(LeaseGrpc.newFutureStub(channel));
  }

  /** Returns the stub of watches, which end when their member loses its leader. */
  WatchGrpc.WatchStub watches() {
    connectAgain();
    var headers = new Metadata();
    headers.put(HAS_LEADER, "true");
    return WatchGrpc.newStub(channel)
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
        .withWaitForReady();
  }

  private <T extends AbstractStub<T>> T bounded(T stub) {
    return impatient(stub).withWaitForReady();
  }

  /** Returns the stub with the deadline, to be used when there is a connection, or to try one. */
  private <T extends AbstractStub<T>> T impatient(T stub) {
    connectAgain();
    return stub.withDeadlineAfter(DEADLINE);
  }

  private void connectAgain() {
    long now = System.nanoTime();
    long last = connectedAgain.get();
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE
        && now - last > RECONNECT.toNanos()
        && connectedAgain.compareAndSet(last, now)) {
      channel.resetConnectBackoff();
    }
  }

  /** Returns the status of the member at one endpoint. */
  ListenableFuture<StatusResponse> status(URI endpoint) {
    var member = channel(List.of(endpoint), credentials);
    try {
      return MaintenanceGrpc.newFutureStub(member)
          .withDeadlineAfter(DEADLINE)
          .status(StatusRequest.getDefaultInstance());
    } finally {
      member.shutdown(); // Calls under way go on.
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
