package dev.dray.store;

import java.util.List;

/**
 * A page of a list.
 *
 * @param revision the revision that all pages of the list show
 * @param remaining the number of keys after this page; 0 if it is the last
 */
public record Page(List<StoreEntry> entries, long revision, long remaining) {
  public Page {
    entries = List.copyOf(entries);
  }
}
