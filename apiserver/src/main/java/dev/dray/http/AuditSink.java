package dev.dray.http;

import dev.dray.security.authorization.Action;

/** Keeps a record of what is asked. */
public interface AuditSink {
  /** Nobody looks. */
  AuditSink NONE = (exchange, action, id) -> () -> {};

  /** A request that is being answered; closing it says that it was. */
  interface Account extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * A request has come; who makes it turns out meanwhile, if at all.
   *
   * @param id by which its answer and other logs refer to it
   */
  Account begin(Exchange exchange, Action action, String id);
}
