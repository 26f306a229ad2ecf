package dev.dray.http;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import dev.dray.security.pki.ClientIdentity;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A client of a server, as somebody or as nobody. */
final class Caller implements AutoCloseable {
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  private final String url;
  private final HttpClient client;

  private Caller(ApiServer server, KeyManager[] keys, HttpClient.Version version) {
    this.url = server.url();
    this.client =
        HttpClient.newBuilder().sslContext(context(server, keys)).version(version).build();
  }

  static Caller admin(ApiServer server) {
    return as(server, server.identity().admin(), HttpClient.Version.HTTP_2);
  }

  static Caller as(ApiServer server, ClientIdentity who, HttpClient.Version version) {
    return new Caller(server, keys(who), version);
  }

  static Caller nobody(ApiServer server) {
    return new Caller(server, new KeyManager[0], HttpClient.Version.HTTP_2);
  }

  static SSLContext context(ApiServer server, ClientIdentity who) {
    return context(server, keys(who));
  }

  private static SSLContext context(ApiServer server, KeyManager[] keys) {
    return context(server.identity().authority(), keys);
  }

  /** Trusts whom a file's certificate signs, and shows no certificate. */
  static SSLContext trusting(Path authority) {
    try (var in = Files.newInputStream(authority)) {
      return context(
          CertificateFactory.getInstance("X.509").generateCertificate(in), new KeyManager[0]);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SSLContext context(Certificate authority, KeyManager[] keys) {
    try {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("ca", authority);
      var trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(keys, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyManager[] keys(ClientIdentity who) {
    try {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("me", who.key(), new char[0], new Certificate[] {who.certificate()});
      var keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(store, new char[0]);
      return keys.getKeyManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A request, with headers as name and value in turn. */
  HttpRequest request(String method, String path, byte[] body, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(Duration.ofSeconds(60))
            .method(
                method,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request.build();
  }

  /** What came back. */
  record Reply(HttpResponse<byte[]> response) {
    int code() {
      return response.statusCode();
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    String text() {
      return new String(response.body(), StandardCharsets.UTF_8);
    }

    Json.Obj json() {
      return tree(text());
    }
  }

  static Json.Obj tree(String text) {
    return TREES.parse(text.getBytes(StandardCharsets.UTF_8))
            instanceof ObjectTrees.Parsed.Tree(Json.Obj object, var _)
        ? object
        : Json.obj("notAnObject", text);
  }

  Reply send(HttpRequest request) {
    try {
      return new Reply(client.send(request, BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  Reply get(String path, String... headers) {
    return send(request("GET", path, new byte[0], headers));
  }

  /** Asks until the answer has this code: what is decided from memory follows a moment later. */
  void await(String path, int code) throws InterruptedException {
    while (get(path).code() != code) {
      Thread.sleep(5);
    }
  }

  Reply delete(String path) {
    return send(request("DELETE", path, new byte[0]));
  }

  Reply post(String path, String json) {
    return with("POST", path, "application/json", json);
  }

  Reply put(String path, String json) {
    return with("PUT", path, "application/json", json);
  }

  Reply merge(String path, String json) {
    return with("PATCH", path, "application/merge-patch+json", json);
  }

  Reply with(String method, String path, String type, String body) {
    return send(request(method, path, body.getBytes(StandardCharsets.UTF_8), "Content-Type", type));
  }

  /** A watch, line by line. */
  static final class Lines implements AutoCloseable {
    private final InputStream in;
    private final BufferedReader reader;
    final HttpResponse<InputStream> response;

    Lines(HttpResponse<InputStream> response) {
      this.response = response;
      this.in = response.body();
      this.reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** The next event; empty at the end. */
    Optional<Json.Obj> next() {
      try {
        return Optional.ofNullable(reader.readLine()).map(Caller::tree);
      } catch (IOException e) {
        return Optional.empty();
      }
    }

    /** The next event as its type and the name of its object. */
    String line() {
      return next()
          .map(it -> it.text("type") + " " + it.text("object", "metadata", "name"))
          .orElse("end");
    }

    @Override
    public void close() {
      try {
        in.close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  Lines watch(String path, String... headers) {
    try {
      var request = request("GET", path, new byte[0], headers);
      return new Lines(client.send(request, BodyHandlers.ofInputStream()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
