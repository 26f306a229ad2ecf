package dev.dray.client.http;

import dev.dray.client.Call;
import dev.dray.client.ListSelector;
import dev.dray.client.ResourceType;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/** The HTTP connection to one server, and the threads on which replies are decoded. */
final class HttpConnection implements AutoCloseable {
  private static final Duration CONNECTING = Duration.ofSeconds(10);
  private static final Duration CLOSING = Duration.ofSeconds(1);

  private final String server;
  private final Authorization authorization;
  private final HttpTransport.Bounds bounds;
  private final String version;
  private final ExecutorService threads;
  private final HttpClient client;
  private final CallLimiter callLimiter;

  HttpConnection(Kubeconfig config, HttpTransport.Bounds bounds, String version) {
    var text = config.server().toString();
    this.server = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    this.authorization = new Authorization(config.credentials());
    this.bounds = bounds;
    this.version = version;
    this.threads = Executors.newVirtualThreadPerTaskExecutor();
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_2)
            .sslContext(Tls.of(config))
            .connectTimeout(CONNECTING)
            .executor(threads)
            .build();
    this.callLimiter = new CallLimiter(bounds.calls(), threads);
  }

  HttpTransport.Bounds bounds() {
    return bounds;
  }

  /** A factory of requests; reading a token may fail. */
  interface Making {
    HttpRequest request() throws IOException;
  }

  /**
   * Sends a request when there is room, and passes the reply on, on a thread that is not the event
   * loop's.
   */
  void ask(Making making, Consumer<HttpReply> then) {
    callLimiter.enter(
        () -> {
          var _ =
              sent(making)
                  .whenComplete(
                      (response, problem) -> {
                        callLimiter.leave();
                        then.accept(
                            problem == null ? heard(response) : HttpReply.nothing(words(problem)));
                      });
        });
  }

  private CompletableFuture<HttpResponse<byte[]>> sent(Making making) {
    try {
      var whole = client.sendAsync(making.request(), BodyHandlers.ofByteArray());
      // The timeout of a request ends with the first byte of its response; this one does not.
      return whole
          .copy()
          .orTimeout(bounds.patience().toMillis(), TimeUnit.MILLISECONDS)
          .whenComplete(
              (_, problem) -> {
                if (problem instanceof TimeoutException) {
                  whole.cancel(true);
                }
              });
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  static HttpReply heard(HttpResponse<byte[]> response) {
    return HttpReply.of(
        response.statusCode(), response.headers().firstValue("Retry-After"), response.body());
  }

  /** Sends a request without waiting for room: watches last, and would take all of it. */
  CompletableFuture<HttpResponse<byte[]>> open(
      HttpRequest request, HttpResponse.BodyHandler<byte[]> handler) {
    return client.sendAsync(request, handler);
  }

  HttpRequest request(Call call, String component) throws IOException {
    var parameters = new LinkedHashMap<>(call.parameters());
    if (call.verb() == Call.Verb.APPLY && call.manager().isEmpty()) {
      parameters.put("fieldManager", component);
    }
    var path = path(call.type(), call.namespace()) + part(call.name()) + part(call.subresource());
    var body =
        call.sent()
            .map(it -> BodyPublishers.ofByteArray(it.bytes()))
            .orElseGet(BodyPublishers::noBody);
    var request = request(path + query(parameters), component).method(method(call.verb()), body);
    call.sent().ifPresent(_ -> request.header("Content-Type", contentType(call.verb())));
    return request.build();
  }

  HttpRequest list(
      ResourceType<?> type, ListSelector listSelector, Map<String, String> more, String who)
      throws IOException {
    var parameters = new LinkedHashMap<String, String>();
    parameters.put("labelSelector", listSelector.labels());
    parameters.put("fieldSelector", listSelector.fields());
    parameters.putAll(more);
    parameters.values().removeIf(String::isEmpty);
    return request(path(type, listSelector.namespace()) + query(parameters), who).GET().build();
  }

  private HttpRequest.Builder request(String path, String component) throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create(server + path))
            .header("Accept", "application/json")
            .header("User-Agent", "dray/%s (%s)".formatted(version, component));
    authorization.header().ifPresent(it -> request.header("Authorization", it));
    return request;
  }

  private static String path(ResourceType<?> type, String namespace) {
    var group = type.group().isEmpty() ? "/api" : "/apis" + part(type.group());
    var within = namespace.isEmpty() ? "" : "/namespaces" + part(namespace);
    return group + part(type.version()) + within + part(type.plural());
  }

  private static String part(String name) {
    return name.isEmpty() ? "" : "/" + encoded(name);
  }

  private static String query(Map<String, String> parameters) {
    var text = new StringBuilder();
    parameters.forEach(
        (name, value) ->
            text.append(text.isEmpty() ? '?' : '&')
                .append(name)
                .append('=')
                .append(encoded(value)));
    return text.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String method(Call.Verb verb) {
    return switch (verb) {
      case GET -> "GET";
      case CREATE -> "POST";
      case UPDATE -> "PUT";
      case MERGE_PATCH, STRATEGIC_PATCH, APPLY -> "PATCH";
      case DELETE -> "DELETE";
    };
  }

  private static String contentType(Call.Verb verb) {
    return switch (verb) {
      case GET, CREATE, UPDATE, DELETE -> "application/json";
      case MERGE_PATCH -> "application/merge-patch+json";
      case STRATEGIC_PATCH -> "application/strategic-merge-patch+json";
      case APPLY -> "application/apply-patch+yaml";
    };
  }

  /** Returns the reason for a missing response, as text. */
  String words(Throwable problem) {
    var cause =
        problem instanceof CompletionException && problem.getCause() != null
            ? problem.getCause()
            : problem;
    return switch (cause) {
      case HttpTimeoutException _, TimeoutException _ ->
          "%s did not answer within %d seconds".formatted(server, bounds.patience().toSeconds());
      case ConnectException _ -> "%s cannot be reached".formatted(server);
      case SSLException e ->
          "TLS with %s failed: %s. Maybe the kubeconfig belongs to another cluster."
              .formatted(server, e.getMessage());
      default ->
          "%s: %s"
              .formatted(
                  server,
                  Optional.ofNullable(cause.getMessage()).orElse(cause.getClass().getSimpleName()));
    };
  }

  @Override
  public void close() {
    client.shutdownNow();
    try {
      if (!client.awaitTermination(CLOSING)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    threads.shutdown();
  }
}
