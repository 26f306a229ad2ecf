package dev.dray.security.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.security.Cluster;
import dev.dray.security.authentication.FakeClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerIdentityTest {
  @TempDir Path temporary;
  private final FakeClock clock = new FakeClock();

  private Path folder() {
    return temporary.resolve("pki");
  }

  private ServerIdentity identity(String... hosts) {
    return ServerIdentity.in(folder(), List.of(hosts), clock, PrivateKeys::make);
  }

  @Test
  void a_first_start_makes_files_that_only_the_owner_can_read() throws IOException {
    identity().node("a");

    assertThat(permissions(folder())).isEqualTo("rwx------");
    try (var files = Files.list(folder())) {
      var all = files.toList();
      assertThat(all)
          .map(it -> it.getFileName().toString())
          .containsExactlyInAnyOrder(
              ".lock",
              "admin.crt",
              "admin.key",
              "ca.crt",
              "ca.key",
              "client-system-node-a.crt",
              "client-system-node-a.key",
              "server.crt",
              "server.key",
              "service-accounts.key");
      assertThat(all).map(ServerIdentityTest::permissions).containsOnly("rw-------");
    }
  }

  private static String permissions(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_later_start_loads_what_is_there() {
    var first = identity("dray.example");

    var second = identity("dray.example");

    assertThat(second.authority()).isEqualTo(first.authority());
    assertThat(second.tls().certificate()).isEqualTo(first.tls().certificate());
    assertThat(second.admin().certificate()).isEqualTo(first.admin().certificate());
    assertThat(second.serviceAccountKeys().getPublic())
        .isEqualTo(first.serviceAccountKeys().getPublic());
  }

  @Test
  void the_serving_certificate_names_all_hosts() throws Exception {
    var names =
        identity("dray.example", "10.1.2.3", "fd00::7", "0.0.0.0", "::1")
            .tls()
            .certificate()
            .getSubjectAlternativeNames();

    assertThat(names)
        .map(it -> it.get(1).toString())
        .containsExactly(
            "localhost",
            "127.0.0.1",
            "0:0:0:0:0:0:0:1",
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "dray.example",
            "10.1.2.3",
            "fd00:0:0:0:0:0:0:7");
  }

  @Test
  void a_host_more_is_a_new_certificate_for_the_same_key() {
    var before = identity("a.example").tls().certificate();

    var after = identity("a.example", "b.example").tls().certificate();

    assertThat(after).isNotEqualTo(before);
    assertThat(after.getPublicKey()).isEqualTo(before.getPublicKey());
    assertThat(identity("b.example").tls().certificate()).isEqualTo(after);
  }

  @Test
  void certificates_are_renewed_when_they_end_soon_and_not_before() {
    var first = identity();

    clock.move(Duration.ofDays(300));
    assertThat(identity().tls().certificate()).isEqualTo(first.tls().certificate());

    clock.move(Duration.ofDays(10));
    var renewed = identity();
    assertThat(renewed.authority()).isEqualTo(first.authority());
    assertRenewed(first.tls().certificate(), renewed.tls().certificate());
    assertRenewed(first.admin().certificate(), renewed.admin().certificate());
  }

  private static void assertRenewed(X509Certificate before, X509Certificate after) {
    assertThat(after.getNotAfter().toInstant()).isAfter(before.getNotAfter().toInstant());
    assertThat(after.getPublicKey()).isEqualTo(before.getPublicKey());
  }

  @Test
  void a_running_server_renews_its_certificate_for_connections_to_come() {
    var identity = identity();
    var keys = identity.tls().keyManager();
    var before = keys.getCertificateChain("server");

    clock.move(Duration.ofDays(320));
    identity.renew();

    assertThat(keys.getCertificateChain("server")).isNotEqualTo(before);
    assertThat(identity.admin().certificate().getNotAfter().toInstant())
        .isAfter(clock.instant().plus(Duration.ofDays(360)));
  }

  @Test
  void no_certificate_outlives_the_authority() {
    var identity = identity();
    clock.move(Duration.ofDays(3600));

    var late = identity();

    assertThat(late.tls().certificate().getNotAfter())
        .isEqualTo(identity.authority().getNotAfter());
    var again = identity();
    assertThat(again.tls().certificate()).isEqualTo(late.tls().certificate());
  }

  @Test
  void an_authority_that_has_ended_is_said_with_its_file() {
    identity();
    clock.move(Duration.ofDays(3651));

    assertThatThrownBy(this::identity)
        .isInstanceOf(IdentityException.class)
        .hasMessageContaining("ca.crt")
        .hasMessageContaining("Delete all files");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ca.crt",
        "ca.key",
        "server.crt",
        "server.key",
        "admin.crt",
        "admin.key",
        "service-accounts.key"
      })
  void a_damaged_file_is_named_with_what_to_do(String file) throws IOException {
    identity();
    var path = folder().resolve(file);
    var text = Files.readString(path);
    for (var damaged :
        List.of(
            "",
            "garbage",
            text.substring(0, text.length() / 2),
            text.replaceFirst("\n.{20}", "\n"),
            text.replaceFirst("\n.{4}", "\n!!!!"))) {
      Files.writeString(path, damaged);

      assertThatThrownBy(this::identity)
          .isInstanceOf(IdentityException.class)
          .hasMessageContaining(path.toString())
          .hasMessageMatching("(?s).*(Delete|Restore|delete).*");
    }
  }

  @Test
  void no_message_shows_a_part_of_a_key() throws IOException {
    identity();
    var path = folder().resolve("server.key");
    var lines = Files.readString(path).lines().toList();
    Files.writeString(
        path, lines.get(0) + "\n" + lines.get(1) + "\n*" + lines.get(2) + "\n" + lines.get(3));

    assertThatThrownBy(this::identity)
        .satisfies(
            it ->
                assertThat(String.valueOf(it.getMessage()))
                    .doesNotContain(lines.get(1).substring(0, 8))
                    .contains("not base64"));
  }

  @ParameterizedTest
  @CsvSource({"ca.key", "server.key", "admin.key", "server.crt", "admin.crt"})
  void a_file_of_another_server_does_not_fit(String file) throws IOException {
    identity();
    var other = temporary.resolve("other");
    ServerIdentity.in(other, List.of(), clock, PrivateKeys::make);
    Files.copy(other.resolve(file), folder().resolve(file), StandardCopyOption.REPLACE_EXISTING);

    assertThatThrownBy(this::identity)
        .isInstanceOf(IdentityException.class)
        .hasMessageContaining(folder().resolve(file).toString());
  }

  @Test
  void the_authority_of_another_server_does_not_fit() throws IOException {
    identity();
    var other = temporary.resolve("other");
    ServerIdentity.in(other, List.of(), clock, PrivateKeys::make);
    for (var file : List.of("ca.crt", "ca.key")) {
      Files.copy(other.resolve(file), folder().resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }

    assertThatThrownBy(this::identity)
        .hasMessageContaining("server.crt")
        .hasMessageContaining("is not signed by");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ca.key", "server.crt server.key", "server.crt admin.crt service-accounts.key"})
  void a_start_that_was_interrupted_is_completed(String missing) throws IOException {
    if (missing.equals("ca.key")) {
      Files.createDirectory(folder());
      Files.writeString(folder().resolve("ca.key"), "left by a start that was killed");
    } else {
      identity();
      for (var file : missing.split(" ", -1)) {
        Files.delete(folder().resolve(file));
      }
    }

    var identity = identity();

    assertThat(identity.tls().certificate().getIssuerX500Principal())
        .isEqualTo(identity.authority().getSubjectX500Principal());
    assertThat(identity().tls().certificate()).isEqualTo(identity.tls().certificate());
  }

  @Test
  void the_key_of_the_authority_may_be_kept_elsewhere_until_it_is_needed() throws IOException {
    identity();
    Files.delete(folder().resolve("ca.key"));

    assertThat(identity().admin().name()).isEqualTo("kubernetes-admin");
    clock.move(Duration.ofDays(360));
    assertThatThrownBy(this::identity)
        .hasMessageContaining("ca.key")
        .hasMessageContaining("has to be signed");
  }

  @Test
  void a_folder_that_others_can_write_is_refused() throws IOException {
    Files.createDirectory(folder());
    Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxrwx---"));

    assertThatThrownBy(this::identity).hasMessageContaining("chmod 700");
  }

  @Test
  void files_that_others_could_read_are_closed_to_them() throws IOException {
    identity();
    Files.setPosixFilePermissions(
        folder().resolve("server.key"), PosixFilePermissions.fromString("rw-r--r--"));

    identity();

    assertThat(permissions(folder().resolve("server.key"))).isEqualTo("rw-------");
  }

  @Test
  void many_servers_on_one_folder_have_one_authority() throws Exception {
    try (var threads = Executors.newFixedThreadPool(8)) {
      var starts =
          IntStream.range(0, 8)
              .mapToObj(_ -> threads.submit(() -> identity().authority()))
              .toList();

      var authorities = Stream.<X509Certificate>builder();
      for (Future<X509Certificate> start : starts) {
        authorities.add(start.get());
      }
      assertThat(authorities.build().distinct()).hasSize(1);
    }
  }

  @Test
  void a_client_is_made_once_and_again_when_its_groups_change() {
    var identity = identity();
    var first = identity.client("jane", List.of("devs", "admins"));

    assertThat(identity.client("jane", List.of("admins", "devs")).certificate())
        .isEqualTo(first.certificate());
    var moved = identity.client("jane", List.of("ops"));
    assertThat(CertificateSubject.of(moved.certificate()))
        .isEqualTo(new CertificateSubject("jane", List.of("ops"), ""));
  }

  @Test
  void two_names_that_would_share_a_file_are_told_apart() {
    var identity = identity();
    identity.client("a:b", List.of());

    assertThatThrownBy(() -> identity.client("a-b", List.of())).hasMessageContaining("(a:b)");
  }

  @Test
  void names_keep_what_is_special_in_certificates() {
    var name = "CN=x, \"O\"=y\\z + ü;#<>";

    var identity = identity().client(name, List.of("a,b", " c ", "d+e=f"));

    var subject = CertificateSubject.of(identity.certificate());
    assertThat(subject.commonName()).isEqualTo(name);
    assertThat(subject.organizations()).containsExactly("a,b", " c ", "d+e=f");
  }

  @Test
  void a_kubeconfig_holds_all_that_a_client_needs() throws IOException {
    var identity = identity();
    var file = temporary.resolve("admin.kubeconfig");

    identity.writeKubeconfig(identity.admin(), "https://127.0.0.1:6443", file);

    assertThat(permissions(file)).isEqualTo("rw-------");
    var tree = Cluster.tree(Files.readString(file));
    assertThat(tree.text("current-context")).isEqualTo("kubernetes-admin@dray");
    var cluster = tree.objects("clusters").getFirst();
    assertThat(cluster.text("cluster", "server")).isEqualTo("https://127.0.0.1:6443");
    assertThat(decoded(cluster.text("cluster", "certificate-authority-data")))
        .isEqualTo(identity.authorityText());
    var user = tree.objects("users").getFirst();
    assertThat(decoded(user.text("user", "client-certificate-data")))
        .isEqualTo(Files.readString(identity.admin().certificateFile()));
    assertThat(decoded(user.text("user", "client-key-data")))
        .isEqualTo(Files.readString(identity.admin().keyFile()));
  }

  private static String decoded(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.US_ASCII);
  }

  @Test
  void keys_do_not_show_in_logs() {
    var admin = identity().admin();

    assertThat(admin).hasToString("kubernetes-admin[system:masters]");
  }
}
