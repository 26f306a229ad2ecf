package dev.dray.store.etcd;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The TLS settings for etcd.
 *
 * @param authority the PEM file of the CA certificates that sign etcd's; without one, those that
 *     the Java installation trusts
 * @param identity the client certificate to present if etcd requests one
 */
public record EtcdTls(Optional<Path> authority, Optional<Identity> identity) {

  /** PEM files of a client certificate and its key, which has no password. */
  public record Identity(Path certificate, Path key) {}
}
