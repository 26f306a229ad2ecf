package dev.dray.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import dev.dray.schema.Schemas;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to a server and its answers, but for watches. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // set before all tests
@Timeout(120)
class HttpTest {
  private static final AtomicInteger NAMESPACES = new AtomicInteger();

  @TempDir static Path folder;
  private static ApiServer server;
  private static Caller admin;

  /** Of this test alone. */
  private final String namespace = "test-" + NAMESPACES.incrementAndGet();

  private final String maps = "/api/v1/namespaces/%s/configmaps".formatted(namespace);

  /** None of them is there by itself. */
  private final String secrets = "/api/v1/namespaces/%s/secrets".formatted(namespace);

  HttpTest() {
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

  private static Json.Obj status(int code, String reason, String message) {
    return Json.obj(
        "kind",
        "Status",
        "apiVersion",
        "v1",
        "metadata",
        Json.Obj.EMPTY,
        "status",
        "Failure",
        "message",
        message,
        "reason",
        reason,
        "details",
        Json.Obj.EMPTY,
        "code",
        code);
  }

  private void map(String name) {
    make(maps, name);
  }

  private void secret(String name) {
    make(secrets, name);
  }

  private static void make(String path, String name) {
    var made = admin.post(path, "{\"metadata\":{\"name\":\"%s\"}}".formatted(name));
    assertThat(made.code()).as(made.text()).isEqualTo(201);
  }

  @Test
  void discovery_in_the_old_way() {
    assertThat(admin.get("/api").json().texts("versions")).containsExactly("v1");
    var groups = admin.get("/apis").json();
    assertThat(groups.text("kind")).isEqualTo("APIGroupList");
    var devices =
        groups.objects("groups").stream()
            .filter(it -> it.text("name").equals("resource.k8s.io"))
            .findFirst()
            .orElseThrow();
    assertThat(devices.text("preferredVersion", "version")).isEqualTo("v1");
    assertThat(admin.get("/apis/resource.k8s.io").json().text("kind")).isEqualTo("APIGroup");
    var core = admin.get("/api/v1").json();
    assertThat(core.text("groupVersion")).isEqualTo("v1");
    assertThat(core.objects("resources").stream().map(it -> it.text("name")))
        .contains("pods", "pods/status", "pods/binding", "configmaps", "nodes", "namespaces");
    var claims = admin.get("/apis/resource.k8s.io/v1").json();
    var claim =
        claims.objects("resources").stream()
            .filter(it -> it.text("name").equals("resourceclaims"))
            .findFirst()
            .orElseThrow();
    assertThat(claim.texts("verbs"))
        .containsExactlyInAnyOrder(
            "create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
  }

  @Test
  void discovery_in_the_new_way() {
    var accept =
        "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
    for (var path : List.of("/api", "/apis")) {
      var reply = admin.get(path, "Accept", accept);
      assertThat(reply.header("Content-Type"))
          .isEqualTo("application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
      assertThat(reply.json().text("kind")).isEqualTo("APIGroupDiscoveryList");
      assertThat(reply.json().objects("items")).isNotEmpty();
    }
  }

  @Test
  void open_api_in_json_and_in_protocol_buffers() {
    assertThat(admin.get("/openapi/v2").json().text("swagger")).isEqualTo("2.0");
    var type = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
    var protobuf = admin.get("/openapi/v2", "Accept", type);
    assertThat(protobuf.header("Content-Type")).isEqualTo(type.replace('@', '.'));
    assertThat(protobuf.text()).doesNotStartWith("{");
    assertThat(admin.get("/openapi/v3").json().object("paths").has("apis/resource.k8s.io/v1"))
        .isTrue();
    assertThat(admin.get("/openapi/v3/apis/resource.k8s.io/v1").json().text("openapi"))
        .startsWith("3.");
  }

  @Test
  void tables_for_people() {
    map("a");
    var accept = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

    var table = admin.get(maps, "Accept", accept).json();

    assertThat(table.text("kind")).isEqualTo("Table");
    assertThat(table.text("apiVersion")).isEqualTo("meta.k8s.io/v1");
    assertThat(table.objects("columnDefinitions").stream().map(it -> it.text("name")))
        .containsExactly("Name", "Data", "Age");
    var row = table.objects("rows").getFirst();
    assertThat(row.items("cells").getFirst()).isEqualTo(Json.of("a"));
    assertThat(row.text("object", "kind")).isEqualTo("PartialObjectMetadata");
    var bare = admin.get(maps + "?includeObject=None", "Accept", accept).json();
    assertThat(bare.objects("rows").getFirst().has("object")).isFalse();
    var whole = admin.get(maps + "/a?includeObject=Object", "Accept", accept).json();
    assertThat(whole.objects("rows").getFirst().text("object", "kind")).isEqualTo("ConfigMap");
  }

  @Test
  void metadata_only() {
    admin.post(maps, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}");
    var one = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
    var all = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

    var object = admin.get(maps + "/a", "Accept", one).json();
    var list = admin.get(maps, "Accept", all).json();

    assertThat(object.text("kind")).isEqualTo("PartialObjectMetadata");
    assertThat(object.text("metadata", "name")).isEqualTo("a");
    assertThat(object.has("data")).isFalse();
    assertThat(list.text("kind")).isEqualTo("PartialObjectMetadataList");
    assertThat(list.objects("items").getFirst().has("data")).isFalse();
  }

  @Test
  void metadata_only_in_protocol_buffers() {
    admin.post(maps, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}");
    var partial = "application/vnd.kubernetes.protobuf;g=meta.k8s.io;v=v1;as=PartialObjectMetadata";
    var protobufBodies = new ProtobufBodies(Schemas.load());

    var one = admin.get(maps + "/a", "Accept", partial + ",application/json");
    assertThat(one.header("Content-Type")).isEqualTo("application/vnd.kubernetes.protobuf");
    var object = protobufBodies.object(one.response().body(), "", "");
    assertThat(object.text("apiVersion")).isEqualTo("meta.k8s.io/v1");
    assertThat(object.text("kind")).isEqualTo("PartialObjectMetadata");
    assertThat(object.text("metadata", "name")).isEqualTo("a");
    var all = admin.get(maps + "?fieldSelector=metadata.name=a", "Accept", partial + "List");
    var list = protobufBodies.object(all.response().body(), "", "");
    assertThat(list.text("kind")).isEqualTo("PartialObjectMetadataList");
    assertThat(list.objects("items").getFirst().text("metadata", "name")).isEqualTo("a");
    var old = admin.get(maps, "Accept", partial.replace("v1", "v1beta1"));
    assertThat(old.code()).isEqualTo(406);
  }

  @Test
  void writes_are_answered_in_the_form_that_is_wanted() {
    var partial = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
    var table = "application/json;as=Table;v=v1;g=meta.k8s.io";
    var events = "/apis/events.k8s.io/v1/namespaces/%s/events".formatted(namespace);
    var event =
        """
        {"metadata": {"name": "a", "namespace": "%1$s"}, "eventTime": "2026-05-05T10:00:00.0Z",
         "type": "Normal", "reason": "Tried", "action": "Try", "note": "tried",
         "reportingController": "x.io/me", "reportingInstance": "me-1",
         "regarding": {"kind": "Pod", "name": "p", "namespace": "%1$s"}}
        """
            .formatted(namespace);
    map("b");

    var made = accepting(table, "POST", events, event).json();
    var put = accepting(partial, "PUT", maps + "/b", "{\"metadata\":{\"name\":\"b\"}}").json();
    var gone = accepting(partial, "DELETE", maps + "/b", "").json();

    assertThat(made.text("kind")).as(made.toText()).isEqualTo("Table");
    assertThat(made.objects("rows").getFirst().items("cells").subList(1, 4))
        .containsExactly(Json.of("Normal"), Json.of("Tried"), Json.of("pod/p"));
    assertThat(put.text("kind")).isEqualTo("PartialObjectMetadata");
    assertThat(put.has("data")).isFalse();
    assertThat(gone.text("kind")).isEqualTo("Status");
  }

  @Test
  void yaml_in_and_out() {
    var made =
        admin.with("POST", maps, "application/yaml", "metadata:\n  name: a\ndata:\n  k: v\n");
    assertThat(made.code()).isEqualTo(201);

    var read = admin.get(maps + "/a", "Accept", "application/yaml");

    assertThat(read.header("Content-Type")).isEqualTo("application/yaml");
    assertThat(read.text()).contains("\n  name: a\n").doesNotStartWith("{");
    assertThat(admin.get(maps, "Accept", "application/yaml").text())
        .contains("kind: ConfigMapList");
  }

  @Test
  void protocol_buffers_out_and_in_again() {
    admin.post(maps, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}");
    var type = "application/vnd.kubernetes.protobuf";

    var read = admin.get(maps + "/a", "Accept", type + ",application/json");
    assertThat(read.header("Content-Type")).isEqualTo(type);
    assertThat(read.text()).startsWith("k8s\0");
    assertThat(admin.get(maps, "Accept", type).text())
        .startsWith("k8s\0")
        .contains("ConfigMapList");

    var written =
        admin.send(admin.request("PUT", maps + "/a", read.response().body(), "Content-Type", type));
    assertThat(written.code()).as(written.text()).isEqualTo(200);
    assertThat(written.json().text("data", "k")).isEqualTo("v");
  }

  @Test
  void a_form_nobody_knows() {
    var reply = admin.get(maps, "Accept", "image/png");
    assertThat(reply.code()).isEqualTo(406);
    assertThat(reply.json().text("reason")).isEqualTo("NotAcceptable");

    var posted = admin.with("POST", maps, "image/png", "{}");
    assertThat(posted.code()).isEqualTo(415);
    assertThat(posted.json().text("message"))
        .isEqualTo(
            "the body of the request was in an unknown format - accepted media types include:"
                + " application/json, application/yaml, application/vnd.kubernetes.protobuf");
    assertThat(admin.with("PATCH", maps + "/a", "image/png", "{}").code()).isEqualTo(415);
  }

  @Test
  void much_is_compressed_for_who_wants_it() throws IOException {
    var large = "x".repeat(200_000);
    admin.post(maps, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"%s\"}}".formatted(large));

    for (var path : List.of(maps, maps + "/a")) {
      var reply = admin.get(path, "Accept-Encoding", "gzip");
      assertThat(reply.header("Content-Encoding")).isEqualTo("gzip");
      try (var in = new GZIPInputStream(new ByteArrayInputStream(reply.response().body()))) {
        assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).contains(large);
      }
      assertThat(admin.get(path).header("Content-Encoding")).isEmpty();
    }
  }

  @Test
  void a_body_that_is_too_large() {
    var reply = admin.post(maps, "{\"data\":\"" + "x".repeat(3 << 20) + "\"}");

    assertThat(reply.code()).isEqualTo(413);
    assertThat(reply.json().text("message"))
        .isEqualTo("Request entity too large: limit is 3145728");
    assertThat(reply.json().text("reason")).isEqualTo("RequestEntityTooLarge");
  }

  @Test
  void what_is_not_there() {
    var unknown = admin.get("/api/v1/namespaces/%s/nonsense".formatted(namespace));
    assertThat(unknown.code()).isEqualTo(404);
    assertThat(unknown.json())
        .isEqualTo(status(404, "NotFound", "the server could not find the requested resource"));
    var object = admin.get(maps + "/a");
    assertThat(object.json())
        .isEqualTo(
            status(404, "NotFound", "configmaps \"a\" not found")
                .with("details", Json.obj("name", "a", "kind", "configmaps")));
    for (var path : List.of("/nonsense", "/apis/nonsense", "/readyz/nonsense")) {
      assertThat(admin.get(path).code()).isEqualTo(404);
      assertThat(admin.get(path).text()).isEqualTo("404 page not found\n");
    }
  }

  @Test
  void what_cannot_be_done() {
    map("a");
    admin.post(
        "/api/v1/namespaces/%s/pods".formatted(namespace),
        "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
    var pod = "/api/v1/namespaces/%s/pods/p".formatted(namespace);
    var notAllowed =
        status(
            405,
            "MethodNotAllowed",
            "the server does not allow this method on the requested resource");

    assertThat(admin.put(maps, "{}").json()).isEqualTo(notAllowed);
    assertThat(admin.merge(maps, "{}").json()).isEqualTo(notAllowed);
    assertThat(admin.post(maps + "/a", "{}").json()).isEqualTo(notAllowed);
    assertThat(admin.delete(pod + "/status").json()).isEqualTo(notAllowed);
    assertThat(admin.get(pod + "/binding").json()).isEqualTo(notAllowed);
    assertThat(admin.post("/api/v1/configmaps", "{}").json()).isEqualTo(notAllowed);
    assertThat(admin.with("OPTIONS", maps, "application/json", "").json()).isEqualTo(notAllowed);
    assertThat(admin.get(pod).code()).as("still there").isEqualTo(200);
  }

  @Test
  void warnings_come_as_headers() {
    var reply = admin.post(maps, "{\"metadata\":{\"name\":\"a\"},\"unheardOf\":1}");

    assertThat(reply.code()).isEqualTo(201);
    assertThat(reply.header("Warning")).isEqualTo("299 - \"unknown field \\\"unheardOf\\\"\"");
    assertThat(
            admin
                .post(maps + "?fieldValidation=Strict", "{\"metadata\":{\"name\":\"b\"},\"u\":1}")
                .code())
        .isEqualTo(400);
    assertThat(
            admin
                .post(maps + "?fieldValidation=Ignore", "{\"metadata\":{\"name\":\"b\"},\"u\":1}")
                .header("Warning"))
        .isEmpty();
  }

  @Test
  void parameters_that_make_no_sense() {
    for (var query :
        List.of(
            "limit=x",
            "resourceVersion=x",
            "resourceVersion=-1",
            "continue=xx",
            "continue=LTUgYQ",
            "continue=MCBh",
            "labelSelector=a+in+(",
            "fieldSelector=foo=bar",
            "fieldSelector=nonsense",
            "resourceVersionMatch=Exact",
            "resourceVersion=1&resourceVersionMatch=Never",
            "sendInitialEvents=true",
            "watch=1&sendInitialEvents=true")) {
      var reply = admin.get(maps + "?" + query);
      assertThat(reply.code()).as(query + ": " + reply.text()).isIn(400, 422);
      assertThat(reply.json().text("kind")).isEqualTo("Status");
    }
    assertThat(admin.post(maps + "?dryRun=Some", "{\"metadata\":{\"name\":\"a\"}}").code())
        .isEqualTo(400);
    assertThat(admin.delete(maps + "/a?gracePeriodSeconds=x").code()).isEqualTo(400);
  }

  @Test
  void bodies_that_make_no_sense() {
    for (var body :
        List.of("", "xx", "[]", "null", "1", "{\"metadata\":1}", "{\"kind\":\"Pod\"}")) {
      assertThat(admin.post(maps, body).code()).as(body).isIn(400, 422);
    }
    map("a");
    for (var patch : List.of("", "xx", "null", "1", "{\"metadata\":1}", "{\"data\":[]}")) {
      assertThat(admin.merge(maps + "/a", patch).code()).as(patch).isIn(400, 422);
    }
    assertThat(admin.get(maps + "/a").code()).isEqualTo(200);
  }

  @Test
  void pages_with_a_token() {
    for (int i = 0; i < 5; i++) {
      secret("m" + i);
    }
    var first = admin.get(secrets + "?limit=2").json();
    secret("later");
    var token = first.text("metadata", "continue");
    var second = admin.get(secrets + "?limit=2&continue=" + token).json();
    var third = admin.get(secrets + "?continue=" + second.text("metadata", "continue")).json();

    assertThat(first.number("metadata", "remainingItemCount")).contains(3L);
    assertThat(second.text("metadata", "resourceVersion"))
        .isEqualTo(first.text("metadata", "resourceVersion"));
    assertThat(third.objects("items").stream().map(it -> it.text("metadata", "name")))
        .containsExactly("m4");
    assertThat(third.object("metadata").has("continue")).isFalse();
    // A token of another namespace shows nothing of it.
    var elsewhere = admin.get("/api/v1/namespaces/default/configsecrets?continue=" + token).json();
    assertThat(elsewhere.objects("items").stream().map(it -> it.text("metadata", "namespace")))
        .doesNotContain(namespace);
  }

  @Test
  void a_collection_is_deleted_and_told() {
    secret("a");
    secret("b");

    var reply = admin.delete(secrets).json();

    assertThat(reply.text("kind")).isEqualTo("SecretList");
    assertThat(reply.text("metadata", "resourceVersion")).isNotEmpty();
    assertThat(reply.objects("items")).hasSize(2);
    assertThat(admin.get(secrets).json().items("items")).isEmpty();
  }

  @Test
  void nobody_gets_in_but_may_ask_how_it_is() {
    try (var nobody = Caller.nobody(server)) {
      for (var path : List.of("/livez", "/readyz", "/healthz")) {
        assertThat(nobody.get(path).text()).isEqualTo("ok");
      }
      var refused = nobody.get(maps);
      assertThat(refused.code()).isEqualTo(401);
      assertThat(refused.json())
          .isEqualTo(status(401, "Unauthorized", "Unauthorized").without("details"));
      assertThat(nobody.get(maps, "Authorization", "Bearer secret-token").text())
          .doesNotContain("secret-token");
      assertThat(nobody.get("/metrics").code()).isEqualTo(401);
    }
  }

  @Test
  void who_may_not_is_told_what() {
    var who = server.identity().client("jane", List.of("people"));
    try (var jane = Caller.as(server, who, HttpClient.Version.HTTP_2)) {
      var refused = jane.get(maps + "/a");
      assertThat(refused.code()).isEqualTo(403);
      assertThat(refused.json())
          .isEqualTo(
              status(
                      403,
                      "Forbidden",
                      ("configmaps \"a\" is forbidden: User \"jane\" cannot get resource"
                              + " \"configmaps\" in API group \"\" in the namespace \"%s\"")
                          .formatted(namespace))
                  .with("details", Json.obj("name", "a", "kind", "configmaps")));
      assertThat(jane.get("/metrics").json().text("message"))
          .isEqualTo("forbidden: User \"jane\" cannot get path \"/metrics\"");
    }
  }

  @Test
  void a_role_counts_as_soon_as_it_is_written_and_no_longer() throws InterruptedException {
    var who = server.identity().client("joe", List.of());
    var roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/".formatted(namespace);
    admin.post(
        roles + "roles",
        "{\"metadata\":{\"name\":\"r\"},\"rules\":[{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],"
            + "\"resourceNames\":[\"a\"],\"verbs\":[\"get\",\"watch\"]}]}");
    map("a");
    map("b");
    try (var joe = Caller.as(server, who, HttpClient.Version.HTTP_2)) {
      for (int round = 0; round < 20; round++) {
        assertThat(joe.get(maps + "/a").code()).as("round %d", round).isEqualTo(403);
        admin.post(
            roles + "rolebindings",
            "{\"metadata\":{\"name\":\"b\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\","
                + "\"kind\":\"Role\",\"name\":\"r\"},\"subjects\":[{\"kind\":\"User\",\"name\":\"joe\","
                + "\"apiGroup\":\"rbac.authorization.k8s.io\"}]}");
        joe.await(maps + "/a", 200);
        admin.delete(roles + "rolebindings/b");
        joe.await(maps + "/a", 403);
      }
      admin.post(
          roles + "rolebindings",
          "{\"metadata\":{\"name\":\"b\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\","
              + "\"kind\":\"Role\",\"name\":\"r\"},\"subjects\":[{\"kind\":\"User\",\"name\":\"joe\","
              + "\"apiGroup\":\"rbac.authorization.k8s.io\"}]}");
      joe.await(maps + "/a", 200);
      // Who may see one object does not see the others by watching it.
      var watched = joe.get(maps + "/a?watch=true&timeoutSeconds=1");
      assertThat(watched.json().text("metadata", "name")).isEqualTo("a");
      assertThat(joe.get(maps + "?watch=true&timeoutSeconds=1").code()).isEqualTo(403);
      assertThat(
              joe.get(maps + "?watch=true&timeoutSeconds=1&fieldSelector=metadata.name%3Da").text())
          .contains("\"a\"")
          .doesNotContain("\"name\":\"b\"");
    }
  }

  @Test
  void who_may_only_change_things_creates_none_by_it() {
    var who = server.identity().client("jim", List.of());
    var roles = "/apis/rbac.authorization.k8s.io/v1/";
    var leases = "/apis/coordination.k8s.io/v1/namespaces/%s/leases/".formatted(namespace);
    admin.post(
        roles + "clusterroles",
        "{\"metadata\":{\"name\":\"changes\"},\"rules\":[{\"apiGroups\":[\"*\"],"
            + "\"resources\":[\"*\"],\"verbs\":[\"update\",\"patch\"]}]}");
    admin.post(
        roles + "clusterrolebindings",
        "{\"metadata\":{\"name\":\"changes\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\","
            + "\"kind\":\"ClusterRole\",\"name\":\"changes\"},\"subjects\":[{\"kind\":\"User\","
            + "\"name\":\"jim\",\"apiGroup\":\"rbac.authorization.k8s.io\"}]}");
    map("there");
    var apply = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"}}";
    var type = "application/apply-patch+yaml";
    try (var jim = Caller.as(server, who, HttpClient.Version.HTTP_2)) {
      assertThat(
              jim.with("PATCH", maps + "/there?fieldManager=jim", type, apply.formatted("there"))
                  .code())
          .isEqualTo(200);
      var applied = jim.with("PATCH", maps + "/new?fieldManager=jim", type, apply.formatted("new"));
      assertThat(applied.code()).isEqualTo(403);
      assertThat(applied.json().text("message"))
          .isEqualTo(
              ("configmaps \"new\" is forbidden: User \"jim\" cannot create resource"
                      + " \"configmaps\" in API group \"\" in the namespace \"%s\"")
                  .formatted(namespace));
      assertThat(jim.put(leases + "new", "{\"metadata\":{\"name\":\"new\"}}").code())
          .isEqualTo(403);
    }
    assertThat(admin.get(maps + "/new").code()).isEqualTo(404);
    assertThat(admin.put(leases + "new", "{\"metadata\":{\"name\":\"new\"}}").code())
        .isEqualTo(201);
  }

  @Test
  void head_is_get_without_the_body() {
    map("a");

    var reply = admin.send(admin.request("HEAD", maps + "/a", new byte[0]));

    assertThat(reply.code()).isEqualTo(200);
    assertThat(reply.text()).isEmpty();
    assertThat(reply.header("Content-Type")).isEqualTo("application/json");
  }

  @Test
  void pretty_is_for_people() {
    map("a");

    assertThat(admin.get(maps + "/a?pretty=true").text()).startsWith("{\n  \"kind\"");
    assertThat(admin.get(maps + "?pretty=true").text()).startsWith("{\n  \"kind\"");
    assertThat(admin.get(maps + "/a").text().lines().count()).isEqualTo(1);
  }

  @Test
  void both_versions_of_http() {
    assertThat(admin.get("/version").response().version()).isEqualTo(HttpClient.Version.HTTP_2);
    try (var old = Caller.as(server, server.identity().admin(), HttpClient.Version.HTTP_1_1)) {
      var reply = old.get("/version");
      assertThat(reply.response().version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      assertThat(reply.json().text("major")).isEqualTo("1");
    }
  }

  @Test
  void health_in_detail() {
    assertThat(admin.get("/readyz?verbose").text())
        .contains(
            "[+]ping ok\n",
            "[+]store ok\n",
            "[+]informer-sync ok\n",
            "[+]poststarthook/bootstrap-controller ok\n",
            "readyz check passed\n");
    assertThat(admin.get("/livez/ping").text()).isEqualTo("ok");
  }

  @Test
  void metrics_have_upstreams_names_and_no_labels_that_clients_make_up() {
    map("a");
    for (int i = 0; i < 20; i++) {
      admin.get("/apis/made.up%d/v1/things%d".formatted(i, i));
      admin.get(maps + "/a/made-up-part" + i);
      admin.get("/made-up-path" + i);
      admin.post(maps + "?dryRun=made-up-run" + i, "{}");
      admin.with("MADEUP" + i, maps, "application/json", "{}");
      admin.with("MADEUP" + i, "/livez", "application/json", "{}");
    }

    var text = admin.get("/metrics").text();

    assertThat(text)
        .contains(
            "apiserver_request_total{",
            "apiserver_request_duration_seconds_bucket{",
            "apiserver_current_inflight_requests{",
            "apiserver_storage_objects{resource=\"configmaps\"}",
            "kubernetes_feature_enabled{name=\"DRAResourceSliceMixins\",stage=\"ALPHA\"} 1.0",
            "kubernetes_feature_enabled{name=\"DRAAdminAccess\",stage=\"\"} 1.0",
            "kubernetes_feature_enabled{name=\"DRADerivedAttributes\",stage=\"ALPHA\"} 0.0",
            "resource=\"configmaps\",scope=\"namespace\",subresource=\"\",verb=\"POST\"")
        .doesNotContainIgnoringCase("made-up")
        .doesNotContainIgnoringCase("made.up")
        .doesNotContainIgnoringCase("madeup");
  }

  @Test
  void dry_runs_change_nothing() {
    var reply = admin.post(maps + "?dryRun=All", "{\"metadata\":{\"name\":\"a\"}}");

    assertThat(reply.code()).isEqualTo(201);
    assertThat(admin.get(maps + "/a").code()).isEqualTo(404);
  }

  @Test
  void every_namespace_has_a_service_account() throws InterruptedException {
    var path = "/api/v1/namespaces/%s/serviceaccounts/default".formatted(namespace);
    admin.await(path, 200);
    var uid = admin.get(path).json().text("metadata", "uid");
    admin.delete(path);

    admin.await(path, 200);
    assertThat(admin.get(path).json().text("metadata", "uid")).isNotEqualTo(uid);
  }

  @Test
  void who_wants_to_wait_only_so_long_is_told_in_time() {
    var reply = admin.get(maps + "?resourceVersion=99999999999&timeout=50ms");

    assertThat(reply.code()).isEqualTo(504);
    assertThat(reply.json().text("reason")).isEqualTo("Timeout");
    assertThat(reply.json().text("message"))
        .isEqualTo(
            "Timeout: request did not complete within requested timeout - context deadline"
                + " exceeded");
    assertThat(admin.get(maps + "?timeout=50ms").code()).isEqualTo(200);
  }

  @Test
  void a_body_that_does_not_come_is_not_waited_for_longer_than_asked() throws IOException {
    var context = Caller.context(server, server.identity().admin());
    try (var socket = context.getSocketFactory().createSocket("127.0.0.1", server.port())) {
      var request =
          "POST "
              + maps
              + "?timeout=200ms HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Content-Length: 100\r\n\r\n{";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      socket.setSoTimeout(60_000);

      var reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(reply).startsWith("HTTP/1.1 504 ").contains("\"reason\":\"Timeout\"");
    }
    assertThat(admin.get(maps).code()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "5", "1.5.5s", "5x", "s", "-"})
  void a_timeout_that_is_no_duration_is_a_bad_request(String timeout) {
    var reply = admin.get(maps + "?timeout=" + timeout);

    assertThat(reply.code()).isEqualTo(400);
    assertThat(reply.json().text("message"))
        .startsWith("invalid timeout specified in the request URL - time: ")
        .endsWith("duration \"%s\"".formatted(timeout));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0s", "-1s", "1h30m", "1.5s", ".5s", "100000000h", "5000ms"})
  void other_timeouts_do_not_matter_to_who_is_quick(String timeout) {
    assertThat(admin.get(maps + "?timeout=" + timeout).code()).isEqualTo(200);
  }

  @Test
  void a_question_that_is_mistyped_is_refused_and_one_with_more_than_is_known_is_answered() {
    var questions = "/apis/authentication.k8s.io/v1/tokenreviews";
    var mistyped =
        admin.post(
            questions, "{\"spec\":{\"token\":\"a.b.c\",\"audiences\":{\"a\":[1e2147483647]}}}");
    var unknown = admin.post(questions, "{\"spec\":{\"token\":\"a.b.c\",\"more\":1}}");

    assertThat(mistyped.code()).isEqualTo(400);
    assertThat(mistyped.json().text("message"))
        .startsWith("TokenReview in version \"v1\" cannot be handled as a TokenReview: ")
        .contains("spec.audiences");
    assertThat(unknown.code()).isEqualTo(201);
    assertThat(unknown.json().object("spec").has("more")).isFalse();
  }

  @Test
  void what_is_applied_is_yaml_even_if_it_begins_as_json() {
    var body =
        """
        {
        \t"apiVersion": "v1",
        \t"kind": "ConfigMap", # as YAML allows it
        \t"data": {"a": "1",},
        }
        """;

    var applied =
        admin.with("PATCH", maps + "/a?fieldManager=me", "application/apply-patch+yaml", body);

    assertThat(applied.code()).as(applied.text()).isEqualTo(201);
    assertThat(applied.json().text("data", "a")).isEqualTo("1");
    var broken =
        admin.with(
            "PATCH", maps + "/a?fieldManager=me", "application/apply-patch+yaml", "{\"a\": ");
    assertThat(broken.code()).as(broken.text()).isEqualTo(400);
  }

  @Test
  void what_is_only_posted_has_no_table() {
    var table = "application/json;as=Table;v=v1;g=meta.k8s.io";
    var path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    var review = "{\"spec\":{\"nonResourceAttributes\":{\"path\":\"/\",\"verb\":\"get\"}}}";

    var refused = accepting(table, "POST", path, review);
    assertThat(refused.code()).as(refused.text()).isEqualTo(406);
    assertThat(refused.json().text("reason")).isEqualTo("NotAcceptable");
    var answered = accepting(table + ",application/json", "POST", path, review);
    assertThat(answered.json().text("kind")).isEqualTo("SelfSubjectAccessReview");
    var token =
        accepting(
            table,
            "POST",
            "/api/v1/namespaces/%s/serviceaccounts/default/token".formatted(namespace),
            "{}");
    assertThat(token.code()).as(token.text()).isEqualTo(406);
  }

  @Test
  void what_cannot_be_answered_is_not_done() {
    var refused = accepting("text/csv", "POST", maps, "{\"metadata\":{\"name\":\"a\"}}");

    assertThat(refused.code()).as(refused.text()).isEqualTo(406);
    assertThat(admin.get(maps + "/a").code()).isEqualTo(404);
  }

  @Test
  void items_of_lists_do_not_say_what_they_are() {
    map("a");
    var events = "/apis/events.k8s.io/v1/events";
    admin.post(
        "/api/v1/namespaces/%s/events".formatted(namespace),
        "{\"metadata\":{\"name\":\"e\"},\"involvedObject\":{\"namespace\":\"%s\"}}"
            .formatted(namespace));

    for (var path : List.of(maps, events, "/api/v1/nodes")) {
      var list = admin.get(path).json();
      assertThat(list.text("kind")).endsWith("List");
      assertThat(list.objects("items"))
          .as(path)
          .allMatch(it -> !it.has("kind") && !it.has("apiVersion"))
          .allMatch(it -> !it.text("metadata", "resourceVersion").isEmpty());
    }
    assertThat(admin.get(maps).json().objects("items")).isNotEmpty();
    assertThat(admin.get(events).json().objects("items")).isNotEmpty();
    var partial = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
    assertThat(admin.get(maps, "Accept", partial).json().objects("items"))
        .allMatch(it -> it.text("kind").equals("PartialObjectMetadata"));
    var deleted = admin.delete(maps + "?fieldSelector=metadata.name=a").json();
    assertThat(deleted.objects("items")).hasSize(1).noneMatch(it -> it.has("kind"));
  }

  @Test
  void every_namespace_has_the_certificate_of_the_authority() throws InterruptedException {
    for (int tried = 0;
        admin.get(maps + "/kube-root-ca.crt").code() == 404 && tried < 500;
        tried++) {
      Thread.sleep(20);
    }

    assertThat(admin.get(maps + "/kube-root-ca.crt").json().text("data", "ca.crt"))
        .isEqualTo(server.identity().authorityText());
  }

  private static Caller.Reply accepting(String accept, String method, String path, String body) {
    return admin.send(
        admin.request(
            method,
            path,
            body.getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            "application/json",
            "Accept",
            accept));
  }
}
