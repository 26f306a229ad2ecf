/** Checks that every scenario ends as it is written down. */
@NullMarked
package dev.dray.verify.scenario;

import org.jspecify.annotations.NullMarked;
