package dev.dray.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.security.pki.IdentityException;
import dev.dray.store.StoreException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that start, have too much to do, stop, and start again. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // set before each test
class LifeTest {
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";

  @TempDir Path folder;

  private ApiServerOptions with(ApiServerOptions.StoreChoice store, Duration history) {
    var usual = ApiServerOptions.in(folder);
    return with(usual.address(), store, history, usual.clock());
  }

  private ApiServerOptions with(
      InetSocketAddress address,
      ApiServerOptions.StoreChoice store,
      Duration history,
      InstantSource clock) {
    var usual = ApiServerOptions.in(folder);
    return new ApiServerOptions(
        folder,
        address,
        usual.hosts(),
        store,
        usual.gates(),
        usual.runtimeConfig(),
        usual.tokenFile(),
        usual.audit(),
        usual.mostReading(),
        usual.mostWriting(),
        history,
        clock);
  }

  @Test
  void two_servers_do_not_share_a_folder_whatever_they_keep_objects_in() throws Exception {
    var inMemory = with(new ApiServerOptions.StoreChoice.Memory(), Duration.ofMinutes(1));
    try (var first = ApiServer.start(inMemory)) {
      var kubeconfig = Files.readString(first.kubeconfig());

      for (var second : List.of(inMemory, ApiServerOptions.in(folder))) {
        assertThatThrownBy(() -> ApiServer.start(second).close())
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("in use by process (" + ProcessHandle.current().pid() + ")")
            .hasMessageContaining("choose another folder with --data");
      }
      assertThat(first.kubeconfig()).hasContent(kubeconfig);
    }
    ApiServer.start(inMemory).close();
  }

  @Test
  @Timeout(60)
  void closing_ends_watches_and_what_was_written_is_there_at_the_next_start() throws Exception {
    var watches = new ArrayList<Caller.Lines>();
    var first = ApiServer.start(ApiServerOptions.in(folder));
    try (var admin = Caller.admin(first)) {
      assertThat(admin.post(SECRETS, "{\"metadata\":{\"name\":\"a\"}}").code()).isEqualTo(201);
      for (int i = 0; i < 20; i++) {
        watches.add(admin.watch(SECRETS + "?watch=true"));
        assertThat(watches.getLast().line()).isEqualTo("ADDED a");
      }
      first.close();
      for (var watch : watches) {
        assertThat(watch.line()).isEqualTo("end");
      }
    }
    assertThat(Thread.getAllStackTraces().keySet().stream().map(Thread::getName))
        .doesNotContain("dray-cache");

    try (var second = ApiServer.start(ApiServerOptions.in(folder));
        var admin = Caller.admin(second)) {
      assertThat(admin.get(SECRETS + "/a").code()).isEqualTo(200);
      assertThat(admin.get("/readyz").text()).isEqualTo("ok");
    }
  }

  /**
   * A server that writes an object asks for the time, and whenever the thread that starts this one
   * asks, somebody looks whether it says already that it is ready.
   */
  @Test
  void a_server_that_says_it_is_ready_has_written_its_kubeconfigs() throws Exception {
    var starting = Thread.currentThread();
    var kubeconfig = folder.resolve("admin.kubeconfig");
    var early = new ArrayList<Instant>();
    var address = InetSocketAddress.createUnresolved("127.0.0.1", freePort());
    InstantSource clock =
        () -> {
          var now = Instant.now();
          if (Thread.currentThread().equals(starting)
              && isReady(address.getPort())
              && !Files.exists(kubeconfig)) {
            early.add(now);
          }
          return now;
        };
    var apiServerOptions =
        with(address, new ApiServerOptions.StoreChoice.Sqlite(), Duration.ofMinutes(1), clock);

    try (var server = ApiServer.start(apiServerOptions)) {
      assertThat(early).isEmpty();
      assertThat(server.kubeconfig()).isEqualTo(kubeconfig).exists();
      assertThat(isReady(address.getPort())).isTrue();
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private boolean isReady(int port) {
    var authority = folder.resolve("pki/ca.crt");
    if (!Files.exists(authority)) {
      return false;
    }
    try (var client = HttpClient.newBuilder().sslContext(Caller.trusting(authority)).build()) {
      var request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/readyz"));
      return client.send(request.build(), BodyHandlers.discarding()).statusCode() == 200;
    } catch (ConnectException e) {
      return false;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_start_that_fails_leaves_the_folder_to_the_next() throws IOException {
    ApiServer.start(ApiServerOptions.in(folder)).close();
    var certificate = folder.resolve("pki/server.crt");
    Files.writeString(certificate, "damaged");

    assertThatThrownBy(() -> ApiServer.start(ApiServerOptions.in(folder)))
        .isInstanceOf(IdentityException.class)
        .hasMessageContaining(certificate.toString());

    Files.delete(certificate);
    try (var second = ApiServer.start(ApiServerOptions.in(folder));
        var admin = Caller.admin(second)) {
      assertThat(admin.get("/readyz").text()).isEqualTo("ok");
    }
  }

  @Test
  void a_start_that_fails_has_written_all_it_will_before_it_says_so() throws IOException {
    var apiServerOptions = ApiServerOptions.in(folder);
    Files.writeString(folder.resolve("dray.db"), "damaged");

    assertThatThrownBy(() -> ApiServer.start(apiServerOptions)).isInstanceOf(StoreException.class);

    assertThat(folder.resolve("pki")).isDirectoryContaining("glob:**/admin.crt");
    Files.delete(folder.resolve("dray.db"));
    ApiServer.start(apiServerOptions).close();
  }

  @Test
  void a_role_that_lost_a_rule_gets_it_back_at_the_next_start_unless_told_otherwise()
      throws IOException {
    var role = "/apis/rbac.authorization.k8s.io/v1/clusterroles/";
    try (var first = ApiServer.start(ApiServerOptions.in(folder));
        var admin = Caller.admin(first)) {
      assertThat(admin.merge(role + "system:discovery", "{\"rules\":[]}").code()).isEqualTo(200);
      assertThat(
              admin
                  .merge(
                      role + "system:basic-user",
                      "{\"rules\":[],\"metadata\":{\"annotations\":"
                          + "{\"rbac.authorization.kubernetes.io/autoupdate\":\"false\"}}}")
                  .code())
          .isEqualTo(200);
    }

    var completed = discovery();
    assertThat(completed.items("rules")).isNotEmpty();
    assertThat(discovery().text("metadata", "resourceVersion"))
        .as("nothing to do at the third start")
        .isEqualTo(completed.text("metadata", "resourceVersion"));
  }

  /** The role after one more start. */
  private Json.Obj discovery() throws IOException {
    var role = "/apis/rbac.authorization.k8s.io/v1/clusterroles/";
    try (var server = ApiServer.start(ApiServerOptions.in(folder));
        var admin = Caller.admin(server)) {
      assertThat(admin.get(role + "system:basic-user").json().items("rules")).isEmpty();
      return admin.get(role + "system:discovery").json();
    }
  }

  @Test
  @Timeout(60)
  void who_begins_where_history_is_forgotten_is_told_by_an_event() throws IOException {
    var forgetful = with(new ApiServerOptions.StoreChoice.Memory(), Duration.ofMillis(20));
    try (var server = ApiServer.start(forgetful);
        var admin = Caller.admin(server)) {
      var path = SECRETS + "?watch=true&resourceVersion=1&timeoutSeconds=1";
      var reply = admin.get(path);
      while (reply.text().isEmpty()) {
        reply = admin.get(path);
      }
      assertThat(reply.code()).isEqualTo(200);
      assertThat(reply.json().text("type")).isEqualTo("ERROR");
      assertThat(reply.json().number("object", "code")).contains(410L);
      assertThat(reply.json().text("object", "reason")).isEqualTo("Expired");
      assertThat(reply.json().text("object", "message"))
          .startsWith("too old resource version: 1 (");
    }
  }

  @Test
  void who_comes_too_many_is_asked_to_come_again() throws Exception {
    try (var server = Served.in(folder, 1, 1);
        var admin = Caller.admin(server);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var refused = new ArrayList<Caller.Reply>();
      while (refused.isEmpty()) {
        Callable<Caller.Reply> request = () -> admin.get("/openapi/v3/api/v1");
        var replies = new ArrayList<Future<Caller.Reply>>();
        for (int i = 0; i < 50; i++) {
          replies.add(threads.submit(request));
        }
        for (var one : replies) {
          assertThat(one.get().code()).isIn(200, 429);
          if (one.get().code() == 429) {
            refused.add(one.get());
          }
        }
      }
      var reply = refused.getFirst();
      assertThat(reply.header("Retry-After")).isEqualTo("1");
      assertThat(reply.json().text("reason")).isEqualTo("TooManyRequests");
      assertThat(reply.json().text("message"))
          .isEqualTo("Too many requests, please try again later.");
      assertThat(admin.get("/openapi/v3/api/v1").code()).as("afterwards").isEqualTo(200);
    }
  }

  @Test
  void watches_and_health_need_no_place() throws IOException {
    try (var server = Served.in(folder, 1, 1);
        var admin = Caller.as(server, server.identity().admin(), HttpClient.Version.HTTP_1_1)) {
      var open = new ArrayList<Caller.Lines>();
      for (int i = 0; i < 5; i++) {
        open.add(admin.watch(SECRETS + "?watch=true"));
      }
      assertThat(admin.get(SECRETS).code()).isEqualTo(200);
      for (var path : List.of("/livez", "/readyz")) {
        assertThat(admin.get(path).code()).isEqualTo(200);
      }
      open.forEach(Caller.Lines::close);
    }
  }

  @Test
  @Timeout(60)
  void a_service_says_at_which_port_the_server_is() throws IOException {
    var service = "/api/v1/namespaces/default/services/kubernetes";
    for (int start = 0; start < 2; start++) {
      try (var server = ApiServer.start(ApiServerOptions.in(folder));
          var admin = Caller.admin(server)) {
        var found = admin.get(service).json();
        assertThat(found.text("spec", "type")).isEqualTo("ClusterIP");
        var port = found.objects("spec", "ports").getFirst();
        assertThat(port.number("port")).contains(443L);
        assertThat(port.number("targetPort")).contains((long) server.port());
        admin.merge(service, "{\"spec\":{\"ports\":[{\"port\":1}]}}");
      }
    }
  }
}
