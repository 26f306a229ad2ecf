package dev.dray.verify.crash;

import dev.dray.verify.wire.Answer;
import dev.dray.verify.wire.Dice;
import dev.dray.verify.wire.Findings;
import dev.dray.verify.wire.Wire;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** Writes objects that nobody else writes, one request after the other, and keeps the ledger. */
final class Writer implements Runnable {
  private static final int NAMES = 30;
  private final Wire wire;
  private final Ledger ledger;
  private final Findings findings;
  private final Gate gate;
  private final Dice dice;
  private final boolean answersMayFail;
  private final AtomicInteger failed = new AtomicInteger();
  private final List<Subject> own = new ArrayList<>();

  /**
   * @param answersMayFail whether an answer of 5xx leaves open what happened, as where a member of
   *     the store is away; else it is wrong
   */
  Writer(
      String name,
      Wire wire,
      Ledger ledger,
      Findings findings,
      Gate gate,
      Dice dice,
      boolean answersMayFail) {
    this.wire = wire;
    this.ledger = ledger;
    this.findings = findings;
    this.gate = gate;
    this.dice = dice;
    this.answersMayFail = answersMayFail;
    for (int i = 0; i < NAMES; i++) {
      own.add(new Subject(i % 2 == 0 ? Kind.SECRET : Kind.CLAIM, "%s-%d".formatted(name, i)));
    }
    own.forEach(ledger::add);
  }

  /** How many answers said that the server could not. */
  int failed() {
    return failed.get();
  }

  @Override
  public void run() {
    try {
      while (gate.enter()) {
        try {
          write(dice.pick(own));
        } finally {
          gate.leave();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      findings.add("a writer ended: %s", e);
    }
  }

  private void write(Subject subject) throws InterruptedException {
    if (!subject.isSure()) {
      look(subject);
      return;
    }
    var known = subject.known();
    if (known.isEmpty()) {
      create(subject);
    } else if (dice.percent(15)) {
      delete(subject, known.get());
    } else if (subject.kind() == Kind.CLAIM && dice.percent(50)) {
      updateStatus(subject, known.get());
    } else {
      update(subject, known.get());
    }
  }

  /** What became of a write without an answer. */
  private void look(Subject subject) throws InterruptedException {
    try {
      var answer = wire.get(subject.kind().path() + "/" + subject.name());
      if (answer.isGood() || answer.code() == 404) {
        var there =
            answer.isGood()
                ? Optional.of(seen(subject.kind(), answer.json()))
                : Optional.<Subject.Seen>empty();
        subject.meet(there).ifPresent(findings::add);
      } else {
        failed(answer, subject, "a look at");
      }
    } catch (IOException _) {
      Thread.sleep(5); // The server is away.
    }
  }

  private void create(Subject subject) throws InterruptedException {
    subject.forgetStatus();
    int step = subject.nextStep();
    var object = subject.kind().object(subject.name(), "", step, 0);
    send(
        subject,
        Optional.of(subject.kind().traces(step, 0)),
        () -> wire.create(subject.kind().path(), object));
  }

  private void update(Subject subject, Subject.Seen known) throws InterruptedException {
    int step = subject.nextStep();
    var object = subject.kind().object(subject.name(), known.version(), step, subject.statusStep());
    var traces = subject.kind().traces(step, statusStep(known));
    send(subject, Optional.of(traces), () -> wire.update(path(subject), object));
  }

  private void updateStatus(Subject subject, Subject.Seen known) throws InterruptedException {
    int step = Integer.parseInt(known.traces().substring(0, known.traces().indexOf(' ')));
    int statusStep = subject.nextStatusStep();
    var object = subject.kind().object(subject.name(), known.version(), step, statusStep);
    var traces = subject.kind().traces(step, statusStep);
    send(subject, Optional.of(traces), () -> wire.update(path(subject) + "/status", object));
  }

  /** A step that was asked and did not happen is not in the status. */
  private static int statusStep(Subject.Seen known) {
    int at = known.traces().lastIndexOf("last-");
    return at < 0 ? 0 : Integer.parseInt(known.traces().substring(at + 5));
  }

  private void delete(Subject subject, Subject.Seen known) throws InterruptedException {
    var options =
        "{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\",\"preconditions\":{\"uid\":\"%s\",\"resourceVersion\":\"%s\"}}"
            .formatted(known.uid(), known.version());
    send(subject, Optional.empty(), () -> wire.delete(path(subject), options));
  }

  private static String path(Subject subject) {
    return subject.kind().path() + "/" + subject.name();
  }

  private interface Request {
    Answer send() throws IOException, InterruptedException;
  }

  private void send(Subject subject, Optional<String> traces, Request request)
      throws InterruptedException {
    long highest = ledger.highest();
    try {
      var answer = request.send();
      if (!answer.isGood()) {
        failed(answer, subject, "a write of");
        ledger.unanswered(subject, new Subject.Attempt(traces));
      } else if (traces.isEmpty()) {
        ledger.deleted(subject, subject.known().orElseThrow());
      } else {
        wrote(subject, traces.get(), answer, highest);
      }
    } catch (ConnectException _) {
      Thread.sleep(5); // The server is away, and was not asked.
    } catch (IOException _) {
      ledger.unanswered(subject, new Subject.Attempt(traces));
    }
  }

  private void wrote(Subject subject, String traces, Answer answer, long highest) {
    var now = seen(subject.kind(), answer.json());
    if (!now.traces().equals(traces)) {
      findings.add(
          "%s was written as (%s) and answered as (%s)", subject.name(), traces, now.traces());
    }
    ledger.wrote(subject, now, highest);
  }

  private void failed(Answer answer, Subject subject, String what) {
    failed.incrementAndGet();
    boolean lateOne = answer.code() == 409 && subject.isOpen();
    boolean away = answer.code() >= 500 || answer.code() == 429;
    if (!answersMayFail || !(lateOne || away)) {
      findings.add(
          "%s %s was answered %d: %s", what, subject.name(), answer.code(), answer.brief());
    }
  }

  static Subject.Seen seen(Kind kind, JsonNode object) {
    var metadata = object.path("metadata");
    return new Subject.Seen(
        metadata.path("resourceVersion").asString(""),
        metadata.path("uid").asString(""),
        kind.traces(object));
  }
}
