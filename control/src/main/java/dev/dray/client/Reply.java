package dev.dray.client;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;

/** What an API answers. */
public sealed interface Reply {

  /** It is done; the object is as it is now. */
  record Done(Json.Obj object) implements Reply {
    public Done {
      requireNonNull(object, "object");
    }
  }

  /**
   * It is not done, and the API says why.
   *
   * @param code as of HTTP
   * @param reason as of a Status, such as {@code Conflict}
   */
  record Refused(int code, String reason, String message) implements Reply {
    public Refused {
      requireNonNull(reason, "reason");
      requireNonNull(message, "message");
    }

    public boolean isConflict() {
      return reason.equals("Conflict");
    }

    public boolean isNotFound() {
      return reason.equals("NotFound");
    }

    public boolean isAlreadyThere() {
      return reason.equals("AlreadyExists");
    }

    /** Whether what was asked for is no longer kept. */
    public boolean isExpired() {
      return code == 410;
    }
  }

  /** Nobody knows whether it was done: no answer came. */
  record Unanswered(String why) implements Reply {
    public Unanswered {
      requireNonNull(why, "why");
    }
  }

  /** What to tell people, unless it is done. */
  default String problem() {
    return switch (this) {
      case Done _ -> "";
      case Refused(_, _, var message) -> message;
      case Unanswered(var why) -> why;
    };
  }
}
