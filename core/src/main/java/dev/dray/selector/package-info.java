/**
 * Expressions about devices: what an API server accepts of them, what they cost, and which devices
 * they match.
 */
@NullMarked
package dev.dray.selector;

import org.jspecify.annotations.NullMarked;
