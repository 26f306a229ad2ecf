package dev.dray.verify.wire;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Where a server is, whom to trust as that server, and who the client is. */
public record Kubeconfig(URI server, SSLContext tls) {
  private static final char[] NO_PASSWORD = {};

  /** Reads one with everything in it, as servers write them for their administrators. */
  public static Kubeconfig read(Path file) throws IOException {
    var text = Files.readString(file);
    try {
      return new Kubeconfig(URI.create(value(text, "server", file)), tls(text, file));
    } catch (GeneralSecurityException e) {
      throw new IOException("The certificates in %s cannot be used.".formatted(file), e);
    }
  }

  private static SSLContext tls(String text, Path file)
      throws GeneralSecurityException, IOException {
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, NO_PASSWORD);
    trusted.setCertificateEntry(
        "ca", certificate(decoded(value(text, "certificate-authority-data", file))));
    var own = KeyStore.getInstance("PKCS12");
    own.load(null, NO_PASSWORD);
    var chain =
        new Certificate[] {certificate(decoded(value(text, "client-certificate-data", file)))};
    own.setKeyEntry(
        "client", key(decoded(value(text, "client-key-data", file))), NO_PASSWORD, chain);
    var keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(own, NO_PASSWORD);
    var trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static String value(String text, String key, Path file) throws IOException {
    var found = Pattern.compile("(?m)^\\s*" + key + ":\\s*\"?([^\"\\s]+)\"?\\s*$").matcher(text);
    if (!found.find()) {
      throw new IOException("There is no %s in %s.".formatted(key, file));
    }
    return found.group(1);
  }

  private static String decoded(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.US_ASCII);
  }

  private static Certificate certificate(String pem) throws GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
  }

  private static PrivateKey key(String pem) throws GeneralSecurityException {
    var base64 = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64));
    try {
      return KeyFactory.getInstance("EC").generatePrivate(spec);
    } catch (InvalidKeySpecException _) {
      return KeyFactory.getInstance("RSA").generatePrivate(spec);
    }
  }
}
