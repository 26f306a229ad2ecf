package dev.dray.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The HTTP endpoint for a component's metrics and health. */
final class HealthServer implements AutoCloseable {
  private static final String TEXT = "text/plain; charset=utf-8";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private HealthServer(HttpServer server) {
    this.server = server;
  }

  /** The health checks, each empty while it passes. */
  record Checks(Supplier<String> healthy, Supplier<String> ready) {}

  static HealthServer at(String address, int port, PrometheusRegistry metrics, Checks checks)
      throws IOException {
    var healthServer = new HealthServer(listening(address, port));
    healthServer.serve("/metrics", exchange -> answer(exchange, 200, metrics(metrics)));
    healthServer.serve("/healthz", exchange -> check(exchange, checks.healthy().get()));
    healthServer.serve("/livez", exchange -> check(exchange, checks.healthy().get()));
    healthServer.serve("/readyz", exchange -> check(exchange, checks.ready().get()));
    healthServer.server.setExecutor(healthServer.threads);
    healthServer.server.start();
    return healthServer;
  }

  private static HttpServer listening(String address, int port) throws IOException {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getByName(address), port), 0);
    } catch (UnknownHostException e) {
      throw new IOException(
          "--bind-address: this machine does not have the address %s.".formatted(address), e);
    } catch (BindException e) {
      throw new IOException(
          "Cannot listen on %s port %d: %s. Maybe another component does; choose another --metrics-port (0 for any free one)."
              .formatted(address, port, e.getMessage()),
          e);
    }
  }

  private interface Handling {
    void handle(HttpExchange exchange) throws IOException;
  }

  private void serve(String path, Handling handling) {
    server.createContext(
        path,
        exchange -> {
          try (exchange) {
            if (exchange.getRequestURI().getPath().equals(path)) {
              handling.handle(exchange);
            } else {
              answer(exchange, 404, "Paths: /metrics, /healthz, /livez and /readyz.\n");
            }
          }
        });
  }

  private static void check(HttpExchange exchange, String trouble) throws IOException {
    answer(exchange, trouble.isEmpty() ? 200 : 503, trouble.isEmpty() ? "ok" : trouble + "\n");
  }

  private static String metrics(PrometheusRegistry registry) throws IOException {
    var out = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create().write(out, registry.scrape());
    return out.toString(UTF_8);
  }

  private static void answer(HttpExchange exchange, int code, String text) throws IOException {
    var bytes = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", TEXT);
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
