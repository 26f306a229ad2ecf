package dev.dray.verify.crash;

import dev.dray.verify.wire.Findings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** What writers were told, and what they asked without being told anything. */
final class Ledger {
  /** An acknowledged write; of a delete, only its object's uid is known. */
  record Entry(Kind kind, String name, String traces) {}

  private final Findings findings;
  private final Map<String, Subject> subjects = new TreeMap<>();
  private final Map<Long, Entry> written = new TreeMap<>();
  private final Map<String, Kind> deleted = new TreeMap<>();
  private final Set<Entry> unanswered = new HashSet<>();
  private final AtomicLong highest = new AtomicLong();
  private int acknowledged;

  Ledger(Findings findings) {
    this.findings = findings;
  }

  synchronized void add(Subject subject) {
    subjects.put(subject.kind() + " " + subject.name(), subject);
  }

  synchronized List<Subject> subjects() {
    return new ArrayList<>(subjects.values());
  }

  /** The highest revision that anybody was told. */
  long highest() {
    return highest.get();
  }

  /** A revision that an answer to a request carried, which was sent when this was the highest. */
  void told(long revision, long highestWhenSent, String by) {
    if (revision <= highestWhenSent) {
      findings.add("%s has revision %d after %d was told", by, revision, highestWhenSent);
    }
    highest.accumulateAndGet(revision, Math::max);
  }

  /** A revision that a list carried: nothing need have happened since the last one told. */
  void listed(long revision, long highestWhenSent, Kind kind) {
    if (revision < highestWhenSent) {
      findings.add(
          "a list of %s has revision %d after %d was told", kind, revision, highestWhenSent);
    }
    highest.accumulateAndGet(revision, Math::max);
  }

  synchronized void wrote(Subject subject, Subject.Seen now, long highestWhenSent) {
    told(now.revision(), highestWhenSent, "a write of " + subject.name());
    acknowledged++;
    var entry = new Entry(subject.kind(), subject.name(), now.traces());
    var other = Optional.ofNullable(written.put(now.revision(), entry));
    other.ifPresent(
        it -> findings.add("revision %d was given to %s and %s", now.revision(), it, entry));
    subject.acknowledged(Optional.of(now));
  }

  synchronized void deleted(Subject subject, Subject.Seen before) {
    acknowledged++;
    deleted.put(before.uid(), subject.kind());
    subject.acknowledged(Optional.empty());
  }

  synchronized void unanswered(Subject subject, Subject.Attempt attempt) {
    unanswered.add(new Entry(subject.kind(), subject.name(), attempt.traces().orElse("")));
    subject.unanswered(attempt);
  }

  synchronized boolean wasAsked(Kind kind, String name, String traces) {
    return unanswered.contains(new Entry(kind, name, traces));
  }

  /** Acknowledged writes of a kind after a revision, by their revisions. */
  synchronized Map<Long, Entry> writtenAfter(long revision, Kind kind) {
    var found = new TreeMap<Long, Entry>();
    written.forEach(
        (at, entry) -> {
          if (at > revision && entry.kind() == kind) {
            found.put(at, entry);
          }
        });
    return found;
  }

  /** The uids of objects of a kind whose deletion was acknowledged. */
  synchronized Set<String> deletedUids(Kind kind) {
    var uids = new HashSet<String>();
    deleted.forEach(
        (uid, of) -> {
          if (of == kind) {
            uids.add(uid);
          }
        });
    return uids;
  }

  synchronized int acknowledged() {
    return acknowledged;
  }

  synchronized int unansweredCount() {
    return unanswered.size();
  }
}
