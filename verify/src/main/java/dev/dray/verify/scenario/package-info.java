/**
 * Runs scenarios: a small cluster, what happens to it, and what that comes to.
 *
 * <p>In: a folder of manifests and steps. Out: an account of the steps. Objects are written as an
 * API server would write them, and every answer of the engine is held against one from scratch and
 * against the allocator that tries everything.
 */
@NullMarked
package dev.dray.verify.scenario;

import org.jspecify.annotations.NullMarked;
