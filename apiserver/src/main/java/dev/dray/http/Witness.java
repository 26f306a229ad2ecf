package dev.dray.http;

import dev.dray.security.Action;

/** Keeps a record of what is asked. */
public interface Witness {
  /** Nobody looks. */
  Witness NONE = (exchange, asker, action) -> () -> {};

  /** A request that is being answered; closing it says that it was. */
  interface Account extends AutoCloseable {
    @Override
    void close();
  }

  Account begin(Exchange exchange, Asker asker, Action action);
}
