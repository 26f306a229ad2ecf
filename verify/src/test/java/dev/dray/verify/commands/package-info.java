/** Checks what every command owes its user, whatever it does. */
@NullMarked
package dev.dray.verify.commands;

import org.jspecify.annotations.NullMarked;
