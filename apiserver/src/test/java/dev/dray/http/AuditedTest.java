package dev.dray.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.Options;
import dev.dray.security.AuditLog;
import java.io.IOException;
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
    var usual = Options.in(folder);
    return ApiServer.start(
        new Options(
            folder,
            usual.address(),
            usual.hosts(),
            new Options.StoreChoice.Memory(),
            usual.gates(),
            usual.runtimeConfig(),
            usual.tokenFile(),
            Optional.of(new Options.Audit(log, AuditLog.Level.REQUEST)),
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
}
