/** Fixtures for the tests of every module: seeds and random objects. */
@NullMarked
package dev.dray.testing;

import org.jspecify.annotations.NullMarked;
