package dev.dray.security.authentication;

import dev.dray.security.User;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The authentication of requests: by client certificate, else by bearer token.
 *
 * <p>The first method that succeeds decides. If none does, but one was tried, the request is
 * refused, even where anonymous requests are allowed: false credentials are not treated like none.
 */
public final class Authenticators {
  private static final String BEARER = "bearer";

  private final ClientCertificates certificates;
  private final StaticTokens staticTokens;
  private final ServiceAccountTokens accountTokens;

  /**
   * Creates authenticators for these certificates and tokens.
   *
   * @param clientAuthorities the CAs whose client certificates are trusted
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
   * Authenticates a request.
   *
   * @param clientChain the chain the client sent in the handshake, its own certificate first
   * @param authorizationHeader the {@code Authorization} header of the request
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

  /** Verifies a token for one of these audiences; static tokens are for this server alone. */
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

  /** Returns the token of a header such as {@code Bearer abc}. */
  static Optional<String> bearerToken(String header) {
    var parts = header.strip().split(" ", 3);
    return parts.length >= 2
            && parts[0].toLowerCase(Locale.ROOT).equals(BEARER)
            && !parts[1].isEmpty()
        ? Optional.of(parts[1])
        : Optional.empty();
  }

  /**
   * Adds the group {@code system:authenticated} to a user, unless the user is anonymous or in
   * {@code system:unauthenticated}.
   */
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
