/**
 * The few kinds of other API groups that scheduling needs: pods, nodes, namespaces and workloads.
 *
 * <p>Only what placing a pod depends on has fields here. The whole object travels along as the JSON
 * it was read from, and that is what is written back. Begin with {@link
 * dev.dray.api.core.CoreObject}. Nothing is checked here.
 */
@NullMarked
package dev.dray.api.core;

import org.jspecify.annotations.NullMarked;
