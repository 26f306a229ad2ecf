/**
 * The few kinds of other API groups that scheduling needs: pods, nodes, and workloads, of which
 * pods are made.
 *
 * <p>Only what placing a pod depends on has fields here; the whole object travels along as the JSON
 * it was, and is what is written again.
 */
@NullMarked
package dev.dray.api.core;

import org.jspecify.annotations.NullMarked;
