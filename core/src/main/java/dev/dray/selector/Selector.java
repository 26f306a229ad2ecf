package dev.dray.selector;

/**
 * A compiled expression with what it can observe of a device.
 *
 * @param expression its text, by which answers are remembered: within one memo, a text must stand
 *     for one expression
 * @param test must depend on nothing but what {@code reads} covers; one that is told to stop before
 *     it has an answer must throw, because what it returned would be remembered
 */
public record Selector(String expression, ReadSet reads, DeviceTest test) {}
