package dev.dray.kinds;

import dev.dray.security.User;
import java.time.Instant;

/**
 * The user, verb, version and time of a write.
 *
 * @param verb {@code create}, {@code update}, {@code patch} …
 * @param version the API version of the request
 */
public record WriteContext(User user, String verb, String version, Instant now) {}
