package dev.dray.registry;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.security.User;

/**
 * The options of a write.
 *
 * @param verb the verb as authorization knows it
 * @param manager the field manager that comes to own the written fields
 * @param force whether an apply takes fields from their owners
 */
public record WriteOptions(
    User user,
    String verb,
    String manager,
    FieldValidation validation,
    boolean dryRun,
    boolean force) {

  /** Returns the options of a write by the server itself. */
  public static WriteOptions ofServer(String verb) {
    return new WriteOptions(User.SERVER, verb, "dray", FieldValidation.IGNORE, false, false);
  }
}
