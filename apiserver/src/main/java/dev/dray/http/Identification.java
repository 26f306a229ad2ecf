package dev.dray.http;

/** Finds out who makes a request. */
public interface Identification {
  /**
   * Who it is.
   *
   * @throws dev.dray.kinds.Refusal if that is not clear, or not true
   */
  Asker identify(Exchange exchange);
}
