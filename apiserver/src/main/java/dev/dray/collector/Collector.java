package dev.dray.collector;

import dev.dray.watch.Cache;

/**
 * One sort of background work: keys come up when something changes, and are looked at one by one.
 */
interface Collector extends Cache.Listener {
  String name();

  /** What there is to look at. */
  KeyQueue work();

  /** Has everything looked at again, in case something was missed. */
  void resync();

  /** Looks at one key and does what is to be done; returns whether that worked out. */
  boolean look(String key);
}
