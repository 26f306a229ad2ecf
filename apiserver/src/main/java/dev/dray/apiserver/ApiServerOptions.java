package dev.dray.apiserver;

import dev.dray.api.gate.Gates;
import dev.dray.kinds.RuntimeConfig;
import dev.dray.security.review.AuditLog;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The settings of an API server.
 *
 * @param folder the folder of certificates, kubeconfigs and the database
 * @param hosts further names and addresses by which clients reach the server
 * @param history how long changes are kept for watches that resume
 */
public record ApiServerOptions(
    Path folder,
    InetSocketAddress address,
    List<String> hosts,
    StoreChoice store,
    Gates gates,
    RuntimeConfig runtimeConfig,
    Optional<Path> tokenFile,
    Optional<Audit> audit,
    int mostReading,
    int mostWriting,
    Duration history,
    InstantSource clock) {

  /** The place where objects are stored. */
  public sealed interface StoreChoice {
    /** A SQLite file in the folder. */
    record Sqlite() implements StoreChoice {}

    /** Memory only: everything is gone when the server ends. */
    record Memory() implements StoreChoice {}

    /**
     * An etcd cluster, below a key prefix.
     *
     * @param files the PEM files for endpoints with TLS
     */
    record Etcd(List<URI> endpoints, String prefix, EtcdFiles files) implements StoreChoice {
      public Etcd {
        endpoints = List.copyOf(endpoints);
      }
    }
  }

  /**
   * The PEM files for an etcd with TLS.
   *
   * @param authority the CA that signs etcd's certificates; if absent, the CAs that Java trusts
   * @param certificate the client certificate to present to etcd
   * @param key the key of that certificate; present if and only if the certificate is
   */
  public record EtcdFiles(
      Optional<Path> authority, Optional<Path> certificate, Optional<Path> key) {
    public static final EtcdFiles NONE =
        new EtcdFiles(Optional.empty(), Optional.empty(), Optional.empty());

    public EtcdFiles {
      if (certificate.isPresent() != key.isPresent()) {
        throw new IllegalArgumentException(
            "The certificate (%s) and the key (%s) for etcd must be set together."
                .formatted(certificate, key));
      }
    }
  }

  /** The file and level of the audit log. */
  public record Audit(Path file, AuditLog.Level level) {}

  public ApiServerOptions {
    hosts = List.copyOf(hosts);
  }

  /** Returns the usual options: SQLite in a folder, on loopback, at any free port. */
  public static ApiServerOptions in(Path folder) {
    return new ApiServerOptions(
        folder,
        InetSocketAddress.createUnresolved("127.0.0.1", 0),
        List.of(),
        new StoreChoice.Sqlite(),
        Gates.defaults(),
        RuntimeConfig.defaults(),
        Optional.empty(),
        Optional.empty(),
        400,
        200,
        Duration.ofMinutes(10),
        InstantSource.system());
  }
}
