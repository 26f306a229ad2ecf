package dev.dray.security.authentication;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The keys of tokens: one signs, and it and others verify. */
public final class TokenKeys {
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  /** A signature algorithm, as a token names it and as the JDK does. */
  private record Algorithm(String name, String ofJdk) {
    static final Algorithm ES256 = new Algorithm("ES256", "SHA256withECDSAinP1363Format");
    static final Algorithm RS256 = new Algorithm("RS256", "SHA256withRSA");

    static Algorithm of(String keyAlgorithm) {
      return keyAlgorithm.equals("RSA") ? RS256 : ES256;
    }
  }

  private record Verifier(String id, Algorithm algorithm, PublicKey key) {}

  private final KeyPair signing;
  private final List<Verifier> verifiers = new ArrayList<>();

  /**
   * Creates keys of which one signs.
   *
   * @param alsoTrusted the keys of tokens that were signed earlier and are still valid
   */
  public TokenKeys(KeyPair signing, List<PublicKey> alsoTrusted) {
    this.signing = signing;
    verifiers.add(verifier(signing.getPublic()));
    alsoTrusted.forEach(key -> verifiers.add(verifier(key)));
  }

  private static Verifier verifier(PublicKey key) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
      return new Verifier(ENCODER.encodeToString(digest), Algorithm.of(key.getAlgorithm()), key);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no SHA-256.", e);
    }
  }

  /** Returns the id of the signing key. */
  String id() {
    return verifiers.getFirst().id();
  }

  String algorithm() {
    return verifiers.getFirst().algorithm().name();
  }

  byte[] sign(String content) {
    try {
      var signature = Signature.getInstance(verifiers.getFirst().algorithm().ofJdk());
      signature.initSign(signing.getPrivate());
      signature.update(content.getBytes(StandardCharsets.US_ASCII));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The token could not be signed.", e);
    }
  }

  /**
   * Returns whether a key with this id signed the content; any key, if the token names none. The
   * key determines the algorithm, so a token cannot choose a weaker one.
   */
  boolean verifies(Optional<String> id, String algorithm, String content, byte[] signature) {
    for (var verifier : verifiers) {
      if (id.isPresent() && !id.get().equals(verifier.id())) {
        continue;
      }
      if (algorithm.equals(verifier.algorithm().name()) && verifies(verifier, content, signature)) {
        return true;
      }
    }
    return false;
  }

  private static boolean verifies(Verifier verifier, String content, byte[] signature) {
    try {
      var checking = Signature.getInstance(verifier.algorithm().ofJdk());
      checking.initVerify(verifier.key());
      checking.update(content.getBytes(StandardCharsets.US_ASCII));
      return checking.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
