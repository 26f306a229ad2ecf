package dev.dray.security.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.security.Cluster;
import dev.dray.security.authentication.Authentication;
import dev.dray.security.authentication.AuthenticatorsTest;
import dev.dray.security.authentication.StaticTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTlsTest {
  @TempDir Path temporary;

  private ServerIdentity identity(String name) {
    return ServerIdentity.in(
        temporary.resolve(name), List.of(), InstantSource.system(), PrivateKeys::make);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_client_that_trusts_the_authority_connects_and_shows_its_certificate(String protocol)
      throws Exception {
    var server = identity("server");

    var seen = handshake(server, client(server, keys(server.admin())), protocol);

    assertThat(seen).containsExactly(server.admin().certificate());
  }

  @Test
  void a_client_without_a_certificate_connects() throws Exception {
    var server = identity("server");

    assertThat(handshake(server, client(server, new KeyManager[0]), "TLSv1.3")).isEmpty();
  }

  @Test
  void a_certificate_of_somebody_else_passes_the_handshake_and_is_refused_later() throws Exception {
    var server = identity("server");
    var stranger = identity("stranger").admin();
    // A client sends what it has, whatever authorities the server names.
    var sends = new Insistent(stranger);

    var seen = handshake(server, client(server, new KeyManager[] {sends}), "TLSv1.3");

    assertThat(seen).containsExactly(stranger.certificate());
    var authenticators =
        AuthenticatorsTest.authenticators(server, StaticTokens.NONE, new Cluster());
    assertThat(authenticators.authenticate(seen, Optional.empty()))
        .isInstanceOf(Authentication.Refused.class);
  }

  @Test
  void a_client_that_does_not_trust_the_authority_does_not_connect() {
    var server = identity("server");
    var other = identity("other");

    assertThatThrownBy(() -> handshake(server, client(other, new KeyManager[0]), "TLSv1.3"))
        .hasRootCauseInstanceOf(GeneralSecurityException.class);
  }

  @Test
  void all_ciphers_are_known_to_this_java() throws Exception {
    var tls = identity("server").tls();

    assertThat(tls.context().getSupportedSSLParameters().getCipherSuites())
        .containsAll(tls.ciphers());
  }

  private static List<X509Certificate> handshake(
      ServerIdentity server, SSLContext client, String protocol) throws Exception {
    var tls = server.tls();
    try (var listening =
        (SSLServerSocket) tls.context().getServerSocketFactory().createServerSocket(0)) {
      listening.setWantClientAuth(true);
      listening.setEnabledProtocols(tls.protocols().toArray(String[]::new));
      listening.setEnabledCipherSuites(tls.ciphers().toArray(String[]::new));
      var seen = CompletableFuture.supplyAsync(() -> accepted(listening));
      try (var socket =
          (SSLSocket)
              client.getSocketFactory().createSocket("localhost", listening.getLocalPort())) {
        socket.setEnabledProtocols(new String[] {protocol});
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.getOutputStream().write(1);
        return seen.get();
      }
    }
  }

  private static List<X509Certificate> accepted(SSLServerSocket listening) {
    try (var socket = (SSLSocket) listening.accept()) {
      socket.getInputStream().read();
      return Arrays.stream(socket.getSession().getPeerCertificates())
          .map(X509Certificate.class::cast)
          .toList();
    } catch (SSLPeerUnverifiedException e) {
      return List.of();
    } catch (SSLException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SSLContext client(ServerIdentity trusted, KeyManager[] keys) throws Exception {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("ca", trusted.authority());
    var trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(keys, trust.getTrustManagers(), null);
    return context;
  }

  private static KeyManager[] keys(ClientIdentity who) throws Exception {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("me", who.key(), new char[0], new Certificate[] {who.certificate()});
    var keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, new char[0]);
    return keys.getKeyManagers();
  }

  private static final class Insistent extends X509ExtendedKeyManager {
    private final ClientIdentity who;

    Insistent(ClientIdentity who) {
      this.who = who;
    }

    @Override
    public String chooseClientAlias(
        String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return "me";
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[] {who.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return who.key();
    }

    @Override
    public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
      return new String[] {"me"};
    }

    @Override
    public String[] getServerAliases(String type, Principal @Nullable [] issuers) {
      return new String[0];
    }

    @Override
    public @Nullable String chooseServerAlias(
        String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return null;
    }
  }
}
