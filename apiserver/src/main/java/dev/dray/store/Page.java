package dev.dray.store;

import java.util.List;

/**
 * A part of a list.
 *
 * @param revision at which all pages of the list are
 * @param remaining how many keys come after this page; 0 if it is the last
 */
public record Page(List<StoreEntry> entries, long revision, long remaining) {
  public Page {
    entries = List.copyOf(entries);
  }
}
