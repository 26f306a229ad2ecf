package dev.dray.store.etcd;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How to talk to an etcd that wants TLS.
 *
 * @param authority PEM file with the certificates that sign etcd's; without one, those that the
 *     Java installation trusts
 * @param identity what to show to etcd, if it asks
 */
public record EtcdTls(Optional<Path> authority, Optional<Identity> identity) {

  /** PEM files of a client certificate and its key, which has no password. */
  public record Identity(Path certificate, Path key) {}
}
