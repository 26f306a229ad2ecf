package dev.dray.controller;

import java.util.LinkedHashSet;
import java.util.SequencedSet;

/** The UIDs seen most recently; the oldest make room for new ones. */
final class RecentUids {
  private final int most;
  private final SequencedSet<String> uids = new LinkedHashSet<>();

  RecentUids(int most) {
    this.most = most;
  }

  void add(String uid) {
    uids.addLast(uid);
    if (uids.size() > most) {
      uids.removeFirst();
    }
  }

  boolean has(String uid) {
    return uids.contains(uid);
  }
}
