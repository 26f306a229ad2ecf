package dev.dray.collector;

import dev.dray.watch.Cache;

/**
 * A controller of the server: keys are queued when something changes, and reconciled one by one.
 */
interface Collector extends Cache.Listener {
  String name();

  /** Returns the queue of keys to reconcile. */
  KeyQueue work();

  /** Queues everything again, in case something was missed. */
  void resync();

  /** Reconciles one key; returns whether that succeeded. */
  boolean look(String key);
}
