package dev.dray.http;

import dev.dray.api.json.Json;
import dev.dray.security.authorization.Decision;
import java.util.Optional;

/** What turned out while a request was answered, for the record; of one thread. */
public final class RequestNotes {
  private Optional<Requester> asker = Optional.empty();
  private Optional<Json> body = Optional.empty();
  private Optional<Decision> decision = Optional.empty();
  private String failure = "";

  /** Who asks; empty if nobody could tell. */
  public Optional<Requester> asker() {
    return asker;
  }

  void isFrom(Requester requester) {
    this.asker = Optional.of(requester);
  }

  /** What the request carried, as far as it could be read. */
  public Optional<Json> body() {
    return body;
  }

  void carries(Json body) {
    this.body = Optional.of(body);
  }

  /** Whether it was allowed; empty if it never came to that. */
  public Optional<Decision> decision() {
    return decision;
  }

  void decided(Decision decision) {
    this.decision = Optional.of(decision);
  }

  /** Why it was refused; empty if it was not. */
  public String failure() {
    return failure;
  }

  void failed(String why) {
    this.failure = why;
  }
}
