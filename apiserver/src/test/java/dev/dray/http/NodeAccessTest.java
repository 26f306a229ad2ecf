package dev.dray.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.apiserver.ApiServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server lets the certificate of a node do. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // set before all tests
@Timeout(60)
class NodeAccessTest {
  private static final String DEFAULT = "/api/v1/namespaces/default/";
  private static final String SECRETS = DEFAULT + "secrets";

  @TempDir static Path folder;
  private static ApiServer server;
  private static Caller admin;
  private static Caller node;
  private static String uid;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    server = Served.in(folder);
    admin = Caller.admin(server);
    node = Caller.as(server, server.identity().node("n1"), HttpClient.Version.HTTP_2);
    for (var name : List.of("mounted", "other", "later")) {
      create(SECRETS, "{\"metadata\":{\"name\":\"%s\"}}".formatted(name));
    }
    uid =
        create("/api/v1/nodes", "{\"metadata\":{\"name\":\"n1\"}}").json().text("metadata", "uid");
    create(DEFAULT + "pods", pod("mine", "n1", "mounted"));
    create(DEFAULT + "pods", pod("theirs", "n2", "other"));
    node.await(SECRETS + "/mounted", 200);
  }

  @AfterAll
  static void stop() {
    node.close();
    admin.close();
    server.close();
  }

  private static Caller.Reply create(String path, String json) {
    var reply = admin.post(path, json);
    assertThat(reply.code()).as(reply.text()).isEqualTo(201);
    return reply;
  }

  private static String pod(String name, String node, String secret) {
    return """
    {"metadata": {"name": "%s"}, "spec": {"nodeName": "%s",
     "containers": [{"name": "c", "image": "i"}],
     "volumes": [{"name": "v", "secret": {"secretName": "%s"}}]}}
    """
        .formatted(name, node, secret);
  }

  private static String selecting(String fields) {
    return "?fieldSelector=" + URLEncoder.encode(fields, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/v1/secrets                       |                        | 403
          /api/v1/secrets                       | metadata.name=mounted  | 403
          /api/v1/namespaces/default/secrets    |                        | 403
          /api/v1/namespaces/default/secrets    | metadata.name=mounted  | 200
          /api/v1/namespaces/default/secrets    | metadata.name=other    | 403
          /api/v1/namespaces/default/secrets    | metadata.name!=mounted | 403
          /api/v1/namespaces/default/secrets/mounted |                   | 200
          /api/v1/namespaces/default/secrets/other   |                   | 403
          /api/v1/namespaces/kube-system/secrets/mounted |               | 403
          /api/v1/pods                          |                        | 403
          /api/v1/pods                          | spec.nodeName=n1       | 200
          /api/v1/pods                          | spec.nodeName=n2       | 403
          /api/v1/pods                          | metadata.name!=x\\,spec.nodeName=n1 | 403
          /apis/resource.k8s.io/v1/resourceslices | spec.nodeName=n1     | 200
          /apis/resource.k8s.io/v1/resourceslices | spec.driver!=x\\,spec.nodeName=n1 | 403
          """)
  void what_is_read(String path, @Nullable String fields, int code) {
    var asked = fields == null ? path : path + selecting(fields);
    assertThat(node.get(asked).code()).isEqualTo(code);
    if (!path.endsWith("mounted") && !path.endsWith("other")) {
      var watch = asked + (fields == null ? "?" : "&") + "watch=true&timeoutSeconds=1";
      assertThat(node.get(watch).code()).isEqualTo(code);
    }
  }

  /** Services are: kubelets tell containers in their environment where they find them. */
  @Test
  void no_kind_is_listed_as_a_whole_but_services() {
    var listed = new ArrayList<String>();
    for (var kind : resources()) {
      if (node.get(kind).code() != 403) {
        listed.add(kind);
      }
    }
    assertThat(listed).containsExactly("/api/v1/services");
  }

  /** The paths of all kinds that can be listed. */
  private static List<String> resources() {
    var paths = new ArrayList<String>();
    var versions = new ArrayList<String>(List.of("/api/v1"));
    for (var group : admin.get("/apis").json().objects("groups")) {
      group.objects("versions").forEach(it -> versions.add("/apis/" + it.text("groupVersion")));
    }
    for (var version : versions) {
      admin.get(version).json().objects("resources").stream()
          .filter(it -> it.texts("verbs").contains("list"))
          .forEach(it -> paths.add(version + "/" + it.text("name")));
    }
    assertThat(paths).contains("/api/v1/secrets", "/apis/resource.k8s.io/v1/resourceclaims");
    return paths;
  }

  @Test
  void a_secret_can_be_read_for_as_long_as_a_pod_on_the_node_uses_it() throws InterruptedException {
    var secret = SECRETS + "/later";
    assertThat(node.get(secret).code()).isEqualTo(403);

    create(DEFAULT + "pods", pod("late", "n1", "later"));
    node.await(secret, 200);

    admin.merge(DEFAULT + "pods/late", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
    assertThat(node.get(secret).code()).isEqualTo(200);

    admin.delete(DEFAULT + "pods/late?gracePeriodSeconds=0");
    node.await(secret, 403);
  }

  private static String mirror(String name, String more) {
    return """
    {"metadata": {"name": "%s", "annotations": {"kubernetes.io/config.mirror": "x"},
      "ownerReferences": [{"apiVersion": "v1", "kind": "Node", "name": "n1", "uid": "%s", "controller": true}]},
     "spec": {"nodeName": "n1", "containers": [{"name": "c", "image": "i"}]%s}}
    """
        .formatted(name, uid, more);
  }

  @Test
  void a_mirror_pod_is_stored_without_an_account() throws InterruptedException {
    var reply = node.post(DEFAULT + "pods", mirror("static-n1", ""));

    assertThat(reply.code()).as(reply.text()).isEqualTo(201);
    assertThat(reply.json().object("spec").fields())
        .doesNotContainKeys("serviceAccountName", "serviceAccount");
    node.await(DEFAULT + "pods/static-n1", 200);
    assertThat(node.get(DEFAULT + "pods/static-n1").json().object("spec"))
        .isEqualTo(reply.json().object("spec"));
    assertThat(
            node.with(
                    "PATCH",
                    DEFAULT + "pods/static-n1/status",
                    "application/merge-patch+json",
                    "{\"status\":{\"phase\":\"Running\"}}")
                .code())
        .isEqualTo(200);
    assertThat(node.delete(DEFAULT + "pods/static-n1?gracePeriodSeconds=0").code()).isEqualTo(200);
  }

  @Test
  void a_mirror_pod_names_no_account_and_no_secret_whoever_makes_it() {
    for (var who : List.of(node, admin)) {
      var account =
          who.post(DEFAULT + "pods", mirror("m", ", \"serviceAccountName\": \"default\""));
      assertThat(account.code()).isEqualTo(403);
      assertThat(account.json().text("message"))
          .isEqualTo("pods \"m\" is forbidden: a mirror pod may not reference service accounts");
      var secret =
          who.post(DEFAULT + "pods", mirror("m", ", \"imagePullSecrets\": [{\"name\": \"s\"}]"));
      assertThat(secret.json().text("message"))
          .isEqualTo("pods \"m\" is forbidden: a mirror pod may not reference secrets");
    }
  }
}
