package dev.dray.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.security.review.AuditLog;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests whose bodies end before they are whole, byte by byte as clients send them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // set before all tests
@Timeout(60)
class BrokenBodiesTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final AtomicInteger NAMES = new AtomicInteger();

  @TempDir static Path folder;
  private static Path log;
  private static ApiServer server;
  private static Caller admin;

  /** Of this test alone: an object, and the audit id of its request. */
  private final String name = "map-" + NAMES.incrementAndGet();

  @BeforeAll
  static void start() throws IOException {
    log = folder.resolve("audit.log");
    var usual = ApiServerOptions.in(folder);
    server =
        ApiServer.start(
            new ApiServerOptions(
                folder,
                usual.address(),
                usual.hosts(),
                new ApiServerOptions.StoreChoice.Memory(),
                usual.gates(),
                usual.runtimeConfig(),
                usual.tokenFile(),
                Optional.of(new ApiServerOptions.Audit(log, AuditLog.Level.REQUEST)),
                usual.mostReading(),
                usual.mostWriting(),
                usual.history(),
                usual.clock()));
    admin = Caller.admin(server);
  }

  @AfterAll
  static void stop() {
    admin.close();
    server.close();
  }

  private static SSLSocket connect(String protocol) throws IOException {
    var context = Caller.context(server, server.identity().admin());
    var socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port());
    var parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {protocol});
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(50_000);
    return socket;
  }

  private String head(String method) {
    var path = method.equals("POST") ? MAPS : MAPS + "/" + name;
    var type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    return "%s %s HTTP/1.1\r\nHost: localhost\r\nAudit-Id: %s\r\nContent-Type: %s\r\n"
        .formatted(method, path, name, type);
  }

  private static void send(SSLSocket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  /** What the audit log says became of this test's request; waits until it says so. */
  private Json.Obj recorded() throws IOException, InterruptedException {
    while (true) {
      for (var line : Files.readAllLines(log)) {
        var event = Caller.tree(line);
        if (event.text("auditID").equals(name)) {
          return event.object("responseStatus");
        }
      }
      Thread.sleep(10);
    }
  }

  private void create() {
    admin.post(MAPS, "{\"metadata\":{\"name\":\"%s\"},\"data\":{\"k\":\"v\"}}".formatted(name));
  }

  private String data() {
    return admin.get(MAPS + "/" + name).json().text("data", "k");
  }

  /** {@code ~} stands for a line break. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POST   | Transfer-Encoding: chunked~~ZZ~{}~0~~
          PUT    | Transfer-Encoding: chunked~~ZZ~{}~0~~
          PATCH  | Transfer-Encoding: chunked~~ZZ~{}~0~~
          DELETE | Transfer-Encoding: chunked~~ZZ~{}~0~~
          POST   | Transfer-Encoding: chunked~~2~{}~ZZ~
          DELETE | Transfer-Encoding: chunked~~2~{}~ZZ~
          DELETE | Transfer-Encoding: chunked~~2~{}XX0~~
          DELETE | Transfer-Encoding: chunked~~FFFFFFFFFFFFFFFFFF~{}~0~~
          """)
  void a_body_in_broken_chunks_is_a_bad_request(String method, String rest)
      throws IOException, InterruptedException {
    create();
    try (var socket = connect("http/1.1")) {
      send(socket, head(method) + rest.replace("~", "\r\n"));

      var reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(reply)
          .startsWith("HTTP/1.1 400 ")
          .contains("\"kind\":\"Status\"", "\"reason\":\"BadRequest\"", "cannot be read");
    }
    assertThat(recorded().number("code")).contains(400L);
    assertThat(data()).isEqualTo("v");
  }

  /** Whether somebody waits for the answer or is gone. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POST   | Transfer-Encoding: chunked~~2~{}~ | false
          DELETE | Transfer-Encoding: chunked~~2~{}~ | false
          DELETE | Content-Length: 100~~{}           | false
          PUT    | Content-Length: 100~~{}           | false
          PUT    | Content-Length: 100~~{}           | true
          DELETE | Content-Length: 100~~{}           | true
          """)
  void a_body_that_ends_too_early_is_a_bad_request(String method, String rest, boolean gone)
      throws IOException, InterruptedException {
    create();
    try (var socket = connect("http/1.1")) {
      send(socket, head(method) + rest.replace("~", "\r\n"));
      if (!gone) {
        socket.shutdownOutput();
        assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
            .startsWith("HTTP/1.1 400 ");
      }
    }
    assertThat(recorded().number("code")).contains(400L);
    assertThat(data()).isEqualTo("v");
  }

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RESET = 3;
  private static final int SETTINGS = 4;
  private static final int GO_AWAY = 7;
  private static final int END_OF_STREAM = 1;
  private static final int END_OF_HEADERS = 4;

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(
        new byte[] {
          (byte) (payload.length >> 16),
          (byte) (payload.length >> 8),
          (byte) payload.length,
          (byte) type,
          (byte) flags,
          0,
          0,
          0,
          (byte) stream
        });
    out.writeBytes(payload);
    return out.toByteArray();
  }

  /** Headers of HTTP/2, none of them compressed: name and value in turn. */
  private static byte[] headers(String... fields) {
    var out = new ByteArrayOutputStream();
    for (int i = 0; i < fields.length; i++) {
      if (i % 2 == 0) {
        out.write(0);
      }
      out.write(fields[i].length());
      out.writeBytes(fields[i].getBytes(StandardCharsets.US_ASCII));
    }
    return out.toByteArray();
  }

  /** The type of the frame that answers a stream or ends the connection. */
  private static int answer(DataInputStream in) throws IOException {
    while (true) {
      int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
      int type = in.readUnsignedByte();
      in.skipNBytes(5);
      in.skipNBytes(length);
      if (type == HEADERS || type == RESET || type == GO_AWAY) {
        return type;
      }
    }
  }

  @Test
  void a_stream_that_is_shorter_than_it_says_is_reset() throws IOException {
    create();
    try (var socket = connect("h2")) {
      var out = socket.getOutputStream();
      out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.write(frame(SETTINGS, 0, 0, new byte[0]));
      var fields =
          headers(
              ":method",
              "DELETE",
              ":scheme",
              "https",
              ":authority",
              "localhost",
              ":path",
              MAPS + "/" + name,
              "content-length",
              "100");
      out.write(frame(HEADERS, END_OF_HEADERS, 1, fields));
      out.write(frame(DATA, END_OF_STREAM, 1, "{}".getBytes(StandardCharsets.US_ASCII)));
      out.flush();

      assertThat(answer(new DataInputStream(socket.getInputStream()))).isEqualTo(RESET);
    }
    assertThat(data()).isEqualTo("v");
  }
}
