package dev.dray.http;

import dev.dray.security.authorization.Action;

/** A record of requests for auditing. */
public interface AuditSink {
  /** A sink that records nothing. */
  AuditSink NONE = (exchange, action, id) -> () -> {};

  /** The record of a request that is being answered; closing it marks the request as answered. */
  interface Account extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Begins the record of a request. The requester becomes known later, if at all.
   *
   * @param id the id by which the response and other logs refer to the request
   */
  Account begin(Exchange exchange, Action action, String id);
}
