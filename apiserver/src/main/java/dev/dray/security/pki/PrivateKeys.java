package dev.dray.security.pki;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;

/** Private and public keys: generated, written as text, and parsed. */
public final class PrivateKeys {
  static final String PRIVATE = "PRIVATE KEY";
  static final String PUBLIC = "PUBLIC KEY";

  private static final List<String> ALGORITHMS = List.of("EC", "RSA");

  private PrivateKeys() {}

  /** Generates a key on P-256: as strong as RSA with 3072 bits, and generated in a moment. */
  public static KeyPair make() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no keys on P-256.", e);
    }
  }

  /** Generates an RSA key for a client: several clients, such as fabric8, read no other. */
  static KeyPair makeForClient() {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no keys of RSA.", e);
    }
  }

  static String text(PrivateKey key) {
    return PemBlocks.text(PRIVATE, key.getEncoded());
  }

  static String text(PublicKey key) {
    return PemBlocks.text(PUBLIC, key.getEncoded());
  }

  /**
   * @throws InvalidKeySpecException if it is not a key, or of an unknown type
   */
  static PrivateKey privateKey(byte[] encoded) throws InvalidKeySpecException {
    return first(factory -> factory.generatePrivate(new PKCS8EncodedKeySpec(encoded)));
  }

  /**
   * @throws InvalidKeySpecException if it is not a key, or of an unknown type
   */
  static PublicKey publicKey(byte[] encoded) throws InvalidKeySpecException {
    return first(factory -> factory.generatePublic(new X509EncodedKeySpec(encoded)));
  }

  private interface Reading<T> {
    T by(KeyFactory factory) throws InvalidKeySpecException;
  }

  private static <T> T first(Reading<T> reading) throws InvalidKeySpecException {
    for (var algorithm : ALGORITHMS) {
      try {
        return reading.by(KeyFactory.getInstance(algorithm));
      } catch (InvalidKeySpecException e) {
        // It may be a key of the next type.
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("This Java does not support keys of type " + algorithm, e);
      }
    }
    throw new InvalidKeySpecException("neither an EC key nor an RSA key");
  }

  static String signatureAlgorithm(PrivateKey key) {
    return key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
  }

  /** Returns whether the public key verifies what the private key signs. */
  static boolean match(PrivateKey key, PublicKey other) {
    if (!key.getAlgorithm().equals(other.getAlgorithm())) {
      return false;
    }
    try {
      var probe = "probe".getBytes(StandardCharsets.US_ASCII);
      var signing = Signature.getInstance(signatureAlgorithm(key));
      signing.initSign(key);
      signing.update(probe);
      var verifying = Signature.getInstance(signatureAlgorithm(key));
      verifying.initVerify(other);
      verifying.update(probe);
      return verifying.verify(signing.sign());
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
