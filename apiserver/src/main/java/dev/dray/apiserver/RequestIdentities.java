package dev.dray.apiserver;

import dev.dray.http.Exchange;
import dev.dray.http.Identification;
import dev.dray.kinds.StatusError;
import dev.dray.security.User;
import dev.dray.security.authentication.AnonymousPaths;
import dev.dray.security.authentication.Authentication;
import dev.dray.security.authentication.Authenticators;
import dev.dray.security.authorization.Authorizer;
import dev.dray.security.review.Impersonation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The identification of requests by their credentials, and of users by impersonation. */
final class RequestIdentities implements Identification {
  private static final Logger LOG = System.getLogger(RequestIdentities.class.getName());

  private final Authenticators authenticators;
  private final AnonymousPaths anonymous;
  private final Authorizer authorizer;

  RequestIdentities(
      Authenticators authenticators, AnonymousPaths anonymous, Authorizer authorizer) {
    this.authenticators = authenticators;
    this.anonymous = anonymous;
    this.authorizer = authorizer;
  }

  @Override
  public User user(Exchange exchange) {
    return switch (authenticators.authenticate(
        exchange.certificates(), exchange.header("Authorization"))) {
      case Authentication.As(var known) -> known;
      case Authentication.Nobody() -> nobody(exchange);
      case Authentication.Refused(var why) -> {
        LOG.log(Level.DEBUG, "Unauthorized: {0}", why);
        throw unauthorized();
      }
    };
  }

  private User nobody(Exchange exchange) {
    if (anonymous.allow(exchange.path())) {
      return User.ANONYMOUS;
    }
    throw unauthorized();
  }

  private static StatusError unauthorized() {
    return new StatusError(StatusError.Reason.UNAUTHORIZED, "Unauthorized");
  }

  @Override
  public Optional<User> impersonated(User user, Exchange exchange) {
    var headers = exchange.headersBeginning("impersonate-");
    if (headers.isEmpty()) {
      return Optional.empty();
    }
    Map<String, List<String>> wanted = new LinkedHashMap<>();
    headers.forEach(
        it -> wanted.computeIfAbsent(it.name(), _ -> new ArrayList<>()).add(it.value()));
    return switch (Impersonation.of(user, wanted, authorizer)) {
      case Impersonation.None() -> Optional.empty();
      case Impersonation.As(var other) -> Optional.of(other);
      case Impersonation.Denied(var action, var message) ->
          throw StatusError.about(
              StatusError.Reason.FORBIDDEN,
              action.group(),
              action.resource(),
              action.name(),
              "%s \"%s\" is forbidden: %s".formatted(action.resource(), action.name(), message));
      case Impersonation.Malformed(var message) ->
          throw new StatusError(StatusError.Reason.BAD_REQUEST, message);
    };
  }
}
