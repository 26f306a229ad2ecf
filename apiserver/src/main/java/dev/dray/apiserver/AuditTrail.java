package dev.dray.apiserver;

import dev.dray.http.Asker;
import dev.dray.http.Exchange;
import dev.dray.http.Witness;
import dev.dray.security.Action;
import dev.dray.security.AuditEvent;
import dev.dray.security.AuditLog;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** Records every request once it is answered. */
final class AuditTrail implements Witness {
  private final AuditLog log;
  private final InstantSource clock;

  AuditTrail(AuditLog log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
  }

  @Override
  public Account begin(Exchange exchange, Asker asker, Action action) {
    var received = clock.instant();
    return () ->
        log.record(
            new AuditEvent(
                UUID.randomUUID(),
                exchange.query().isEmpty()
                    ? exchange.path()
                    : exchange.path() + "?" + exchange.query(),
                asker.user(),
                asker.impersonated(),
                List.of(exchange.remote()),
                exchange.header("User-Agent").orElse(""),
                action,
                exchange.notes().decision(),
                exchange.notes().body(),
                exchange.status(),
                exchange.notes().failure(),
                received,
                clock.instant()));
  }
}
