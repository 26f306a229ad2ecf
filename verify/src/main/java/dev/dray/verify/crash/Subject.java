package dev.dray.verify.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One name, what was last acknowledged of it, and what was asked since without an answer.
 *
 * <p>Every write is bound to the version it was made for. So once a later one is acknowledged, none
 * of the unanswered ones can happen any more.
 */
final class Subject {
  /** What an object was seen to be. */
  record Seen(String version, String uid, String traces) {
    long revision() {
      return Long.parseLong(version);
    }
  }

  /** A write without an answer: the traces it would leave, none if it would delete. */
  record Attempt(Optional<String> traces) {}

  private final Kind kind;
  private final String name;
  private Optional<Seen> known = Optional.empty();
  private final List<Attempt> open = new ArrayList<>();
  private boolean looked = true;
  private int step;
  private int statusStep;

  Subject(Kind kind, String name) {
    this.kind = kind;
    this.name = name;
  }

  Kind kind() {
    return kind;
  }

  String name() {
    return name;
  }

  synchronized Optional<Seen> known() {
    return known;
  }

  /** Whether it is known as it is, so that it can be written for that version. */
  synchronized boolean isSure() {
    return looked;
  }

  /** Whether something that was asked without an answer may still happen. */
  synchronized boolean isOpen() {
    return !open.isEmpty();
  }

  synchronized int nextStep() {
    return ++step;
  }

  synchronized int step() {
    return step;
  }

  synchronized int statusStep() {
    return statusStep;
  }

  synchronized int nextStatusStep() {
    return ++statusStep;
  }

  /** A new life under the same name begins without a status. */
  synchronized void forgetStatus() {
    statusStep = 0;
  }

  synchronized void acknowledged(Optional<Seen> now) {
    known = now;
    open.clear();
  }

  synchronized void unanswered(Attempt attempt) {
    open.add(attempt);
    looked = false;
  }

  /**
   * Compares with what the server has.
   *
   * @return what is wrong with that, if anything
   */
  synchronized Optional<String> meet(Optional<Seen> there) {
    looked = true;
    if (there.map(Seen::version).equals(known.map(Seen::version))) {
      return there.equals(known)
          ? Optional.empty()
          : Optional.of(told("changed without a new version", there));
    }
    if (open.stream().noneMatch(it -> it.traces().equals(there.map(Seen::traces)))) {
      return Optional.of(told("is neither as acknowledged nor as asked", there));
    }
    if (there.isPresent() && known.isPresent() && there.get().revision() < known.get().revision()) {
      return Optional.of(told("went back", there));
    }
    known = there;
    there.ifPresent(this::takeSteps);
    open.clear();
    return Optional.empty();
  }

  /** A create that went unanswered and did not happen leaves the steps behind; one that did not. */
  private void takeSteps(Seen there) {
    if (kind == Kind.CLAIM && !there.traces().contains("allocated")) {
      statusStep = 0;
    }
  }

  private String told(String what, Optional<Seen> there) {
    return "%s %s %s: acknowledged %s, unanswered %s, there %s"
        .formatted(kind, name, what, known, open, there);
  }
}
