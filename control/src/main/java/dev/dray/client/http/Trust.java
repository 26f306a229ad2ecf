package dev.dray.client.http;

import java.security.cert.X509Certificate;
import java.util.List;

/** Whom a client takes for its server. */
public sealed interface Trust {

  /** Whom this machine trusts. */
  record Usual() implements Trust {}

  /** Who has a certificate of one of these. */
  record Authorities(List<X509Certificate> authorities) implements Trust {
    public Authorities {
      authorities = List.copyOf(authorities);
    }
  }

  /** Whoever answers: for tries. */
  record Anybody() implements Trust {}
}
