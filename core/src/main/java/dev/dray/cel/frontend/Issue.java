package dev.dray.cel.frontend;

/**
 * A mistake in an expression, with its place.
 *
 * @param line counted from 1
 * @param column counted from 0, in code points
 */
public record Issue(int line, int column, String message) {}
