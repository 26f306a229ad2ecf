package dev.dray.client.http;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.client.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * The reply of a server.
 *
 * @param again the time after which to retry, if the server did nothing and asks for a retry
 */
record HttpReply(Reply reply, Optional<Duration> again) {
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);
  private static final int TOO_MANY = 429;
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final int SHOWN = 200;

  static HttpReply nothing(String why) {
    return new HttpReply(new Reply.Unanswered(why), Optional.empty());
  }

  static HttpReply of(int code, Optional<String> retryAfter, byte[] body) {
    var tree = tree(body);
    if (code / 100 == 2) {
      return tree.<HttpReply>map(it -> new HttpReply(new Reply.Done(it), Optional.empty()))
          .orElseGet(() -> nothing("The response is not a JSON object: " + shown(body)));
    }
    var status = tree.filter(it -> it.text("kind").equals("Status"));
    if (status.isEmpty() && (code == 502 || code == 504)) {
      // Sent by an intermediary, which does not know what became of the call.
      return nothing("HTTP %d: %s".formatted(code, shown(body)));
    }
    var refused = status.map(it -> refused(it, code)).orElseGet(() -> plain(code, body));
    return new HttpReply(refused, again(code, retryAfter));
  }

  /** Returns the refusal in a Status, be it a response or an event of a watch. */
  static Reply.Refused refused(Json.Obj status, int code) {
    int stated = status.number("code").map(Math::toIntExact).orElse(code);
    var reason = status.text("reason");
    return new Reply.Refused(
        stated, reason.isEmpty() ? reason(stated) : reason, status.text("message"));
  }

  private static Reply.Refused plain(int code, byte[] body) {
    return new Reply.Refused(code, reason(code), "HTTP %d: %s".formatted(code, shown(body)));
  }

  private static Optional<Duration> again(int code, Optional<String> retryAfter) {
    if (code != TOO_MANY && code < 500) {
      return Optional.empty();
    }
    try {
      return retryAfter
          .map(it -> Duration.ofSeconds(Long.parseLong(it.strip())))
          .map(it -> it.compareTo(LONGEST_WAIT) < 0 ? it : LONGEST_WAIT);
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  static Optional<Json.Obj> tree(byte[] body) {
    return TREES.parseJson(body) instanceof ObjectTrees.Parsed.Tree(Json.Obj tree, _)
        ? Optional.of(tree)
        : Optional.empty();
  }

  private static String shown(byte[] body) {
    var text = new String(body, StandardCharsets.UTF_8).strip();
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }

  private static String reason(int code) {
    return switch (code) {
      case 400 -> "BadRequest";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 405 -> "MethodNotAllowed";
      case 409 -> "Conflict";
      case 410 -> "Expired";
      case 413 -> "RequestEntityTooLarge";
      case 422 -> "Invalid";
      case TOO_MANY -> "TooManyRequests";
      case 503 -> "ServiceUnavailable";
      case 504 -> "Timeout";
      default -> code >= 500 ? "InternalError" : "";
    };
  }
}
