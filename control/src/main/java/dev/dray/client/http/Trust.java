package dev.dray.client.http;

import java.security.cert.X509Certificate;
import java.util.List;

/** The servers that a client trusts. */
public sealed interface Trust {

  /** The CAs that this machine trusts. */
  record Usual() implements Trust {}

  /** These CAs. */
  record Authorities(List<X509Certificate> authorities) implements Trust {
    public Authorities {
      authorities = List.copyOf(authorities);
    }
  }

  /** Any server: for trials. */
  record Anybody() implements Trust {}
}
