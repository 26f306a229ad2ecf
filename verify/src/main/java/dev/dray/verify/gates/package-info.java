/**
 * Restarts a server on the same data with features on and off, and looks what becomes of fields.
 *
 * <p>In: the script of the server. Out: whether a field whose feature is off is dropped with a
 * warning from what is new, kept in what has it already, and whether one that was refused or
 * dropped is taken again when the feature comes back; and whether features are independent of each
 * other.
 */
@NullMarked
package dev.dray.verify.gates;

import org.jspecify.annotations.NullMarked;
