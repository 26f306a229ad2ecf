package dev.dray.ledger;

import static java.util.Objects.requireNonNull;

/**
 * Something that an allocation says of itself and that is not so.
 *
 * @param result the index of the result, in the allocation, that says it
 * @param field the field of the result
 * @param message what is wrong, with names and amounts; it starts small and has no full stop
 */
public record Misrecord(int result, String field, String message) {
  public Misrecord {
    requireNonNull(field, "field");
    requireNonNull(message, "message");
  }
}
