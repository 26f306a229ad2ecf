/** Affinity and anti-affinity between pods, counted by topology. */
@NullMarked
package dev.dray.framework.affinity;

import org.jspecify.annotations.NullMarked;
