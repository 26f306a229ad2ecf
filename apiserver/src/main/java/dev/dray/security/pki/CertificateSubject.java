package dev.dray.security.pki;

import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.naming.NamingException;
import javax.naming.ldap.LdapName;
import javax.security.auth.x500.X500Principal;

/**
 * The subject of a certificate.
 *
 * @param commonName the common name; empty without one
 * @param uid the uid, in the attribute that Kubernetes defines for it; empty without one
 */
public record CertificateSubject(String commonName, List<String> organizations, String uid) {
  /** The object identifier that Kubernetes defines for the uid of a user. */
  private static final String UID = "1.3.6.1.4.1.57683.2";

  public CertificateSubject {
    organizations = List.copyOf(organizations);
  }

  public static CertificateSubject of(X509Certificate certificate) {
    var commonName = "";
    var uid = "";
    var organizations = new ArrayList<String>();
    try {
      var name = new LdapName(certificate.getSubjectX500Principal().getName(X500Principal.RFC2253));
      for (var part : name.getRdns()) {
        var attributes = part.toAttributes().getAll();
        while (attributes.hasMore()) {
          var attribute = attributes.next();
          for (int i = 0; i < attribute.size(); i++) {
            var value = text(attribute.get(i));
            switch (attribute.getID()) {
              case "CN" -> commonName = value;
              case "O" -> organizations.add(value);
              case UID -> uid = value;
              default -> {}
            }
          }
        }
      }
    } catch (NamingException e) {
      throw new IllegalArgumentException("The certificate's subject cannot be read.", e);
    }
    return new CertificateSubject(commonName, organizations, uid);
  }

  /**
   * Returns the text of a value. A value of a type unknown to the JDK is encoded: type, length,
   * bytes.
   */
  private static String text(Object value) {
    if (!(value instanceof byte[] encoded)) {
      return String.valueOf(value);
    }
    if (encoded.length < 2 || encoded[1] < 0 || encoded.length != encoded[1] + 2) {
      return "";
    }
    return new String(encoded, 2, encoded.length - 2, StandardCharsets.UTF_8);
  }
}
