package dev.dray.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dray.api.gate.Gates;
import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.Options;
import dev.dray.kinds.RuntimeConfig;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Starts an API server twice in a folder that is thrown away, and asks it for this and that. */
final class ServerRehearsal {
  private static final String CLAIM =
      """
      {"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"a"},
      "spec":{"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"c"}}]}}}\
      """;

  private final Path folder;
  private final String token = UUID.randomUUID().toString();

  private ServerRehearsal(Path folder) {
    this.folder = folder;
  }

  static void run() throws IOException {
    var folder = Files.createTempDirectory("dray");
    try {
      var rehearsal = new ServerRehearsal(folder);
      rehearsal.play();
      rehearsal.play();
    } finally {
      try (var files = Files.walk(folder)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private void play() throws IOException {
    var tokens = folder.resolve("tokens.csv");
    Files.writeString(tokens, "%s,rehearsal,1,\"system:masters\"\n".formatted(token));
    var usual = Options.in(folder);
    var options =
        new Options(
            folder,
            usual.address(),
            List.of(),
            usual.store(),
            Gates.defaults(),
            RuntimeConfig.defaults(),
            Optional.of(tokens),
            Optional.empty(),
            usual.mostReading(),
            usual.mostWriting(),
            usual.history(),
            InstantSource.system());
    try (var server = ApiServer.start(options);
        var client = HttpClient.newBuilder().sslContext(trusting()).build()) {
      for (var path : List.of("/readyz", "/api", "/apis", "/api/v1", "/version", "/openapi/v3")) {
        ask(client, server, "GET", path, "");
      }
      var claims = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";
      ask(client, server, "POST", claims, CLAIM);
      ask(client, server, "GET", claims, "");
      ask(client, server, "GET", claims + "?watch=true&timeoutSeconds=1", "");
      ask(client, server, "DELETE", claims + "/a", "");
    }
  }

  private void ask(HttpClient client, ApiServer server, String method, String path, String body)
      throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .timeout(Duration.ofSeconds(20))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body, UTF_8))
            .build();
    try {
      client.send(request, HttpResponse.BodyHandlers.discarding());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** For this one server, on this machine, in this process. */
  private static SSLContext trusting() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Anybody()}, new SecureRandom());
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no TLS.", e);
    }
  }

  private static final class Anybody extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
