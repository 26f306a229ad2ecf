/**
 * Pods and priority classes: defaults, rules, permitted updates, binding, and the claims of bound
 * pods.
 *
 * <p>Trees of JSON enter; defaulted trees and violations leave. A pod is not scheduled here, only
 * bound. Begin with {@link dev.dray.kinds.pod.PodRules}.
 */
@NullMarked
package dev.dray.kinds.pod;

import org.jspecify.annotations.NullMarked;
