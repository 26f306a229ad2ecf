/** The contract that every store is held to, as tests that each store's own test inherits. */
@NullMarked
package dev.dray.store;

import org.jspecify.annotations.NullMarked;
