package dev.dray.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.kinds.RuntimeConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers on which {@code --runtime-config} has switched something off. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // set before each test
class SwitchedOffTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  @TempDir Path folder;

  private ApiServer start(String config) throws IOException {
    var usual = ApiServerOptions.in(folder);
    var parsed = RuntimeConfig.parse(config.replace(' ', ','));
    assertThat(parsed).isInstanceOf(RuntimeConfig.Parsed.Config.class);
    return ApiServer.start(
        new ApiServerOptions(
            folder,
            usual.address(),
            usual.hosts(),
            new ApiServerOptions.StoreChoice.Memory(),
            usual.gates(),
            ((RuntimeConfig.Parsed.Config) parsed).config(),
            usual.tokenFile(),
            usual.audit(),
            usual.mostReading(),
            usual.mostWriting(),
            usual.history(),
            usual.clock()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          v1=false                             | /api/v1/namespaces                  | /apis/resource.k8s.io/v1/resourceclaims
          /v1/namespaces=false                 | /api/v1/namespaces                  | /api/v1/pods
          /v1/serviceaccounts=false            | /api/v1/serviceaccounts             | /api/v1/pods
          /v1/resourcequotas=false             | /api/v1/resourcequotas              | /api/v1/pods
          /v1/pods=false                       | /api/v1/pods                        | /api/v1/nodes
          /v1/events=false                     | /api/v1/events                      | /apis/events.k8s.io/v1/events
          events.k8s.io/v1=false               | /apis/events.k8s.io/v1/events       | /api/v1/events
          rbac.authorization.k8s.io/v1=false   | /apis/rbac.authorization.k8s.io/v1/clusterroles | /api/v1/pods
          scheduling.k8s.io/v1=false           | /apis/scheduling.k8s.io/v1/priorityclasses | /api/v1/pods
          coordination.k8s.io/v1=false         | /apis/coordination.k8s.io/v1/leases | /api/v1/pods
          authentication.k8s.io/v1=false       | /apis/authentication.k8s.io/v1      | /api/v1/pods
          authorization.k8s.io/v1=false        | /apis/authorization.k8s.io/v1       | /api/v1/pods
          resource.k8s.io/v1=false             | /apis/resource.k8s.io/v1/resourceclaims | /apis/resource.k8s.io/v1alpha3/resourceslicepatches
          api/alpha=false                      | /apis/resource.k8s.io/v1alpha3/resourceslicepatches | /api/v1/pods
          api/ga=false                         | /api/v1/pods                        | /apis/resource.k8s.io/v1alpha3/resourceslicepatches
          api/ga=false api/beta=true           | /apis/resource.k8s.io/v1/resourceclaims | /apis/resource.k8s.io/v1beta1/resourceclaims
          api/all=false v1=true                | /apis/resource.k8s.io/v1/resourceclaims | /api/v1/pods
          api/all=false resource.k8s.io/v1=true | /api/v1/pods                       | /apis/resource.k8s.io/v1/resourceclaims
          """)
  void what_is_off_is_not_there_and_all_else_is(String config, String off, String on)
      throws IOException {
    try (var server = start(config);
        var admin = Caller.admin(server)) {
      assertThat(admin.get(off).code()).as(off).isEqualTo(404);
      assertThat(admin.get(on).code()).as(on).isEqualTo(200);
      for (var path : List.of("/readyz", "/api", "/apis", "/openapi/v2", "/openapi/v3")) {
        assertThat(admin.get(path).code()).as(path).isEqualTo(200);
      }
    }
  }

  @Test
  void namespaces_and_roles_count_even_where_they_are_not_served() throws IOException {
    try (var server = start("/v1/namespaces=false,rbac.authorization.k8s.io/v1=false");
        var admin = Caller.admin(server)) {
      assertThat(admin.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}").code()).isEqualTo(201);
      assertThat(
              admin.post(MAPS.replace("default", "none"), "{\"metadata\":{\"name\":\"a\"}}").code())
          .isEqualTo(404);
      var question =
          """
          {"spec": {"user": "system:kube-scheduler",
            "resourceAttributes": {"verb": "list", "resource": "pods"}}}
          """;
      assertThat(
              admin
                  .post("/apis/authorization.k8s.io/v1/subjectaccessreviews", question)
                  .json()
                  .object("status")
                  .truth("allowed"))
          .isTrue();
    }
  }
}
