package dev.dray.security.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.security.Cluster;
import dev.dray.security.User;
import dev.dray.security.authorization.Action;
import dev.dray.security.authorization.Decision;
import dev.dray.security.authorization.RoleAuthorizerTest;
import dev.dray.security.review.AuditLog.Level;
import dev.dray.security.review.AuditLog.Rotation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditLogTest {
  private static final Instant RECEIVED = Instant.parse("2026-11-15T12:00:00.000001Z");

  @TempDir Path temporary;

  private Path file() {
    return temporary.resolve("logs/audit.log");
  }

  private static AuditEvent event(String uri, String action) {
    return new AuditEvent(
        "00000000-0000-0000-0000-000000000001",
        uri,
        Optional.of(RoleAuthorizerTest.user("jane", "devs")),
        Optional.empty(),
        List.of("127.0.0.1"),
        "kubectl",
        RoleAuthorizerTest.action(action),
        Optional.of(new Decision.Allowed("RBAC: allowed")),
        Optional.of(Json.obj("spec", Json.obj("token", "s3cret"))),
        201,
        "",
        RECEIVED,
        RECEIVED.plusMillis(5));
  }

  private String line(Level level, AuditEvent event) throws IOException {
    try (var log = AuditLog.to(file(), level, Rotation.NEVER)) {
      log.record(event);
    }
    return Files.readString(file());
  }

  @Test
  void a_request_is_a_line() throws IOException {
    var line =
        line(
            Level.METADATA,
            event(
                "/apis/resource.k8s.io/v1/namespaces/ns/resourceclaims/c/status",
                "update resourceclaims/status of resource.k8s.io in ns named c"));

    assertThat(line).endsWith("\n").hasLineCount(1);
    assertThat(Cluster.tree(line))
        .isEqualTo(
            Cluster.tree(
                """
                kind: Event
                apiVersion: audit.k8s.io/v1
                level: Metadata
                auditID: 00000000-0000-0000-0000-000000000001
                stage: ResponseComplete
                requestURI: /apis/resource.k8s.io/v1/namespaces/ns/resourceclaims/c/status
                verb: update
                user: {username: jane, groups: [devs]}
                sourceIPs: [127.0.0.1]
                userAgent: kubectl
                objectRef: {resource: resourceclaims, namespace: ns, name: c, apiGroup: resource.k8s.io, apiVersion: v1, subresource: status}
                responseStatus: {metadata: {}, code: 201}
                requestReceivedTimestamp: '2026-11-15T12:00:00.000001Z'
                stageTimestamp: '2026-11-15T12:00:00.005001Z'
                annotations: {authorization.k8s.io/decision: allow, authorization.k8s.io/reason: 'RBAC: allowed'}
                """));
  }

  @Test
  void bodies_are_recorded_where_that_is_wanted() throws IOException {
    var event = event("/api/v1/namespaces/ns/configmaps", "create configmaps in ns");

    assertThat(line(Level.REQUEST, event)).contains("\"requestObject\":{\"spec\"");
    assertThat(event.tree(Level.METADATA).has("requestObject")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create secrets in ns",
        "create serviceaccounts/token in ns named sa",
        "create tokenreviews of authentication.k8s.io"
      })
  void secrets_are_not_recorded(String action) throws IOException {
    assertThat(line(Level.REQUEST, event("/x?token=s3cret&access_token=s3cret&a=b", action)))
        .doesNotContain("s3cret")
        .contains("/x?token=-&access_token=-&a=b");
  }

  @Test
  void a_failure_is_recorded_with_its_message() {
    var failed =
        new AuditEvent(
            "00000000-0000-0000-0000-000000000001",
            "/metrics",
            Optional.of(User.ANONYMOUS),
            Optional.of(RoleAuthorizerTest.user("joe")),
            List.of(),
            "",
            new Action.OnPath("get", "/metrics"),
            Optional.of(new Decision.Denied("no")),
            Optional.empty(),
            403,
            "forbidden",
            RECEIVED,
            RECEIVED);

    var tree = failed.tree(Level.METADATA);

    assertThat(tree.object("responseStatus"))
        .isEqualTo(Cluster.tree("{metadata: {}, status: Failure, message: forbidden, code: 403}"));
    assertThat(tree.text("annotations", "authorization.k8s.io/decision")).isEqualTo("forbid");
    assertThat(tree.text("impersonatedUser", "username")).isEqualTo("joe");
    assertThat(tree.has("objectRef")).isFalse();
  }

  @Test
  void every_request_of_many_threads_is_recorded_once_and_whole() throws IOException {
    int threads = 8;
    int each = 2_000;
    try (var log = AuditLog.to(file(), Level.METADATA, Rotation.NEVER)) {
      try (var pool = Executors.newFixedThreadPool(threads)) {
        for (int i = 0; i < threads; i++) {
          int thread = i;
          pool.execute(
              () -> {
                for (int j = 0; j < each; j++) {
                  log.record(event("/" + thread + "/" + j, "get pods"));
                }
              });
        }
      }
    }

    var lines = Files.readAllLines(file());
    assertThat(lines)
        .hasSize(threads * each)
        .allMatch(it -> it.startsWith("{") && it.endsWith("}"));
    assertThat(lines.stream().distinct()).hasSize(threads * each);
  }

  @Test
  void full_files_are_put_aside_and_the_oldest_go() throws IOException {
    for (int i = 0; i < 5; i++) {
      try (var log = AuditLog.to(file(), Level.METADATA, new Rotation(700, 2))) {
        log.record(event("/" + i, "get pods"));
      }
    }

    assertThat(Files.readString(file())).contains("\"/4\"").hasLineCount(1);
    assertThat(Files.readString(file().resolveSibling("audit.log.1"))).contains("\"/3\"");
    assertThat(Files.readString(file().resolveSibling("audit.log.2"))).contains("\"/2\"");
    assertThat(file().resolveSibling("audit.log.3")).doesNotExist();
  }

  @Test
  void only_the_owner_reads_it_and_it_is_added_to() throws IOException {
    line(Level.METADATA, event("/a", "get pods"));

    assertThat(line(Level.METADATA, event("/b", "get pods"))).hasLineCount(2);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void what_comes_after_the_end_is_counted_as_lost() throws IOException {
    var log = AuditLog.to(file(), Level.METADATA, Rotation.NEVER);
    log.close();

    log.record(event("/a", "get pods"));

    assertThat(log.lost()).isEqualTo(1);
    log.close();
  }
}
