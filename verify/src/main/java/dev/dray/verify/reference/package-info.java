/**
 * The plain reference: decides as upstream's search does, in the simplest way that is right.
 *
 * <p>In: a small world of hub records. Out: what each claim is given, or why not. It shares nothing
 * with the engine, so that the two can disagree; it has no index, no undo and no shortcut, so that
 * it is easy to believe. {@link dev.dray.verify.reference.Quirk}s make it decide as upstream does
 * where Dray decides otherwise.
 */
@NullMarked
package dev.dray.verify.reference;

import org.jspecify.annotations.NullMarked;
