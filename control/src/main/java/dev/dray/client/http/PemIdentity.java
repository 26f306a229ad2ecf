package dev.dray.client.http;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** A parser of certificates and keys in PEM. */
final class PemIdentity {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----([^-]+)-----END \\1-----");
  private static final byte SEQUENCE = 0x30;
  private static final byte OCTETS = 0x04;
  private static final byte[] VERSION = {0x02, 0x01, 0x00};
  private static final byte[] RSA = {
    0x06,
    0x09,
    0x2a,
    (byte) 0x86,
    0x48,
    (byte) 0x86,
    (byte) 0xf7,
    0x0d,
    0x01,
    0x01,
    0x01,
    0x05,
    0x00
  };
  private static final byte[] EC = {
    0x06, 0x07, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x02, 0x01
  };
  private static final byte[] P256 = {
    0x06, 0x08, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x03, 0x01, 0x07
  };
  private static final byte[] P384 = {0x06, 0x05, 0x2b, (byte) 0x81, 0x04, 0x00, 0x22};
  private static final byte[] P521 = {0x06, 0x05, 0x2b, (byte) 0x81, 0x04, 0x00, 0x23};

  private PemIdentity() {}

  /** Returns all certificates of a text; at least one. */
  static List<X509Certificate> certificates(String text, String place) {
    try {
      var found = new ArrayList<X509Certificate>();
      var bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
      for (var one : CertificateFactory.getInstance("X.509").generateCertificates(bytes)) {
        found.add((X509Certificate) one);
      }
      if (!found.isEmpty()) {
        return found;
      }
    } catch (CertificateException _) {
      // Reported below: the parser's message may reveal what it read.
    }
    throw new KubeconfigException("%s holds no certificate in PEM.".formatted(place));
  }

  /** Returns the first key of a text, in any of the three forms that tools write. */
  static PrivateKey privateKey(String text, String place) {
    var block = KEY.matcher(text);
    if (!block.find()) {
      throw new KubeconfigException(
          "%s holds no private key in PEM; one with a password cannot be used.".formatted(place));
    }
    try {
      var der = Base64.getMimeDecoder().decode(block.group(2));
      return switch (block.group(1)) {
        case "PRIVATE KEY" -> any(der);
        case "RSA PRIVATE KEY" -> key("RSA", wrapped(RSA, der));
        case "EC PRIVATE KEY" -> key("EC", wrapped(join(EC, curve(der)), der));
        default ->
            throw new KubeconfigException(
                "%s holds a key of the form %s. Convert it: openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW"
                    .formatted(place, block.group(1)));
      };
    } catch (GeneralSecurityException | IllegalArgumentException _) {
      throw new KubeconfigException("%s holds a private key that is damaged.".formatted(place));
    }
  }

  private static PrivateKey any(byte[] der) throws GeneralSecurityException {
    for (var algorithm : List.of("EC", "RSA")) {
      try {
        return key(algorithm, der);
      } catch (GeneralSecurityException _) {
        // It may be a key of the next type.
      }
    }
    return key("EdDSA", der);
  }

  private static PrivateKey key(String algorithm, byte[] der) throws GeneralSecurityException {
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
  }

  /** Wraps a key in PKCS #8, which Java reads and of which the older forms are a part. */
  private static byte[] wrapped(byte[] algorithm, byte[] der) {
    return tagged(SEQUENCE, join(VERSION, tagged(SEQUENCE, algorithm), tagged(OCTETS, der)));
  }

  /**
   * Returns the curve, recognized by the length of the private number: the curves of TLS differ in
   * it.
   */
  private static byte[] curve(byte[] der) throws GeneralSecurityException {
    // A sequence: its length, the version (3 bytes), then the number with its tag and length.
    int at = (der.length > 1 && (der[1] & 0x80) != 0 ? 2 + (der[1] & 0x7f) : 2) + 3;
    int length = at + 1 < der.length && der[at] == OCTETS ? der[at + 1] & 0xff : 0;
    return switch (length) {
      case 32 -> P256;
      case 48 -> P384;
      case 66 -> P521;
      default -> throw new GeneralSecurityException("unknown curve");
    };
  }

  private static byte[] tagged(byte tag, byte[] content) {
    int length = content.length;
    byte[] head =
        length < 0x80
            ? new byte[] {tag, (byte) length}
            : new byte[] {tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
    return join(head, content);
  }

  private static byte[] join(byte[]... parts) {
    int length = 0;
    for (var part : parts) {
      length += part.length;
    }
    var whole = new byte[length];
    int at = 0;
    for (var part : parts) {
      System.arraycopy(part, 0, whole, at, part.length);
      at += part.length;
    }
    return whole;
  }
}
