package dev.dray.security.authentication;

import dev.dray.security.User;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds out who makes a request: by a certificate, else by a bearer token.
 *
 * <p>The first that succeeds decides. If none does, but one was tried, the request is refused, even
 * where anybody may come: who says something untrue is not treated like one who says nothing.
 */
public final class Authenticators {
  private static final String BEARER = "bearer";

  private final ClientCertificates certificates;
  private final StaticTokens staticTokens;
  private final ServiceAccountTokens accountTokens;

  /**
   * Believes in certificates and tokens of these.
   *
   * @param clientAuthorities whose certificates are believed
   */
  public Authenticators(
      List<X509Certificate> clientAuthorities,
      StaticTokens staticTokens,
      ServiceAccountTokens accountTokens,
      InstantSource clock) {
    this.certificates = new ClientCertificates(clientAuthorities, clock);
    this.staticTokens = staticTokens;
    this.accountTokens = accountTokens;
  }

  /**
   * Who it is.
   *
   * @param clientChain what the client sent in the handshake, its own certificate first
   * @param authorizationHeader of the request
   */
  public Authentication authenticate(
      List<X509Certificate> clientChain, Optional<String> authorizationHeader) {
    var byCertificate = certificates.authenticate(clientChain);
    if (byCertificate instanceof Authentication.As(var user)) {
      return new Authentication.As(authenticated(user));
    }
    var token = authorizationHeader.flatMap(Authenticators::bearerToken);
    if (token.isEmpty()) {
      return byCertificate;
    }
    return byToken(token.get());
  }

  private Authentication byToken(String token) {
    return switch (whoHas(token, accountTokens.audiences())) {
      case ServiceAccountTokens.Verified.As(var user, _) -> new Authentication.As(user);
      case ServiceAccountTokens.Verified.Foreign() ->
          new Authentication.Refused("invalid bearer token");
      case ServiceAccountTokens.Verified.Refused(var why) -> new Authentication.Refused(why);
    };
  }

  /** Who has this token, for one of these audiences; static tokens are for this server alone. */
  public ServiceAccountTokens.Verified whoHas(String token, List<String> audiences) {
    var fixed = staticTokens.find(token);
    if (fixed.isPresent()) {
      var common = new ArrayList<>(accountTokens.audiences());
      common.retainAll(audiences);
      return common.isEmpty()
          ? new ServiceAccountTokens.Verified.Foreign()
          : new ServiceAccountTokens.Verified.As(authenticated(fixed.get()), common);
    }
    return switch (accountTokens.verify(token, audiences)) {
      case ServiceAccountTokens.Verified.As(var user, var common) ->
          new ServiceAccountTokens.Verified.As(authenticated(user), common);
      case ServiceAccountTokens.Verified.Foreign foreign -> foreign;
      case ServiceAccountTokens.Verified.Refused refused -> refused;
    };
  }

  /** The token of a header such as {@code Bearer abc}. */
  static Optional<String> bearerToken(String header) {
    var parts = header.strip().split(" ", 3);
    return parts.length >= 2
            && parts[0].toLowerCase(Locale.ROOT).equals(BEARER)
            && !parts[1].isEmpty()
        ? Optional.of(parts[1])
        : Optional.empty();
  }

  /** Everybody who is known is in a group of their own, unless they are said to be in the other. */
  public static User authenticated(User user) {
    if (user.name().equals(User.ANONYMOUS.name())
        || user.groups().contains(User.AUTHENTICATED)
        || user.groups().contains(User.UNAUTHENTICATED)) {
      return user;
    }
    var groups = new ArrayList<>(user.groups());
    groups.add(User.AUTHENTICATED);
    return new User(user.name(), user.uid(), groups, user.extra());
  }
}
