package dev.dray.security.pki;

import dev.dray.api.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** The kubeconfig by which kubectl and other clients find the server and authenticate. */
final class KubeconfigWriter {
  private static final String CLUSTER = "dray";

  private KubeconfigWriter() {}

  /** Returns a kubeconfig with everything embedded, so that it can be copied elsewhere. */
  static String text(String server, X509Certificate authority, ClientIdentity who) {
    return """
    apiVersion: v1
    kind: Config
    clusters:
    - name: %1$s
      cluster:
        server: %2$s
        certificate-authority-data: %3$s
    users:
    - name: %4$s
      user:
        client-certificate-data: %5$s
        client-key-data: %6$s
    contexts:
    - name: %7$s
      context:
        cluster: %1$s
        user: %4$s
    current-context: %7$s
    """
        .formatted(
            CLUSTER,
            quoted(server),
            base64(text(authority)),
            quoted(who.name()),
            base64(text(who.certificate())),
            base64(PrivateKeys.text(who.key())),
            quoted(who.name() + "@" + CLUSTER));
  }

  static String text(X509Certificate certificate) {
    try {
      return PemBlocks.text("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("A certificate that was read cannot be written.", e);
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Quotes a text as JSON, which is also valid YAML. */
  private static String quoted(String text) {
    return Json.of(text).toText();
  }
}
