package dev.dray.verify.fuzz;

import dev.dray.verify.wire.Kubeconfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends probes and says what came back. */
final class Sender implements AutoCloseable {
  /** What came of a probe. */
  sealed interface Outcome {
    record Answered(int code, String text) implements Outcome {}

    /** The connection was closed, which is an answer to what is no request. */
    record Closed() implements Outcome {}

    record Hung() implements Outcome {}
  }

  /** Longer than a busy machine takes: what has no answer by then has none. */
  private static final int PATIENCE_SECONDS = 30;

  /** Of garbage that may be half a request; the server waits for the rest, and nobody sends it. */
  private static final int PATIENCE_FOR_GARBAGE_SECONDS = 5;

  /** So much of an answer is read that says the server failed. */
  private static final int SHOWN = 2_000;

  private final Kubeconfig config;
  private final HttpClient first;
  private final HttpClient second;

  Sender(Kubeconfig config) {
    this.config = config;
    this.first = client(HttpClient.Version.HTTP_1_1);
    this.second = client(HttpClient.Version.HTTP_2);
  }

  private HttpClient client(HttpClient.Version version) {
    return HttpClient.newBuilder()
        .version(version)
        .sslContext(config.tls())
        .connectTimeout(Duration.ofSeconds(PATIENCE_SECONDS))
        .executor(Executors.newVirtualThreadPerTaskExecutor())
        .build();
  }

  Outcome send(Probe probe) throws InterruptedException {
    try {
      return switch (probe.way()) {
        case HTTP_1 -> send(probe, first);
        case HTTP_2 -> send(probe, second);
        case RAW -> raw(written(probe), PATIENCE_SECONDS);
      };
    } catch (IllegalArgumentException _) {
      // The JDK's client takes no such header or address; a socket does.
      return raw(written(probe), PATIENCE_SECONDS);
    }
  }

  private Outcome send(Probe probe, HttpClient client) throws InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(config.server() + probe.target()))
            .method(
                probe.method(),
                probe.body().length == 0
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofByteArray(probe.body()));
    probe.headers().forEach(it -> request.header(it.getKey(), it.getValue()));
    request.header("Audit-Id", name(probe));
    if (probe.isEndless()) {
      return answer(
          client
              .sendAsync(request.build(), BodyHandlers.ofInputStream())
              .thenApply(Sender::cutOff));
    }
    return answer(
        client
            .sendAsync(request.build(), BodyHandlers.ofString())
            .thenApply(it -> new Outcome.Answered(it.statusCode(), it.body())));
  }

  /** The beginning is enough of what may never end. */
  private static Outcome cutOff(HttpResponse<InputStream> response) {
    var text = "";
    try (var body = response.body()) {
      if (response.statusCode() >= 500) {
        text = new String(body.readNBytes(SHOWN), StandardCharsets.UTF_8);
      }
    } catch (IOException _) {
      // Nothing more was wanted of it.
    }
    return new Outcome.Answered(response.statusCode(), text);
  }

  private static Outcome answer(CompletableFuture<? extends Outcome> coming)
      throws InterruptedException {
    try {
      return coming.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException _) {
      coming.cancel(true);
      return new Outcome.Hung();
    } catch (ExecutionException _) {
      return new Outcome.Closed();
    }
  }

  /** By this a probe is found in the audit log of the server. */
  private static String name(Probe probe) {
    return "fuzz-" + probe.number();
  }

  private static byte[] written(Probe probe) {
    var head = new StringBuilder();
    head.append(probe.method()).append(' ').append(probe.target()).append(" HTTP/1.1\r\n");
    head.append("Host: localhost\r\nConnection: close\r\n");
    head.append("Audit-Id: ").append(name(probe)).append("\r\n");
    probe
        .headers()
        .forEach(it -> head.append(it.getKey()).append(": ").append(it.getValue()).append("\r\n"));
    head.append("Content-Length: ").append(probe.body().length).append("\r\n\r\n");
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(probe.body());
    return bytes.toByteArray();
  }

  /** Sends bytes that need not be a request within TLS. */
  Outcome garbage(byte[] bytes) {
    return raw(bytes, PATIENCE_FOR_GARBAGE_SECONDS);
  }

  /** Sends bytes within TLS and reads the status line of whatever is answered. */
  private Outcome raw(byte[] bytes, int patienceSeconds) {
    // The plain one is closed: TLS would wait for the other side to close, too.
    try (var plain = connected()) {
      var socket =
          config.tls().getSocketFactory().createSocket(plain, "localhost", plain.getPort(), true);
      socket.setSoTimeout(patienceSeconds * 1000);
      try {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
      } catch (IOException _) {
        // The server has had enough; what it said before may still be read.
      }
      return read(socket);
    } catch (SocketTimeoutException _) {
      return new Outcome.Hung();
    } catch (IOException _) {
      return new Outcome.Closed();
    }
  }

  private Outcome read(Socket socket) throws IOException {
    var answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
    if (!answer.startsWith("HTTP/1.") || answer.length() < 12) {
      return new Outcome.Closed();
    }
    int code = Integer.parseInt(answer.substring(9, 12));
    var rest =
        code >= 500
            ? new String(socket.getInputStream().readNBytes(SHOWN), StandardCharsets.ISO_8859_1)
            : "";
    return new Outcome.Answered(code, rest);
  }

  /** Sends bytes where TLS is expected. */
  Outcome withoutTls(byte[] bytes) {
    try (var socket = connected()) {
      socket.setSoTimeout(PATIENCE_FOR_GARBAGE_SECONDS * 1000);
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      socket.getInputStream().readNBytes(12);
      return new Outcome.Closed();
    } catch (SocketTimeoutException _) {
      return new Outcome.Hung();
    } catch (IOException _) {
      return new Outcome.Closed();
    }
  }

  private Socket connected() throws IOException {
    var socket = new Socket();
    socket.connect(
        new InetSocketAddress(config.server().getHost(), config.server().getPort()),
        PATIENCE_SECONDS * 1000);
    return socket;
  }

  @Override
  public void close() {
    first.shutdownNow();
    second.shutdownNow();
  }
}
