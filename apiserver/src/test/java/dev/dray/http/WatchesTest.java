package dev.dray.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Watches over HTTP. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // set before all tests
class WatchesTest {
  private static final AtomicInteger NAMESPACES = new AtomicInteger();

  @TempDir static Path folder;
  private static ApiServer server;
  private static Caller admin;

  private final String namespace = "test-" + NAMESPACES.incrementAndGet();
  private final String secrets = "/api/v1/namespaces/%s/secrets".formatted(namespace);

  WatchesTest() {
    admin.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"%s\"}}".formatted(namespace));
  }

  @BeforeAll
  static void start() throws IOException {
    server = Served.in(folder);
    admin = Caller.admin(server);
  }

  @AfterAll
  static void stop() {
    admin.close();
    server.close();
  }

  private String create(String name, String label) {
    return admin
        .post(
            secrets,
            "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"l\":\"%s\"}}}".formatted(name, label))
        .json()
        .text("metadata", "resourceVersion");
  }

  private void label(String name, String label) {
    admin.merge(
        secrets + "/" + name, "{\"metadata\":{\"labels\":{\"l\":\"%s\"}}}".formatted(label));
  }

  private static String revision(Json.Obj event) {
    return event.text("object", "metadata", "resourceVersion");
  }

  @Test
  void tells_what_is_there_and_what_happens() {
    create("a", "x");
    try (var watch = admin.watch(secrets + "?watch=true")) {
      assertThat(watch.response.headers().firstValue("Content-Type")).contains("application/json");
      assertThat(watch.line()).isEqualTo("ADDED a");
      create("b", "x");
      label("a", "y");
      admin.delete(secrets + "/b");
      assertThat(List.of(watch.line(), watch.line(), watch.line()))
          .containsExactly("ADDED b", "MODIFIED a", "DELETED b");
    }
  }

  @Test
  void what_is_deleted_has_the_revision_of_its_end() {
    var made = create("a", "x");
    admin.delete(secrets + "/a");
    try (var watch = admin.watch(secrets + "?watch=true&resourceVersion=" + made)) {
      var gone = watch.next().orElseThrow();
      assertThat(gone.text("type")).isEqualTo("DELETED");
      assertThat(Long.parseLong(revision(gone))).isGreaterThan(Long.parseLong(made));
      assertThat(gone.text("object", "metadata", "labels", "l")).isEqualTo("x");
    }
  }

  @Test
  void what_comes_to_be_selected_is_added_and_what_no_longer_is_deleted() {
    create("a", "x");
    create("b", "y");
    try (var watch = admin.watch(secrets + "?watch=true&labelSelector=l%3Dx")) {
      assertThat(watch.line()).isEqualTo("ADDED a");
      label("b", "x");
      label("a", "z");
      label("a", "w");
      label("b", "x2");
      label("a", "x");
      assertThat(List.of(watch.line(), watch.line(), watch.line(), watch.line()))
          .containsExactly("ADDED b", "DELETED a", "DELETED b", "ADDED a");
    }
  }

  @Test
  void goes_on_from_any_revision_once_and_in_order() {
    var first = create("a", "x");
    for (int i = 0; i < 20; i++) {
      label("a", "v" + i);
    }
    try (var watch = admin.watch(secrets + "?watch=true&resourceVersion=" + first)) {
      var labels = new ArrayList<String>();
      for (int i = 0; i < 20; i++) {
        var event = watch.next().orElseThrow();
        assertThat(event.text("type")).isEqualTo("MODIFIED");
        labels.add(event.text("object", "metadata", "labels", "l"));
      }
      assertThat(labels).hasSize(20).startsWith("v0", "v1").endsWith("v19").doesNotHaveDuplicates();
    }
  }

  @Test
  void streams_a_list_and_says_where_it_ends() {
    create("a", "x");
    create("b", "x");
    var query =
        "?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
            + "&allowWatchBookmarks=true";
    try (var watch = admin.watch(secrets + query)) {
      assertThat(watch.line()).isEqualTo("ADDED a");
      assertThat(watch.line()).isEqualTo("ADDED b");
      var mark = watch.next().orElseThrow();
      assertThat(mark.text("type")).isEqualTo("BOOKMARK");
      assertThat(mark.text("object", "kind")).isEqualTo("Secret");
      assertThat(mark.text("object", "metadata", "annotations", "k8s.io/initial-events-end"))
          .isEqualTo("true");
      create("c", "x");
      assertThat(watch.line()).isEqualTo("ADDED c");
    }
  }

  @Test
  void ends_when_its_time_is_over_with_a_bookmark_for_who_wants_one() {
    try (var watch =
        admin.watch(
            secrets + "?watch=true&resourceVersion=1&timeoutSeconds=1&allowWatchBookmarks=true")) {
      var mark = watch.next().orElseThrow();
      assertThat(mark.text("type")).isEqualTo("BOOKMARK");
      assertThat(Long.parseLong(revision(mark))).isGreaterThan(1);
      assertThat(watch.line()).isEqualTo("end");
    }
    try (var watch = admin.watch(secrets + "?watch=true&timeoutSeconds=1")) {
      assertThat(watch.line()).isEqualTo("end");
    }
  }

  @Test
  void tables_say_what_the_columns_are_once() {
    create("a", "x");
    create("b", "x");
    try (var watch =
        admin.watch(
            secrets + "?watch=true", "Accept", "application/json;as=Table;v=v1;g=meta.k8s.io")) {
      var first = watch.next().orElseThrow();
      var second = watch.next().orElseThrow();
      assertThat(first.text("object", "kind")).isEqualTo("Table");
      assertThat(first.items("object", "columnDefinitions")).isNotEmpty();
      assertThat(second.find("object", "columnDefinitions")).contains(Json.Null.NULL);
      assertThat(second.objects("object", "rows")).hasSize(1);
    }
  }

  @Test
  void metadata_only_in_protocol_buffers() throws IOException {
    create("a", "x");
    var partial = "application/vnd.kubernetes.protobuf;g=meta.k8s.io;v=v1;as=PartialObjectMetadata";
    try (var watch = admin.watch(secrets + "?watch=true", "Accept", partial)) {
      var in = new DataInputStream(watch.response.body());
      var event = new String(in.readNBytes(in.readInt()), StandardCharsets.ISO_8859_1);

      assertThat(event).contains("ADDED").contains("k8s\0").contains("PartialObjectMetadata");
      assertThat(event).doesNotContain("Secret");
    }
  }

  @Test
  void a_wish_for_WebSocket_is_declined_by_a_stream_that_ends_at_once() throws IOException {
    create("a", "x");
    try (var socket = connected()) {
      var request =
          """
          GET %s?watch=true HTTP/1.1\r
          Host: localhost\r
          Connection: Upgrade\r
          Upgrade: websocket\r
          Sec-WebSocket-Version: 13\r
          Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
          \r
          """
              .formatted(secrets);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      var reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertThat(reader.readLine()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(reader.lines().takeWhile(it -> !it.isEmpty())).contains("Content-Length: 0");
    }
  }

  private static SSLSocket connected() throws IOException {
    var context = Caller.context(server, server.identity().admin());
    var socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void ask(SSLSocket socket, String method, String target) throws IOException {
    var request = "%s %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(method, target);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void who_asks_for_the_head_of_a_watch_may_go_on_asking_on_the_same_connection()
      throws IOException {
    try (var socket = connected()) {
      var reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      ask(socket, "HEAD", secrets + "?watch=true");
      assertThat(reader.readLine()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(reader.lines().takeWhile(it -> !it.isEmpty())).isNotEmpty();

      ask(socket, "GET", "/readyz");

      assertThat(reader.readLine()).isEqualTo("HTTP/1.1 200 OK");
    }
  }

  @Test
  void who_asks_for_something_else_within_a_watch_is_cut_off_and_not_left_waiting()
      throws IOException {
    try (var socket = connected()) {
      ask(socket, "GET", secrets + "?watch=true");
      assertThat(socket.getInputStream().read()).isEqualTo('H');

      ask(socket, "GET", "/readyz");

      String rest;
      try {
        rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      } catch (SSLException _) {
        rest = ""; // cut off in the middle of TLS, too
      }
      assertThat(rest).doesNotContain("\r\n0\r\n");
    }
  }

  private static long watching() {
    return admin
        .get("/metrics")
        .text()
        .lines()
        .filter(it -> it.startsWith("apiserver_longrunning_requests{"))
        .mapToLong(it -> (long) Double.parseDouble(it.substring(it.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void a_client_that_goes_away_leaves_nothing_behind() {
    for (var version : HttpClient.Version.values()) {
      if (version.name().equals("HTTP_3")) {
        continue;
      }
      var gone = Caller.as(server, server.identity().admin(), version);
      for (int i = 0; i < 10; i++) {
        gone.watch(secrets + "?watch=true");
      }
      assertThat(watching()).as(version.name()).isGreaterThanOrEqualTo(10);
      gone.close();
      while (watching() > 0) {
        Thread.onSpinWait();
      }
    }
  }
}
