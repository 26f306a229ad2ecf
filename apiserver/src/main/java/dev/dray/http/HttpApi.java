package dev.dray.http;

import dev.dray.api.json.Json;
import dev.dray.kinds.Resource;
import dev.dray.registry.Registry;
import dev.dray.schema.Schemas;
import dev.dray.security.authorization.Authorizer;
import dev.dray.security.pki.ServerTls;
import dev.dray.watch.Cache;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** The API server's HTTP endpoint, listening. */
public final class HttpApi implements AutoCloseable {
  private final HttpServer server;
  private final AtomicBoolean closing;

  private HttpApi(HttpServer server, AtomicBoolean closing) {
    this.server = server;
    this.closing = closing;
  }

  /** The parts the endpoint is made of. */
  public record Parts(
      Registry registry,
      Cache cache,
      List<Resource> resources,
      VirtualResources virtualResources,
      Documents documents,
      Schemas schemas,
      Identification identification,
      Authorizer authorizer,
      AuditSink auditSink,
      Health health,
      Json.Obj version,
      InstantSource clock,
      int mostReading,
      int mostWriting,
      List<PrometheusRegistry> metrics) {}

  /** Starts to listen; port 0 means any free one. */
  public static HttpApi start(InetSocketAddress address, ServerTls tls, Parts parts)
      throws IOException {
    var closing = new AtomicBoolean();
    var metrics = new Metrics(parts.cache(), parts.metrics());
    var protobufBodies = new ProtobufBodies(parts.schemas());
    var resourceHandler =
        new ResourceHandler(
            parts.registry(),
            parts.resources(),
            parts.virtualResources(),
            parts.clock(),
            closing::get,
            metrics,
            protobufBodies);
    var extras =
        new Extras(
            new Discovery(parts.resources(), parts.virtualResources().kinds()),
            parts.documents(),
            metrics,
            parts.health(),
            parts.version());
    var front =
        new Front(
            parts.identification(),
            parts.authorizer(),
            resourceHandler,
            extras,
            new InFlight(parts.mostReading(), parts.mostWriting(), metrics),
            metrics,
            parts.auditSink(),
            protobufBodies);
    var server = new HttpServer(address, tls, front);
    server.start();
    return new HttpApi(server, closing);
  }

  public int port() {
    return server.port();
  }

  /** Ends all watches and stops taking requests. */
  @Override
  public void close() {
    closing.set(true);
    server.close();
  }
}
