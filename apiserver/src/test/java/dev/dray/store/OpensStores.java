package dev.dray.store;

/** What a test of a store must provide. */
public interface OpensStores {

  /** A store in which there is nothing, which the test closes. */
  Store open();
}
