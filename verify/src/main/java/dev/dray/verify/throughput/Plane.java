package dev.dray.verify.throughput;

import dev.dray.api.gate.Gates;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.ThreadLoop;
import dev.dray.client.Transport;
import dev.dray.client.http.HttpTransport;
import dev.dray.client.http.Kubeconfig;
import dev.dray.kinds.RuntimeConfig;
import dev.dray.local.LocalCluster;
import dev.dray.local.LocalOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** A control plane, in this process or elsewhere, and a loop for whoever makes the pods. */
final class Plane implements AutoCloseable {
  private final ThreadLoop maker = new ThreadLoop("dray-maker");
  private final Runnable end;
  private final Api api;

  private Plane(Transport transport, Runnable end) {
    this.api = transport.on(maker, "dray-maker");
    this.end = end;
  }

  /** One in this process. */
  static Plane here(Path folder, boolean durable, boolean kubelets) throws IOException {
    var parts =
        kubelets
            ? EnumSet.allOf(LocalOptions.Part.class)
            : EnumSet.complementOf(EnumSet.of(LocalOptions.Part.NODES));
    var cluster = LocalCluster.start(LocalOptions.on(options(folder, durable)).withParts(parts));
    return new Plane(cluster.transport(), cluster::close);
  }

  /** One that runs already, whoever it is of. */
  static Plane at(Path kubeconfig) {
    var transport = HttpTransport.to(Kubeconfig.read(List.of(kubeconfig), ""));
    return new Plane(transport, transport::close);
  }

  private static ApiServerOptions options(Path folder, boolean durable) {
    return new ApiServerOptions(
        folder,
        InetSocketAddress.createUnresolved("127.0.0.1", 0),
        List.of(),
        durable
            ? new ApiServerOptions.StoreChoice.Sqlite()
            : new ApiServerOptions.StoreChoice.Memory(),
        Gates.defaults(),
        RuntimeConfig.defaults(),
        Optional.empty(),
        Optional.empty(),
        400,
        200,
        Duration.ofMinutes(10),
        InstantSource.system());
  }

  Api api() {
    return api;
  }

  EventLoop loop() {
    return maker;
  }

  @Override
  public void close() {
    maker.close();
    end.run();
  }
}
