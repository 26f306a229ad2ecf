package dev.dray.verify.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;

/** Speaks to one server as its administrator. */
public final class Wire implements AutoCloseable {
  private final HttpClient client;
  private final URI server;
  private final Duration patience;

  private Wire(HttpClient client, URI server, Duration patience) {
    this.client = client;
    this.server = server;
    this.patience = patience;
  }

  /** With HTTP/1.1: a connection per request under way, as the JDK's client has for it. */
  public static Wire to(Kubeconfig config, Duration patience) {
    return to(config, patience, HttpClient.Version.HTTP_1_1);
  }

  public static Wire to(Kubeconfig config, Duration patience, HttpClient.Version version) {
    var client =
        HttpClient.newBuilder()
            .version(version)
            .sslContext(config.tls())
            .connectTimeout(Duration.ofSeconds(10))
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
    return new Wire(client, config.server(), patience);
  }

  public Answer get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  public Answer create(String path, String body) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  public Answer update(String path, String body) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body)));
  }

  /**
   * Patches; the sort is {@code json-patch}, {@code merge-patch}, {@code apply-patch} and so on.
   */
  public Answer patch(String path, String sort, String body)
      throws IOException, InterruptedException {
    var type = "application/" + sort + (sort.startsWith("apply") ? "+yaml" : "+json");
    return send(
        request(path).header("Content-Type", type).method("PATCH", BodyPublishers.ofString(body)));
  }

  public Answer delete(String path) throws IOException, InterruptedException {
    return send(request(path).DELETE());
  }

  public Answer delete(String path, String options) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .method("DELETE", BodyPublishers.ofString(options)));
  }

  /** A stream of lines; its status is 200. */
  public Lines lines(String path) throws IOException, InterruptedException {
    var response =
        client.send(
            HttpRequest.newBuilder(server.resolve(path)).GET().build(),
            BodyHandlers.ofInputStream());
    if (response.statusCode() != 200) {
      try (var body = response.body()) {
        throw new Refused(
            response.statusCode(), new String(body.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return new Lines(response.body());
  }

  public HttpClient client() {
    return client;
  }

  public URI at(String path) {
    return server.resolve(path);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.resolve(path)).timeout(patience);
  }

  private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.headers(), response.body());
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  /** Lines as they come. */
  public static final class Lines implements AutoCloseable {
    private final BufferedReader reader;

    private Lines(InputStream stream) {
      this.reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    /** The next line, or an empty text at the end: events are never empty. */
    public String next() throws IOException {
      var line = reader.readLine();
      return line == null ? "" : line;
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  /** A stream that was refused. */
  public static final class Refused extends IOException {
    private static final long serialVersionUID = 1;
    private final int code;

    Refused(int code, String body) {
      super("answered %d: %s".formatted(code, body));
      this.code = code;
    }

    public int code() {
      return code;
    }
  }
}
