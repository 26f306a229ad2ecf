package dev.dray.apiserver;

import dev.dray.http.AuditSink;
import dev.dray.http.Exchange;
import dev.dray.http.Requester;
import dev.dray.security.authorization.Action;
import dev.dray.security.review.AuditEvent;
import dev.dray.security.review.AuditLog;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The audit sink that records every request once it is answered. */
final class AuditTrail implements AuditSink {
  private static final int UNAUTHORIZED = 401;

  private final AuditLog log;
  private final InstantSource clock;

  AuditTrail(AuditLog log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
  }

  @Override
  public Account begin(Exchange exchange, Action action, String id) {
    var received = clock.instant();
    return () ->
        log.record(
            new AuditEvent(
                id,
                exchange.query().isEmpty()
                    ? exchange.path()
                    : exchange.path() + "?" + exchange.query(),
                exchange.notes().asker().map(Requester::user),
                exchange.notes().asker().flatMap(Requester::impersonated),
                List.of(exchange.remote()),
                exchange.header("User-Agent").orElse(""),
                action,
                exchange.notes().decision(),
                exchange.notes().body(),
                exchange.status(),
                failure(exchange),
                received,
                clock.instant()));
  }

  /**
   * Returns the failure to record. For a request that failed authentication it names the methods
   * that were tried, never the credentials.
   */
  private static String failure(Exchange exchange) {
    if (exchange.notes().asker().isPresent() || exchange.status() != UNAUTHORIZED) {
      return exchange.notes().failure();
    }
    var tried = new ArrayList<String>();
    exchange
        .header("Authorization")
        .map(it -> it.strip().split(" ", 2)[0].toLowerCase(Locale.ROOT))
        .filter(List.of("basic", "bearer")::contains)
        .ifPresent(tried::add);
    if (!exchange.certificates().isEmpty()) {
      tried.add("x509");
    }
    return tried.isEmpty()
        ? "Authentication failed, no credentials provided"
        : "Authentication failed, attempted: " + String.join(", ", tried);
  }
}
