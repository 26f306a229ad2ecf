package dev.dray.client.http;

/** Certificates for tests. */
final class Certificates {
  /** Of an authority that vouches for nobody, for a hundred years. */
  static final String SELF_SIGNED =
      """
      -----BEGIN CERTIFICATE-----
      MIIBezCCASGgAwIBAgIUCTlIDk37/b/sHeod8cd1XfqUCR8wCgYIKoZIzj0EAwIw
      EjEQMA4GA1UEAwwHdGVzdC1jYTAgFw0yNjExMTUyMTQzNDZaGA8yMTI2MTAyMjIx
      NDM0NlowEjEQMA4GA1UEAwwHdGVzdC1jYTBZMBMGByqGSM49AgEGCCqGSM49AwEH
      A0IABFZmdvDEWm3lUt4FznlpbfInuydVscwAYQaprHHkWzmObzkk5EpEg5bVSTau
      jI1vW/kC9cSMqqKNEW3KeUVqw5OjUzBRMB0GA1UdDgQWBBRW4HLMwi0dGz8mZq+p
      X84xHGSDvjAfBgNVHSMEGDAWgBRW4HLMwi0dGz8mZq+pX84xHGSDvjAPBgNVHRMB
      Af8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQCR+W6kNT5KgnQVL7pACvYvI5xh
      tIUsGu27DsTMuwmSbwIgLLfBBvOrsxrBKNP+2beHu2o9FTw7u7E5NoULxjtkk7k=
      -----END CERTIFICATE-----
      """;

  private Certificates() {}
}
