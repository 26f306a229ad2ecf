/**
 * Checks across the objects of a cluster, which no API server makes because it looks at one object
 * at a time.
 *
 * <p>In: a cluster of valid objects. Out: findings, each about a field of an object, by a rule with
 * an id. Nothing is refused here; the caller decides what a finding is worth. Mistakes within one
 * object are left to validation.
 *
 * <p>Begin with {@link dev.dray.lint.Lint} and {@link dev.dray.lint.LintRule}.
 */
@NullMarked
package dev.dray.lint;

import org.jspecify.annotations.NullMarked;
