package dev.dray.security.authentication;

import dev.dray.security.BoundedCache;
import dev.dray.security.ServiceAccounts;
import dev.dray.security.User;
import dev.dray.security.pki.CertificateSubject;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertStore;
import java.security.cert.CertificateParsingException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Date;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The authentication by client certificate: a trusted CA must have signed it, and it must be in
 * force.
 */
final class ClientCertificates {
  private static final int MOST_REMEMBERED = 1024;
  private static final String FOR_CLIENTS = "1.3.6.1.5.5.7.3.2";
  private static final String FOR_ALL = "2.5.29.37.0";

  private final Set<TrustAnchor> authorities = new LinkedHashSet<>();
  private final InstantSource clock;
  private final BoundedCache<X509Certificate, User> verified = new BoundedCache<>(MOST_REMEMBERED);

  ClientCertificates(List<X509Certificate> authorities, InstantSource clock) {
    authorities.forEach(it -> this.authorities.add(new TrustAnchor(it, null)));
    this.clock = clock;
  }

  /**
   * Authenticates a certificate chain.
   *
   * @param chain the chain as the client sent it, its own certificate first
   */
  Authentication authenticate(List<X509Certificate> chain) {
    if (chain.isEmpty() || authorities.isEmpty()) {
      return new Authentication.Nobody();
    }
    var certificate = chain.getFirst();
    var known = verified.find(certificate);
    if (known.isPresent() && inForce(certificate)) {
      return new Authentication.As(known.get());
    }
    try {
      verify(chain);
      var subject = CertificateSubject.of(certificate);
      if (subject.commonName().isEmpty()) {
        return new Authentication.Nobody();
      }
      var user = user(subject, certificate);
      if (chain.size() == 1) {
        verified.put(certificate, user);
      }
      return new Authentication.As(user);
    } catch (CertPathBuilderException | IllegalArgumentException e) {
      return refused(certificate, String.valueOf(e.getMessage()));
    } catch (GeneralSecurityException e) {
      return refused(certificate, e.getClass().getSimpleName() + " " + e.getMessage());
    }
  }

  /**
   * Returns whether a cached certificate is still in force. Only the certificate itself is cached,
   * so only it and its CA can expire meanwhile.
   */
  private boolean inForce(X509Certificate certificate) {
    var now = clock.instant();
    return !now.isAfter(certificate.getNotAfter().toInstant())
        && !now.isBefore(certificate.getNotBefore().toInstant())
        && authorities.stream()
            .anyMatch(it -> !now.isAfter(it.getTrustedCert().getNotAfter().toInstant()));
  }

  private void verify(List<X509Certificate> chain) throws GeneralSecurityException {
    var certificate = chain.getFirst();
    if (!isForClients(certificate)) {
      throw new CertPathBuilderException("it is not for clients");
    }
    var target = new X509CertSelector();
    target.setCertificate(certificate);
    var parameters = new PKIXBuilderParameters(authorities, target);
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(clock.instant()));
    parameters.addCertStore(
        CertStore.getInstance("Collection", new CollectionCertStoreParameters(chain)));
    CertPathBuilder.getInstance("PKIX").build(parameters);
  }

  private static boolean isForClients(X509Certificate certificate)
      throws CertificateParsingException {
    var usage = certificate.getExtendedKeyUsage();
    return usage == null || usage.contains(FOR_CLIENTS) || usage.contains(FOR_ALL);
  }

  private static User user(CertificateSubject subject, X509Certificate certificate)
      throws GeneralSecurityException {
    var fingerprint = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
    var extra = new LinkedHashMap<String, List<String>>();
    extra.put(
        ServiceAccounts.CREDENTIAL, List.of("X509SHA256=" + HexFormat.of().formatHex(fingerprint)));
    return new User(subject.commonName(), subject.uid(), subject.organizations(), extra);
  }

  private static Authentication refused(X509Certificate certificate, String why) {
    return new Authentication.Refused(
        "the certificate %s of (%s) was not accepted: %s"
            .formatted(
                certificate.getSerialNumber().toString(16),
                certificate.getSubjectX500Principal(),
                why));
  }
}
