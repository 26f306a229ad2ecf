package dev.dray.store.etcd;

import static dev.dray.store.Trial.put;
import static dev.dray.store.Trial.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.security.pki.ServerIdentity;
import dev.dray.store.Follower;
import dev.dray.store.KeyChange;
import dev.dray.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An etcd that speaks TLS, and only with clients that it knows. */
class EtcdTlsIT {
  @TempDir
  @SuppressWarnings("NullAway.Init") // set before all tests
  static Path folder;

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static EtcdProcess etcd;

  @BeforeAll
  static void start() throws IOException {
    ServerIdentity.in(pki(), List.of(), InstantSource.system());
    etcd = EtcdProcess.startSecured(folder, pki());
  }

  @AfterAll
  static void stop() throws InterruptedException {
    etcd.kill();
  }

  private static Path pki() {
    return folder.resolve("pki");
  }

  private static EtcdTls.Identity admin(Path pki) {
    return new EtcdTls.Identity(pki.resolve("admin.crt"), pki.resolve("admin.key"));
  }

  private static EtcdStore connect(Path authority, Optional<EtcdTls.Identity> identity) {
    var tls = new EtcdTls(Optional.of(authority), identity);
    return EtcdStore.connect(List.of(etcd.endpoint()), "/test", tls);
  }

  @Test
  void what_is_written_can_be_read_and_followed() throws InterruptedException {
    try (var store = connect(pki().resolve("ca.crt"), Optional.of(admin(pki())))) {
      long before = put(store, "/a", "1");
      var watch = store.watch("/", before);
      long after = put(store, "/b", "2");

      assertThat(store.get("/a").map(it -> text(it))).contains("1");
      assertThat(new Follower(watch, before).until(after))
          .extracting(KeyChange::key)
          .contains("/b");
      watch.close();
    }
  }

  @Test
  void a_client_that_shows_nothing_is_refused_with_the_endpoint_named() {
    assertThatThrownBy(() -> connect(pki().resolve("ca.crt"), Optional.empty()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(etcd.endpoint().toString())
        .hasMessageContaining("certificates are right");
  }

  @Test
  void an_etcd_of_another_authority_is_not_trusted() {
    var foreign = folder.resolve("foreign");
    ServerIdentity.in(foreign, List.of(), InstantSource.system());

    assertThatThrownBy(() -> connect(foreign.resolve("ca.crt"), Optional.of(admin(pki()))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("certificates are right");
  }

  @Test
  void a_file_that_holds_no_certificate_is_named() throws IOException {
    var empty = Files.writeString(folder.resolve("empty.crt"), "nothing");

    assertThatThrownBy(() -> connect(empty, Optional.empty()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(empty.toString());
  }
}
