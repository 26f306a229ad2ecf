package dev.dray.client.http;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/** The TLS settings that follow from a kubeconfig. */
final class Tls {
  private static final char[] NO_PASSWORD = {};

  private Tls() {}

  static SSLContext of(Kubeconfig config) {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(keys(config.credentials()), trust(config), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new KubeconfigException(
          "%s: the certificates of the context \"%s\" cannot be used: %s"
              .formatted(config.source(), config.context(), e.getMessage()));
    }
  }

  private static KeyManager[] keys(Credentials credentials)
      throws GeneralSecurityException, IOException {
    if (!(credentials instanceof Credentials.Certificate(var chain, var key))) {
      return new KeyManager[0];
    }
    var store = empty();
    store.setKeyEntry("client", key, NO_PASSWORD, chain.toArray(Certificate[]::new));
    var factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static TrustManager[] trust(Kubeconfig config)
      throws GeneralSecurityException, IOException {
    if (config.trust() instanceof Trust.Anybody) {
      return new TrustManager[] {new Named((_, _) -> {})};
    }
    var factory = TrustManagerFactory.getInstance("PKIX");
    if (config.trust() instanceof Trust.Authorities(var authorities)) {
      var store = empty();
      for (int i = 0; i < authorities.size(); i++) {
        store.setCertificateEntry("ca-" + i, authorities.get(i));
      }
      factory.init(store);
    } else {
      factory.init((KeyStore) null);
    }
    var managers = factory.getTrustManagers();
    if (config.serverName().isEmpty()) {
      return managers;
    }
    var name = config.serverName().get();
    var chains = (X509TrustManager) managers[0];
    return new TrustManager[] {
      new Named(
          (chain, type) -> {
            chains.checkServerTrusted(chain, type);
            checkName(chain[0], name);
          })
    };
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  /** Checks that the certificate is for this name; a wildcard in it stands for one label. */
  private static void checkName(X509Certificate certificate, String name)
      throws CertificateException {
    var seen = new ArrayList<String>();
    var names = certificate.getSubjectAlternativeNames();
    for (List<?> one : names == null ? List.<List<?>>of() : names) {
      var stated = String.valueOf(one.get(1)).toLowerCase(Locale.ROOT);
      seen.add(stated);
      if (covers(stated, name.toLowerCase(Locale.ROOT))) {
        return;
      }
    }
    throw new CertificateException(
        "tls-server-name is %s, and the certificate is for %s".formatted(name, seen));
  }

  private static boolean covers(String stated, String name) {
    int dot = name.indexOf('.');
    return stated.equals(name)
        || (stated.startsWith("*.") && dot > 0 && name.substring(dot).equals(stated.substring(1)));
  }

  private interface Check {
    void server(X509Certificate[] chain, String type) throws CertificateException;
  }

  /**
   * A trust manager with its own check. As an extended one it keeps the JDK from also comparing the
   * certificate with the address.
   */
  private static final class Named extends X509ExtendedTrustManager {
    private final Check check;

    Named(Check check) {
      this.check = check;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check.server(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check.server(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check.server(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("This is a client.");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      throw new CertificateException("This is a client.");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      throw new CertificateException("This is a client.");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
