package dev.dray.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.security.review.AuditLog;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the audit log says of requests. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // set before each test
class AuditedTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  @TempDir Path folder;

  private ApiServer start(Path log) throws IOException {
    var usual = ApiServerOptions.in(folder);
    return ApiServer.start(
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
  }

  private static Json.Obj about(List<Json.Obj> events, String name) {
    return events.stream()
        .filter(it -> it.toString().contains("\"%s\"".formatted(name)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_request_that_the_client_named_is_found_by_that_name() throws IOException {
    var log = folder.resolve("audit.log");
    try (var server = start(log);
        var admin = Caller.admin(server)) {
      admin.get(MAPS, "Audit-Id", "mine-17");
      admin.get(MAPS, "Audit-Id", "not an id");
    }

    var names =
        Files.readAllLines(log).stream().map(Caller::tree).map(it -> it.text("auditID")).toList();

    assertThat(names).contains("mine-17").doesNotContain("not an id");
  }

  @Test
  void who_asked_for_whom_with_which_body_and_what_became_of_it() throws IOException {
    var log = folder.resolve("audit.log");
    try (var server = start(log);
        var admin = Caller.admin(server)) {
      admin.post(MAPS, "{\"metadata\":{\"name\":\"fine\"},\"data\":{\"k\":\"v\"}}");
      admin.post(MAPS, "{\"metadata\":{\"name\":\"Not Fine\"}}");
      admin.get(MAPS + "/denied", "Impersonate-User", "jane");
      admin.merge(MAPS + "/patched", "{\"data\":{\"k\":\"w\"}}");
      admin.post(
          "/api/v1/namespaces/default/secrets",
          "{\"metadata\":{\"name\":\"s\"},\"stringData\":{\"p\":\"hidden-word\"}}");
    }

    var events = Files.readAllLines(log).stream().map(Caller::tree).toList();

    assertThat(about(events, "fine").text("requestObject", "data", "k")).isEqualTo("v");
    assertThat(about(events, "fine").number("responseStatus", "code")).contains(201L);
    assertThat(about(events, "Not Fine").number("responseStatus", "code")).contains(422L);
    assertThat(about(events, "Not Fine").text("responseStatus", "message")).contains("is invalid");
    var denied = about(events, "denied");
    assertThat(denied.number("responseStatus", "code")).contains(403L);
    assertThat(denied.text("impersonatedUser", "username")).isEqualTo("jane");
    assertThat(denied.text("user", "username")).isNotEqualTo("jane").isNotEmpty();
    assertThat(denied.text("annotations", "authorization.k8s.io/decision")).isEqualTo("forbid");
    assertThat(about(events, "patched").number("responseStatus", "code")).contains(404L);
    assertThat(about(events, "patched").text("requestObject", "data", "k")).isEqualTo("w");
    assertThat(Files.readString(log)).doesNotContain("hidden-word");
  }

  @Test
  void who_cannot_show_who_they_are_or_may_not_be_another_is_recorded_too() throws IOException {
    var log = folder.resolve("audit.log");
    try (var server = start(log);
        var nobody = Caller.nobody(server)) {
      nobody.get(MAPS + "/without");
      nobody.get(MAPS + "/wrong", "Authorization", "Bearer hidden-word");
      try (var node = Caller.as(server, server.identity().node("n"), HttpClient.Version.HTTP_2)) {
        node.get(MAPS + "/masked", "Impersonate-User", "jane");
      }
    }

    var events = Files.readAllLines(log).stream().map(Caller::tree).toList();

    var without = about(events, "without");
    assertThat(without.number("responseStatus", "code")).contains(401L);
    assertThat(without.text("responseStatus", "message"))
        .isEqualTo("Authentication failed, no credentials provided");
    assertThat(without.object("user")).isEqualTo(Json.Obj.EMPTY);
    assertThat(without.text("objectRef", "resource")).isEqualTo("configmaps");
    assertThat(about(events, "wrong").text("responseStatus", "message"))
        .isEqualTo("Authentication failed, attempted: bearer");
    assertThat(Files.readString(log)).doesNotContain("hidden-word");
    var masked = about(events, "masked");
    assertThat(masked.number("responseStatus", "code")).contains(403L);
    assertThat(masked.text("user", "username")).isEqualTo("system:node:n");
  }
}
