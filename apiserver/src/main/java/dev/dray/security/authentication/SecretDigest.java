package dev.dray.security.authentication;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Turns secrets into keys of maps.
 *
 * <p>How long a comparison of two digests takes tells nothing about the secrets, and without the
 * salt, which never leaves this object, a digest tells nothing either.
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
