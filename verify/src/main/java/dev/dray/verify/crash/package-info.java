/**
 * Kills servers, or members of their store, while others write and watch, and compares notes.
 *
 * <p>In: the script of the server, how often to kill. Out: whether every acknowledged write is
 * there, whether unanswered ones are there whole or not at all, whether each watch, resumed where
 * it broke off, told of each change once and in order, and whether revisions only grew.
 */
@NullMarked
package dev.dray.verify.crash;

import org.jspecify.annotations.NullMarked;
