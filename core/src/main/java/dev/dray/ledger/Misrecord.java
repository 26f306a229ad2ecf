package dev.dray.ledger;

/**
 * A wrong record of an allocation about itself.
 *
 * @param result the index of the result, in the allocation, with the record
 * @param field the field of the result
 * @param message the message, with names and amounts; it starts in lower case and has no full stop
 */
public record Misrecord(int result, String field, String message) {}
