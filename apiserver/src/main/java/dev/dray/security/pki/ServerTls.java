package dev.dray.security.pki;

import dev.dray.security.authentication.Authenticators;
import dev.dray.security.pki.IdentityFolder.Pair;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The TLS settings of the server.
 *
 * <p>A client certificate is requested and not required, and the handshake accepts any: it proves
 * only that the client has the key. Whether a trusted CA signed it is checked by {@link
 * Authenticators}, whose refusal is a response that a client can show; a failed handshake explains
 * nothing.
 */
public final class ServerTls {
  private static final String ALIAS = "server";

  /** The cipher suites, best first; all have forward secrecy, and none is prohibited in HTTP/2. */
  private static final List<String> CIPHERS =
      List.of(
          "TLS_AES_128_GCM_SHA256",
          "TLS_AES_256_GCM_SHA384",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  private final X509Certificate authority;
  private volatile Pair serving;

  ServerTls(Pair serving, X509Certificate authority) {
    this.serving = serving;
    this.authority = authority;
  }

  /**
   * Returns a context to create engines from; requesting a client certificate is set on the engine.
   */
  public SSLContext context() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {keyManager()}, new TrustManager[] {trustManager()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java cannot speak TLS.", e);
    }
  }

  public List<String> protocols() {
    return PROTOCOLS;
  }

  public List<String> ciphers() {
    return CIPHERS;
  }

  /** Returns the current serving certificate. */
  public X509Certificate certificate() {
    return serving.certificate();
  }

  /** Returns a key manager that uses the current key at the time of each handshake. */
  public X509ExtendedKeyManager keyManager() {
    return new CurrentKey();
  }

  /** Returns a trust manager that names the server's CA to clients and accepts any certificate. */
  public X509ExtendedTrustManager trustManager() {
    return new AnyClient(authority);
  }

  void use(Pair renewed) {
    serving = renewed;
  }

  private final class CurrentKey extends X509ExtendedKeyManager {
    @Override
    public @Nullable String chooseEngineServerAlias(
        String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
      return alias(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(
        String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return alias(keyType);
    }

    private @Nullable String alias(String keyType) {
      return serving.key().getAlgorithm().equals(keyType) ? ALIAS : null;
    }

    @Override
    public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
      return alias(keyType) == null ? new String[0] : new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[] {serving.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return serving.key();
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
      return new String[0];
    }

    @Override
    public @Nullable String chooseClientAlias(
        String[] keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return null;
    }
  }

  private static final class AnyClient extends X509ExtendedTrustManager {
    private final X509Certificate authority;

    AnyClient(X509Certificate authority) {
      this.authority = authority;
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[] {authority};
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
      throw noClient();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
      throw noClient();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      throw noClient();
    }

    private static UnsupportedOperationException noClient() {
      return new UnsupportedOperationException("This is the trust of a server, not of a client.");
    }
  }
}
