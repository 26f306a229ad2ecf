package dev.dray.http;

import dev.dray.kinds.StatusError;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Where a list goes on.
 *
 * @param revision at which the whole list is
 * @param after the part of the last key after the kind's prefix
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
      // Told below.
    }
    throw new StatusError(
        StatusError.Reason.BAD_REQUEST,
        "continue key is not valid: it must be the one that the list before it carried");
  }

  String token() {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((revision + " " + after).getBytes(StandardCharsets.UTF_8));
  }
}
