package dev.dray.client.http;

import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** The credentials of a client. */
public sealed interface Credentials {

  /** No credentials. */
  record None() implements Credentials {}

  /** A client certificate, followed by its intermediates. */
  record Certificate(List<X509Certificate> chain, PrivateKey key) implements Credentials {
    public Certificate {
      chain = List.copyOf(chain);
    }

    /** Returns the subject, without the key. */
    @Override
    public String toString() {
      return chain.getFirst().getSubjectX500Principal().getName();
    }
  }

  /** A bearer token. */
  record Token(String token) implements Credentials {

    /** Returns a placeholder, without the token. */
    @Override
    public String toString() {
      return "a token";
    }
  }

  /** A bearer token in a file, which may be replaced at any time. */
  record TokenFile(Path file) implements Credentials {}
}
