package dev.dray.security.pki;

import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A client with a certificate signed by this server.
 *
 * @param name the user
 * @param groups the user's groups
 * @param certificateFile the file of the certificate
 * @param keyFile the file of the private key
 */
public record ClientIdentity(
    String name,
    List<String> groups,
    X509Certificate certificate,
    PrivateKey key,
    Path certificateFile,
    Path keyFile) {
  public ClientIdentity {
    groups = List.copyOf(groups);
  }

  /** Returns name and groups, without the key. */
  @Override
  public String toString() {
    return name + groups;
  }
}
