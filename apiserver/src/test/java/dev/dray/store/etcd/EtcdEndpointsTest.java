package dev.dray.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class EtcdEndpointsTest {
  @Test
  void addresses_in_brackets_missing_ports_and_names_of_users_do_no_harm() {
    var endpoints =
        List.of(
            URI.create("http://[::1]:2380"),
            URI.create("http://etcd"),
            URI.create("http://root:secret@host:1"));

    assertThat(URI.create(EtcdEndpoints.target(endpoints)).getPath())
        .isEqualTo("/[::1]:2380,etcd:2379,host:1");
  }
}
