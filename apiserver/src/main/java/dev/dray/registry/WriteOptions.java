package dev.dray.registry;

import static java.util.Objects.requireNonNull;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.security.User;

/**
 * How a write is to be done.
 *
 * @param verb as authorisation knows it
 * @param manager who comes to own the fields that are written
 * @param force whether an apply takes fields from their owners
 */
public record WriteOptions(
    User user,
    String verb,
    String manager,
    FieldValidation validation,
    boolean dryRun,
    boolean force) {
  public WriteOptions {
    requireNonNull(user, "user");
    requireNonNull(verb, "verb");
    requireNonNull(manager, "manager");
    requireNonNull(validation, "validation");
  }

  /** What the server does by itself. */
  public static WriteOptions ofServer(String verb) {
    return new WriteOptions(User.SERVER, verb, "dray", FieldValidation.IGNORE, false, false);
  }
}
