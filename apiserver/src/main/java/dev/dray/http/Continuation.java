package dev.dray.http;

import dev.dray.kinds.StatusError;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The position at which a chunked list continues.
 *
 * @param revision the revision of the whole list
 * @param after the last key, without the kind's prefix
 */
record Continuation(long revision, String after) {

  static Continuation parse(String token) {
    try {
      var text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
      int space = text.indexOf(' ');
      long revision = Long.parseLong(text.substring(0, Math.max(0, space)));
      if (revision > 0) {
        return new Continuation(revision, text.substring(space + 1));
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw new StatusError(
        StatusError.Reason.BAD_REQUEST,
        "continue key is not valid: it must be the token returned with the previous page");
  }

  String token() {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((revision + " " + after).getBytes(StandardCharsets.UTF_8));
  }
}
