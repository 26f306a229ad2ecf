package dev.dray.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.apiserver.ApiServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Who may write which part of a claim's status, as upstream answers over HTTP: who may not write
 * the status at all gets 403 at the door; who may not write this part of it gets 422 that names the
 * field.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // set before all tests
class StatusAuthorizationTest {
  private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/";
  private static final String CLAIMS = "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims";
  private static final String ALLOCATION =
      """
      {"nodeSelector": {"nodeSelectorTerms": [{"matchFields": [
         {"key": "metadata.name", "operator": "In", "values": ["n1"]}]}]},
       "devices": {"results": [
         {"request": "r", "driver": "d.example.com", "pool": "p", "device": "DEVICE"}]}}
      """;

  @TempDir static Path folder;
  private static ApiServer server;
  private static Caller admin;
  private static int claims;

  @BeforeAll
  static void start() throws IOException {
    server = Served.in(folder);
    admin = Caller.admin(server);
    grant("status", "resourceclaims/status", "update", List.of("none", "near", "far", "binder"));
    grant("near", "resourceclaims/driver", "associated-node:update", List.of("near"));
    grant("far", "resourceclaims/driver", "arbitrary-node:update", List.of("far"));
    grant("binder", "resourceclaims/binding", "update", List.of("binder"));
  }

  @AfterAll
  static void stop() {
    admin.close();
    server.close();
  }

  private static void grant(String role, String resource, String verb, List<String> accounts) {
    assertThat(
            admin
                .post(
                    ROLES + "clusterroles",
                    """
                    {"metadata": {"name": "%s"}, "rules": [
                      {"apiGroups": ["resource.k8s.io"], "resources": ["%s"], "verbs": ["%s"]}]}
                    """
                        .formatted(role, resource, verb))
                .code())
        .isEqualTo(201);
    for (var account : accounts) {
      assertThat(
              admin
                  .post(
                      ROLES + "clusterrolebindings",
                      """
                      {"metadata": {"name": "%1$s-%2$s"},
                       "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "%1$s"},
                       "subjects": [{"kind": "ServiceAccount", "namespace": "default", "name": "%2$s"}]}
                      """
                          .formatted(role, account))
                  .code())
          .isEqualTo(201);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          stranger | n1 | devices    | 403 |
          none     | n1 | devices    | 422 | status.devices
          near     | n1 | devices    | 200 |
          near     | n2 | devices    | 422 | status.devices
          far      | n2 | devices    | 200 |
          binder   | n1 | devices    | 422 | status.devices
          stranger | n1 | deallocate | 403 |
          none     | n1 | deallocate | 422 | status.allocation
          near     | n1 | deallocate | 422 | status.allocation
          far      | n1 | deallocate | 422 | status.allocation
          binder   | n1 | deallocate | 200 |
          far      | n1 | reserve    | 422 | status.allocation
          binder   | n1 | reserve    | 200 |
          """)
  void what_is_written(
      String account, String node, String change, int code, @Nullable String field) {
    var name = "c" + claims++;
    var claim = CLAIMS + "/" + name;
    admin.post(
        CLAIMS,
        """
        {"metadata": {"name": "%s"}, "spec": {"devices": {"requests": [
          {"name": "r", "exactly": {"deviceClassName": "c"}}]}}}
        """
            .formatted(name));
    var allocation = ALLOCATION.replace("DEVICE", name);
    assertThat(admin.put(claim + "/status", status(name, allocation, "")).code()).isEqualTo(200);
    var body =
        switch (change) {
          case "devices" ->
              status(
                  name,
                  allocation,
                  ", \"devices\": [{\"driver\": \"d.example.com\", \"pool\": \"p\", \"device\": \"%s\"}]"
                      .formatted(name));
          case "reserve" ->
              status(
                  name,
                  allocation,
                  ", \"reservedFor\": [{\"resource\": \"pods\", \"name\": \"p\", \"uid\": \"u\"}]");
          default -> status(name, "null", "");
        };

    var reply =
        admin.send(
            admin.request(
                "PUT",
                claim + "/status",
                body.getBytes(StandardCharsets.UTF_8),
                "Content-Type",
                "application/json",
                "Impersonate-User",
                "system:serviceaccount:default:" + account,
                "Impersonate-Extra-authentication.kubernetes.io%2fnode-name",
                node));

    assertThat(reply.code()).as(reply.text()).isEqualTo(code);
    if (field != null) {
      assertThat(reply.json().text("reason")).isEqualTo("Invalid");
      assertThat(reply.json().objects("details", "causes"))
          .singleElement()
          .satisfies(it -> assertThat(it.text("field")).isEqualTo(field))
          .satisfies(it -> assertThat(it.text("reason")).isEqualTo("FieldValueForbidden"));
    }
  }

  private static String status(String name, String allocation, String more) {
    return """
    {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim", "metadata": {"name": "%s"},
     "spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "c"}}]}},
     "status": {"allocation": %s%s}}
    """
        .formatted(name, allocation, more);
  }
}
