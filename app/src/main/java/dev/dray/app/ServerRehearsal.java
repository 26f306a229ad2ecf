package dev.dray.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dray.cli.Dray;
import dev.dray.cli.output.Terminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import picocli.CommandLine.Help.Ansi;

/**
 * A rehearsal of the servers: it starts a control plane twice in a temporary folder, sends it
 * various requests, and lets it schedule a pod.
 */
final class ServerRehearsal {
  private static final Pattern READY = Pattern.compile("ready (https://[0-9.:]+) ");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String CLAIM =
      """
      {"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"a"},
      "spec":{"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"c"}}]}}}\
      """;
  private static final String DEVICES = "/apis/resource.k8s.io/v1/namespaces/default/";
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private final Path folder;
  private final String token = UUID.randomUUID().toString();

  private ServerRehearsal(Path folder) {
    this.folder = folder;
  }

  static void run() throws IOException, InterruptedException {
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

  private void play() throws IOException, InterruptedException {
    var tokens = folder.resolve("tokens.csv");
    Files.writeString(tokens, "%s,rehearsal,1,\"system:masters\"\n".formatted(token));
    var printed = new StringWriter();
    var up =
        Thread.ofPlatform()
            .start(
                () ->
                    run(
                        printed,
                        "up",
                        "--data",
                        folder.toString(),
                        "--secure-port",
                        "0",
                        "--token-auth-file",
                        tokens.toString(),
                        "--generate",
                        "h200-mig"));
    try (var client = HttpClient.newBuilder().sslContext(trusting()).build()) {
      talk(client, url(printed, up));
    } finally {
      up.interrupt();
      up.join(PATIENCE);
    }
  }

  private static void run(StringWriter printed, String... args) {
    var in = new ByteArrayInputStream(new byte[0]);
    var err = new PrintWriter(new StringWriter());
    Dray.run(
        new Terminal(in, new PrintWriter(printed, true), err, Clock.systemUTC(), Ansi.OFF), args);
  }

  private static String url(StringWriter printed, Thread up) throws InterruptedException {
    while (up.isAlive()) {
      var ready = READY.matcher(printed.toString());
      if (ready.find()) {
        return ready.group(1);
      }
      Thread.sleep(10);
    }
    throw new IllegalStateException("The control plane does not start.");
  }

  private void talk(HttpClient client, String url) throws IOException, InterruptedException {
    for (var path : List.of("/readyz", "/api", "/apis", "/api/v1", "/version", "/openapi/v3")) {
      ask(client, url, "GET", path, "");
    }
    ask(client, url, "POST", DEVICES + "resourceclaims", CLAIM);
    ask(client, url, "GET", DEVICES + "resourceclaims", "");
    ask(client, url, "GET", DEVICES + "resourceclaims?watch=true&timeoutSeconds=1", "");
    ask(client, url, "DELETE", DEVICES + "resourceclaims/a", "");
    var objects = new StringWriter();
    run(objects, "generate", "h200-mig", "--nodes", "0", "--pods", "1", "-o", "json");
    for (var object : objects.toString().lines().toList()) {
      boolean pod = object.contains("\"kind\":\"Pod\"");
      ask(client, url, "POST", pod ? PODS : DEVICES + "resourceclaimtemplates", object);
    }
    var end = Instant.now().plus(PATIENCE);
    while (!ask(client, url, "GET", PODS, "").contains("Running") && Instant.now().isBefore(end)) {
      Thread.sleep(20);
    }
    ask(client, url, "GET", "/metrics", "");
  }

  private String ask(HttpClient client, String url, String method, String path, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body, UTF_8))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString(UTF_8)).body();
  }

  /**
   * Returns a context that trusts any certificate, for this one server, on this machine, in this
   * process.
   */
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
