package dev.dray.security.pki;

import java.net.InetAddress;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The names and addresses of a server. */
final class Hosts {
  /** The names and addresses of every API server. */
  private static final List<String> ALWAYS =
      List.of(
          "localhost",
          "127.0.0.1",
          "::1",
          "kubernetes",
          "kubernetes.default",
          "kubernetes.default.svc");

  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  private Hosts() {}

  /**
   * Returns the given hosts and those of every server, without duplicates and wildcard addresses.
   */
  static List<String> withUsual(List<String> given) {
    var all = new LinkedHashSet<>(ALWAYS);
    for (var host : given) {
      var address = address(host);
      if (address.isEmpty()) {
        all.add(host.toLowerCase(Locale.ROOT));
      } else if (!address.get().isAnyLocalAddress() && none(all, address.get())) {
        all.add(host);
      }
    }
    return List.copyOf(all);
  }

  private static boolean none(Set<String> hosts, InetAddress address) {
    return hosts.stream().noneMatch(it -> address(it).filter(address::equals).isPresent());
  }

  /** Returns the IP address that this text is, unless it is a name; nothing is resolved. */
  static Optional<InetAddress> address(String host) {
    try {
      return Optional.of(InetAddress.ofLiteral(host));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns whether the certificate is valid for all of these hosts. */
  static boolean covers(X509Certificate certificate, List<String> hosts) {
    var names = new LinkedHashSet<Object>();
    try {
      var alternatives = certificate.getSubjectAlternativeNames();
      if (alternatives != null) {
        for (var alternative : alternatives) {
          comparable((Integer) alternative.get(0), alternative.get(1)).ifPresent(names::add);
        }
      }
    } catch (CertificateParsingException e) {
      return false;
    }
    return hosts.stream()
        .allMatch(it -> names.contains(address(it).<Object>map(a -> a).orElse(it)));
  }

  private static Optional<Object> comparable(int type, Object value) {
    return switch (type) {
      case DNS_NAME -> Optional.of(value);
      case IP_ADDRESS -> address((String) value).map(it -> it);
      default -> Optional.empty();
    };
  }
}
