package dev.dray.client;

import dev.dray.api.json.Json;

/** The reply of an API. */
public sealed interface Reply {

  /** The call succeeded; the object is the result. */
  record Done(Json.Obj object) implements Reply {}

  /**
   * The call was refused, with a reason.
   *
   * @param code the HTTP status
   * @param reason the reason of the Status, such as {@code Conflict}
   */
  record Refused(int code, String reason, String message) implements Reply {

    public boolean isConflict() {
      return reason.equals("Conflict");
    }

    public boolean isNotFound() {
      return reason.equals("NotFound");
    }

    public boolean isAlreadyThere() {
      return reason.equals("AlreadyExists");
    }

    /** Returns whether the requested revision is no longer kept. */
    public boolean isExpired() {
      return code == 410;
    }
  }

  /** No reply came: it is not known whether the call was done. */
  record Unanswered(String why) implements Reply {}

  /** Returns the problem as text; empty if the call succeeded. */
  default String problem() {
    return switch (this) {
      case Done _ -> "";
      case Refused(_, _, var message) -> message;
      case Unanswered(var why) -> why;
    };
  }
}
