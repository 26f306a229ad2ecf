package dev.dray.security.pki;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The keys and certificates in the server's folder: read, checked, and written. */
final class IdentityFolder {
  static final String AUTHORITY = "ca";
  static final String SERVING = "server";

  /**
   * The certificates that only Java and Go programs read, which support the key type that is
   * generated fastest.
   */
  private static final Set<String> QUICK =
      Set.of(SERVING, "client-system-kube-scheduler", "client-system-kube-controller-manager");

  private static final String SERVICE_ACCOUNTS = "service-accounts.key";

  /** A certificate and its key. */
  record Pair(X509Certificate certificate, PrivateKey key) {}

  private final SecretFiles files;
  private final Supplier<KeyPair> clientKeys;

  IdentityFolder(SecretFiles files, Supplier<KeyPair> clientKeys) {
    this.files = files;
    this.clientKeys = clientKeys;
  }

  SecretFiles files() {
    return files;
  }

  Path certificateFile(String stem) {
    return files.path(stem + ".crt");
  }

  Path keyFile(String stem) {
    return files.path(stem + ".key");
  }

  /** Returns the CA certificate; {@code make} creates it on the first start. */
  X509Certificate authority(Function<KeyPair, X509Certificate> make) {
    if (files.has("ca.crt")) {
      var certificate = certificate(AUTHORITY);
      if (certificate.getBasicConstraints() < 0) {
        throw unusable(
            certificateFile(AUTHORITY), "is not the certificate of an authority", restore());
      }
      if (files.has("ca.key")) {
        authorityKey(certificate);
      }
      return certificate;
    }
    if (files.has("server.crt")) {
      throw unusable(certificateFile(AUTHORITY), "is missing", restore());
    }
    // A key alone is left by an interrupted first start: nobody has seen it yet.
    var keys = PrivateKeys.make();
    var certificate = make.apply(keys);
    files.write("ca.key", PrivateKeys.text(keys.getPrivate()));
    files.write("ca.crt", KubeconfigWriter.text(certificate));
    return certificate;
  }

  private String restore() {
    return "Restore it from a backup; or delete all files in %s, and start again with a new authority and new kubeconfigs"
        .formatted(files.path(""));
  }

  /** Returns the CA key; it may be kept elsewhere while nothing has to be signed. */
  PrivateKey authorityKey(X509Certificate authority) {
    if (!files.has("ca.key")) {
      throw unusable(
          keyFile(AUTHORITY),
          "is missing, and a certificate has to be signed",
          "Put it back for this start");
    }
    var key = key(AUTHORITY, restore());
    if (!PrivateKeys.match(key, authority.getPublicKey())) {
      throw unusable(
          keyFile(AUTHORITY), "does not belong to " + certificateFile(AUTHORITY), restore());
    }
    return key;
  }

  /**
   * Returns a certificate signed by the CA: the existing one if it is good, else a new one for the
   * same key, so that key and certificate match at every moment.
   */
  Pair signed(
      String stem,
      X509Certificate authority,
      Predicate<X509Certificate> good,
      Function<PublicKey, X509Certificate> make) {
    if (!files.has(stem + ".crt") || !files.has(stem + ".key")) {
      return made(stem, make);
    }
    var advice =
        "Delete %s and %s, and the next start makes new ones"
            .formatted(certificateFile(stem), keyFile(stem));
    var certificate = certificate(stem);
    if (!signedBy(certificate, authority)) {
      throw unusable(
          certificateFile(stem), "is not signed by " + certificateFile(AUTHORITY), advice);
    }
    var key = key(stem, advice);
    if (!PrivateKeys.match(key, certificate.getPublicKey())) {
      throw unusable(keyFile(stem), "does not belong to " + certificateFile(stem), advice);
    }
    if (good.test(certificate)) {
      return new Pair(certificate, key);
    }
    var renewed = make.apply(certificate.getPublicKey());
    files.write(stem + ".crt", KubeconfigWriter.text(renewed));
    return new Pair(renewed, key);
  }

  private Pair made(String stem, Function<PublicKey, X509Certificate> make) {
    var keys = QUICK.contains(stem) ? PrivateKeys.make() : clientKeys.get();
    var certificate = make.apply(keys.getPublic());
    files.delete(stem + ".crt");
    files.write(stem + ".key", PrivateKeys.text(keys.getPrivate()));
    files.write(stem + ".crt", KubeconfigWriter.text(certificate));
    return new Pair(certificate, keys.getPrivate());
  }

  /** Returns the key pair that signs tokens; both halves are in one file. */
  KeyPair serviceAccountKeys() {
    if (!files.has(SERVICE_ACCOUNTS)) {
      var keys = PrivateKeys.make();
      files.write(
          SERVICE_ACCOUNTS,
          PrivateKeys.text(keys.getPrivate()) + PrivateKeys.text(keys.getPublic()));
      return keys;
    }
    var file = files.path(SERVICE_ACCOUNTS);
    var advice = "Restore it from a backup; or delete it, and all service accounts need new tokens";
    var blocks = blocks(file, SERVICE_ACCOUNTS, advice);
    try {
      var keys =
          new KeyPair(
              PrivateKeys.publicKey(block(blocks, PrivateKeys.PUBLIC, file, advice)),
              PrivateKeys.privateKey(block(blocks, PrivateKeys.PRIVATE, file, advice)));
      if (!PrivateKeys.match(keys.getPrivate(), keys.getPublic())) {
        throw unusable(file, "has two keys that do not belong together", advice);
      }
      return keys;
    } catch (InvalidKeySpecException e) {
      throw unusable(file, "is damaged: it holds no key", advice);
    }
  }

  private X509Certificate certificate(String stem) {
    var file = certificateFile(stem);
    var advice =
        stem.equals(AUTHORITY) ? restore() : "Delete it, and the next start makes a new one";
    var der = block(blocks(file, stem + ".crt", advice), "CERTIFICATE", file, advice);
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (CertificateException e) {
      throw unusable(file, "is damaged: it holds no certificate", advice);
    }
  }

  private PrivateKey key(String stem, String advice) {
    var file = keyFile(stem);
    try {
      return PrivateKeys.privateKey(
          block(blocks(file, stem + ".key", advice), PrivateKeys.PRIVATE, file, advice));
    } catch (InvalidKeySpecException e) {
      throw unusable(file, "is damaged: it holds no key", advice);
    }
  }

  private List<PemBlocks.Block> blocks(Path file, String name, String advice) {
    try {
      return PemBlocks.blocks(files.read(name));
    } catch (IllegalArgumentException e) {
      throw unusable(file, "is damaged: " + e.getMessage(), advice);
    }
  }

  private static byte[] block(
      List<PemBlocks.Block> blocks, String label, Path file, String advice) {
    for (var block : blocks) {
      if (block.label().equals(label)) {
        return block.bytes();
      }
    }
    Optional<PemBlocks.Block> old =
        blocks.stream().filter(it -> it.label().endsWith(" " + label)).findFirst();
    if (old.isPresent()) {
      throw unusable(
          file,
          "holds a key of the old form " + old.get().label(),
          "Convert it: openssl pkcs8 -topk8 -nocrypt -in %s -out NEW".formatted(file));
    }
    throw unusable(file, "is damaged: it holds no block (%s)".formatted(label), advice);
  }

  private static boolean signedBy(X509Certificate certificate, X509Certificate authority) {
    try {
      certificate.verify(authority.getPublicKey());
      return certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal());
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static IdentityException unusable(Path file, String what, String advice) {
    return new IdentityException("The file (%s) %s. %s.".formatted(file, what, advice));
  }
}
