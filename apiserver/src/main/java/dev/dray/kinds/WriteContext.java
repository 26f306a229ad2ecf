package dev.dray.kinds;

import static java.util.Objects.requireNonNull;

import dev.dray.security.User;
import java.time.Instant;

/**
 * Who writes, when, and how.
 *
 * @param verb {@code create}, {@code update}, {@code patch} …
 * @param version of the API that the request speaks
 */
public record WriteContext(User user, String verb, String version, Instant now) {
  public WriteContext {
    requireNonNull(user, "user");
    requireNonNull(verb, "verb");
    requireNonNull(version, "version");
    requireNonNull(now, "now");
  }
}
