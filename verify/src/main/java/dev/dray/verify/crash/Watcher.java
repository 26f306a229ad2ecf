package dev.dray.verify.crash;

import dev.dray.verify.wire.Answer;
import dev.dray.verify.wire.Findings;
import dev.dray.verify.wire.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Watches a kind, and goes on from the last version it heard of when the stream breaks off. */
final class Watcher implements Runnable {
  /** One event, with the version of its object. */
  record Heard(long revision, String type, String name, String uid, String traces) {}

  private final String called;
  private final Kind kind;
  private final Wire wire;
  private final Findings findings;
  private final boolean bookmarks;
  private final List<Heard> heard = new ArrayList<>();
  private final Map<String, Heard> present = new TreeMap<>();
  private final Set<String> deleted = new HashSet<>();
  private long last;
  private long sureFrom;
  private int resumed;
  private int expired;
  private volatile boolean over;

  Watcher(String called, Kind kind, Wire wire, Findings findings, long from, boolean bookmarks) {
    this.called = called;
    this.kind = kind;
    this.wire = wire;
    this.findings = findings;
    this.last = from;
    this.sureFrom = from;
    this.bookmarks = bookmarks;
  }

  @Override
  public void run() {
    try {
      while (!over) {
        follow();
        Thread.sleep(10); // The server may be away.
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      findings.add("%s ended: %s", called, e);
    }
  }

  private void follow() throws InterruptedException {
    var path =
        kind.path()
            + "?watch=true&resourceVersion=%d&timeoutSeconds=600&allowWatchBookmarks=%b"
                .formatted(last(), bookmarks);
    try (var lines = wire.lines(path)) {
      countResumption();
      for (var line = lines.next(); !line.isEmpty() && !over; line = lines.next()) {
        if (!hear(Answer.parsed(line))) {
          return;
        }
      }
    } catch (Wire.Refused e) {
      refused(e);
    } catch (IOException | JacksonException _) {
      // The stream broke off, perhaps within a line: what was not heard comes again.
    }
  }

  private void refused(Wire.Refused refused) throws InterruptedException {
    if (refused.code() == 410) {
      listAgain();
    } else if (refused.code() < 500 && refused.code() != 429) {
      findings.add("%s was refused: %s", called, refused);
      over = true;
    }
  }

  /** False where the stream cannot go on. */
  private boolean hear(JsonNode event) throws InterruptedException {
    var type = event.path("type").asString("");
    var object = event.path("object");
    if (type.equals("ERROR")) {
      int code = object.path("code").asInt(0);
      if (code == 410) {
        listAgain();
      } else if (code < 500) {
        findings.add("%s was told of an error: %s", called, event);
      }
      return false;
    }
    var metadata = object.path("metadata");
    long revision = Long.parseLong(metadata.path("resourceVersion").asString("0"));
    if (type.equals("BOOKMARK")) {
      bookmark(revision);
    } else {
      note(
          new Heard(
              revision,
              type,
              metadata.path("name").asString(""),
              metadata.path("uid").asString(""),
              kind.traces(object)));
    }
    return true;
  }

  private synchronized void bookmark(long revision) {
    if (revision < last) {
      findings.add("%s was given the bookmark %d after %d", called, revision, last);
    }
    last = Math.max(last, revision);
  }

  private synchronized void note(Heard event) {
    if (event.revision() <= last) {
      findings.add("%s heard %s after revision %d", called, event, last);
    }
    last = Math.max(last, event.revision());
    heard.add(event);
    var before = Optional.ofNullable(present.get(event.name()));
    boolean fits =
        switch (event.type()) {
          case "ADDED" -> before.isEmpty();
          case "MODIFIED", "DELETED" ->
              before.isPresent() && before.get().uid().equals(event.uid());
          default -> false;
        };
    if (!fits) {
      findings.add("%s heard %s after %s", called, event, before);
    }
    if (event.type().equals("DELETED")) {
      present.remove(event.name());
      deleted.add(event.uid());
    } else {
      present.put(event.name(), event);
    }
    notifyAll();
  }

  /** As clients do where the server does not go so far back any more. */
  private void listAgain() throws InterruptedException {
    try {
      var list = wire.get(kind.path()).good().json();
      synchronized (this) {
        expired++;
        present.clear();
        for (var item : list.path("items")) {
          var seen = Writer.seen(kind, item);
          var name = item.path("metadata").path("name").asString("");
          present.put(name, new Heard(seen.revision(), "ADDED", name, seen.uid(), seen.traces()));
        }
        last = Long.parseLong(list.path("metadata").path("resourceVersion").asString("0"));
        sureFrom = last;
        notifyAll();
      }
    } catch (IOException | IllegalStateException _) {
      // The server went away again, and the next watch will be told the same.
    }
  }

  private synchronized long last() {
    return last;
  }

  private synchronized void countResumption() {
    resumed++;
  }

  /**
   * Waits until this watcher knows the same as a list; says what differs if it does not come to.
   */
  synchronized Optional<String> catchUp(Map<String, Long> list, long patienceMillis)
      throws InterruptedException {
    long end = System.nanoTime() + patienceMillis * 1_000_000;
    while (!versions().equals(list)) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return Optional.of("%s knows %s, the list has %s".formatted(called, versions(), list));
      }
      wait(left);
    }
    return Optional.empty();
  }

  private Map<String, Long> versions() {
    var all = new TreeMap<String, Long>();
    present.forEach((name, event) -> all.put(name, event.revision()));
    return all;
  }

  /** Compares what was heard with what writers were told. */
  synchronized void compare(Ledger ledger) {
    var missing = ledger.writtenAfter(sureFrom, kind);
    var deletedUids = ledger.deletedUids(kind);
    for (var event : heard) {
      boolean fits =
          switch (event.type()) {
            case "DELETED" ->
                deletedUids.contains(event.uid()) || ledger.wasAsked(kind, event.name(), "");
            default -> fits(Optional.ofNullable(missing.remove(event.revision())), event, ledger);
          };
      if (!fits && event.revision() > sureFrom) {
        findings.add("%s heard %s, which nobody wrote", called, event);
      }
    }
    deletedUids.removeAll(deleted);
    if (expired == 0 && !deletedUids.isEmpty()) {
      findings.add("%s never heard that these went: %s", called, deletedUids);
    }
    missing.forEach(
        (at, entry) -> findings.add("%s never heard of revision %d, %s", called, at, entry));
  }

  private boolean fits(Optional<Ledger.Entry> written, Heard event, Ledger ledger) {
    return written
        .map(it -> it.name().equals(event.name()) && it.traces().equals(event.traces()))
        .orElseGet(() -> ledger.wasAsked(kind, event.name(), event.traces()));
  }

  Kind kind() {
    return kind;
  }

  String called() {
    return called;
  }

  synchronized List<Heard> heard() {
    return List.copyOf(heard);
  }

  synchronized int resumed() {
    return resumed;
  }

  synchronized int expired() {
    return expired;
  }

  void end() {
    over = true;
  }
}
