package dev.dray.security.pki;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.bouncycastle.asn1.ASN1GeneralizedTime;
import org.bouncycastle.asn1.ASN1UTCTime;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;

/**
 * A maker of certificates.
 *
 * <p>This is the only class that uses the certificate library, and only to encode: keys, signatures
 * and digests are the JDK's. A start that finds its files in place never loads it.
 */
final class CertificateMaker {
  private static final int SERIAL_BITS = 127;
  private static final int KEY_IDENTIFIER_BYTES = 20;
  private static final int YEAR_OF_LONG_TIMES = 2050;

  /** The period of validity. */
  record Validity(Instant from, Instant until) {}

  /** The signer of certificates. */
  record Issuer(X509Certificate certificate, PrivateKey key) {}

  private CertificateMaker() {}

  static X509Certificate authority(
      String name, PublicKey subjectKey, PrivateKey key, Validity validity) {
    var subject = new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, name).build();
    try {
      var builder = builder(subject, subject, subjectKey, validity);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage,
          true,
          new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyCertSign | KeyUsage.cRLSign));
      builder.addExtension(Extension.subjectKeyIdentifier, false, identifier(subjectKey));
      return signed(builder, key);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("The certificate of the authority could not be created.", e);
    }
  }

  /** Makes a certificate for a server with these names and addresses. */
  static X509Certificate serving(
      String name, List<String> hosts, PublicKey subjectKey, Issuer issuer, Validity validity) {
    var names = hosts.stream().map(CertificateMaker::alternative).toArray(GeneralName[]::new);
    return leaf(
        new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, name).build(),
        KeyPurposeId.id_kp_serverAuth,
        new GeneralNames(names),
        subjectKey,
        issuer,
        validity);
  }

  /**
   * Makes a certificate for a client: the common name is the user, the organizations are the
   * groups.
   */
  static X509Certificate client(
      String name, List<String> groups, PublicKey subjectKey, Issuer issuer, Validity validity) {
    var subject = new X500NameBuilder(BCStyle.INSTANCE);
    groups.forEach(group -> subject.addRDN(BCStyle.O, group));
    subject.addRDN(BCStyle.CN, name);
    return leaf(
        subject.build(),
        KeyPurposeId.id_kp_clientAuth,
        new GeneralNames(new GeneralName[0]),
        subjectKey,
        issuer,
        validity);
  }

  private static X509Certificate leaf(
      X500Name subject,
      KeyPurposeId purpose,
      GeneralNames alternatives,
      PublicKey subjectKey,
      Issuer issuer,
      Validity validity) {
    try {
      var issuerName =
          X500Name.getInstance(issuer.certificate().getSubjectX500Principal().getEncoded());
      var builder = builder(issuerName, subject, subjectKey, validity);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
      builder.addExtension(Extension.subjectKeyIdentifier, false, identifier(subjectKey));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          new AuthorityKeyIdentifier(identifierOf(issuer.certificate())));
      if (alternatives.getNames().length > 0) {
        builder.addExtension(Extension.subjectAlternativeName, false, alternatives);
      }
      return signed(builder, issuer.key());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(
          "The certificate for (%s) could not be created.".formatted(subject), e);
    }
  }

  private static X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, PublicKey key, Validity validity) {
    var serial = new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(SERIAL_BITS - 1);
    return new X509v3CertificateBuilder(
        issuer,
        serial,
        time(validity.from()),
        time(validity.until()),
        subject,
        SubjectPublicKeyInfo.getInstance(key.getEncoded()));
  }

  /** Encodes a time digit by digit: the JDK's date formats would load the data of every locale. */
  private static Time time(Instant instant) {
    var at = instant.atOffset(ZoneOffset.UTC);
    var rest =
        two(at.getMonthValue())
            + two(at.getDayOfMonth())
            + two(at.getHour())
            + two(at.getMinute())
            + two(at.getSecond())
            + "Z";
    return at.getYear() < YEAR_OF_LONG_TIMES
        ? new Time(new ASN1UTCTime(two(at.getYear() % 100) + rest))
        : new Time(new ASN1GeneralizedTime(at.getYear() + rest));
  }

  private static String two(int number) {
    return number < 10 ? "0" + number : Integer.toString(number);
  }

  private static GeneralName alternative(String host) {
    return Hosts.address(host)
        .map(it -> new GeneralName(GeneralName.iPAddress, new DEROctetString(bytes(it))))
        .orElseGet(() -> new GeneralName(GeneralName.dNSName, host));
  }

  private static byte[] bytes(InetAddress address) {
    return address.getAddress();
  }

  private static SubjectKeyIdentifier identifier(PublicKey key) throws GeneralSecurityException {
    var bits = SubjectPublicKeyInfo.getInstance(key.getEncoded()).getPublicKeyData().getBytes();
    var digest = MessageDigest.getInstance("SHA-256").digest(bits);
    return new SubjectKeyIdentifier(Arrays.copyOf(digest, KEY_IDENTIFIER_BYTES));
  }

  /** Returns the key identifier the certificate states, because it may have been made elsewhere. */
  private static byte[] identifierOf(X509Certificate certificate) throws GeneralSecurityException {
    var stated = certificate.getExtensionValue(Extension.subjectKeyIdentifier.getId());
    if (stated == null) {
      return identifier(certificate.getPublicKey()).getKeyIdentifier();
    }
    var inner = DEROctetString.getInstance(stated).getOctets();
    return SubjectKeyIdentifier.getInstance(inner).getKeyIdentifier();
  }

  private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
      throws IOException, GeneralSecurityException {
    var encoded = builder.build(new JdkSigner(key)).getEncoded();
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(encoded));
  }

  /** A signer that uses the JDK, so that the library's own cryptography is not loaded. */
  private static final class JdkSigner implements ContentSigner {
    private final PrivateKey key;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    JdkSigner(PrivateKey key) {
      this.key = key;
    }

    @Override
    public AlgorithmIdentifier getAlgorithmIdentifier() {
      return key.getAlgorithm().equals("RSA")
          ? new AlgorithmIdentifier(PKCSObjectIdentifiers.sha256WithRSAEncryption, DERNull.INSTANCE)
          : new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);
    }

    @Override
    public OutputStream getOutputStream() {
      return content;
    }

    @Override
    public byte[] getSignature() {
      try {
        var signature = Signature.getInstance(PrivateKeys.signatureAlgorithm(key));
        signature.initSign(key);
        signature.update(content.toByteArray());
        return signature.sign();
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("The JDK could not sign a certificate.", e);
      }
    }
  }
}
