/**
 * Pods and priority classes: defaults, rules, what an update may change, binding, and the claims of
 * bound pods.
 */
@NullMarked
package dev.dray.kinds.pod;

import org.jspecify.annotations.NullMarked;
