package dev.dray.http;

import dev.dray.api.json.Json;
import dev.dray.security.authorization.Decision;
import java.util.Optional;

/** The notes taken while a request is answered, for the audit log; used by one thread. */
public final class RequestNotes {
  private Optional<Requester> asker = Optional.empty();
  private Optional<Json> body = Optional.empty();
  private Optional<Decision> decision = Optional.empty();
  private String failure = "";

  /** Returns the requester; empty if authentication failed. */
  public Optional<Requester> asker() {
    return asker;
  }

  void isFrom(Requester requester) {
    this.asker = Optional.of(requester);
  }

  /** Returns the request body, if it could be read. */
  public Optional<Json> body() {
    return body;
  }

  void carries(Json body) {
    this.body = Optional.of(body);
  }

  /** Returns the authorization decision; empty if the request failed before it. */
  public Optional<Decision> decision() {
    return decision;
  }

  void decided(Decision decision) {
    this.decision = Optional.of(decision);
  }

  /** Returns the reason of the failure; empty if the request succeeded. */
  public String failure() {
    return failure;
  }

  void failed(String why) {
    this.failure = why;
  }
}
