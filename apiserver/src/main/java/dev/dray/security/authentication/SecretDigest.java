package dev.dray.security.authentication;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Digests that turn secrets into map keys.
 *
 * <p>The time it takes to compare two digests reveals nothing about the secrets, and neither does a
 * digest without the salt, which never leaves this object.
 */
final class SecretDigest {
  private static final int SALT_BYTES = 32;

  private final byte[] salt = new byte[SALT_BYTES];

  SecretDigest() {
    new SecureRandom().nextBytes(salt);
  }

  String of(String secret) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(salt);
      return HexFormat.of().formatHex(digest.digest(secret.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java has no SHA-256.", e);
    }
  }
}
