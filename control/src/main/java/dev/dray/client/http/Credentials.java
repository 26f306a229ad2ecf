package dev.dray.client.http;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** How a client says who it is. */
public sealed interface Credentials {

  /** Not at all. */
  record None() implements Credentials {}

  /** By a certificate, followed by those that vouch for it. */
  record Certificate(List<X509Certificate> chain, PrivateKey key) implements Credentials {
    public Certificate {
      chain = List.copyOf(chain);
      requireNonNull(key, "key");
    }

    /** Without the key. */
    @Override
    public String toString() {
      return chain.getFirst().getSubjectX500Principal().getName();
    }
  }

  /** By a token. */
  record Token(String token) implements Credentials {
    public Token {
      requireNonNull(token, "token");
    }

    /** Without the token. */
    @Override
    public String toString() {
      return "a token";
    }
  }

  /** By a token in a file, which others may replace at any time. */
  record TokenFile(Path file) implements Credentials {
    public TokenFile {
      requireNonNull(file, "file");
    }
  }
}
