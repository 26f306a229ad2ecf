/**
 * Runs cases that carry upstream's own answers, and compares.
 *
 * <p>In: a folder of suites. Out: one line for each case that differs, and the count. A case that
 * differs on purpose is told by a rule that names the decision, never by the case's name.
 */
@NullMarked
package dev.dray.verify.conformance;

import org.jspecify.annotations.NullMarked;
