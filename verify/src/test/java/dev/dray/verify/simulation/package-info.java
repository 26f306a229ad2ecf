/** Histories of a whole cluster, and whether the simulation of them can be trusted. */
@NullMarked
package dev.dray.verify.simulation;

import org.jspecify.annotations.NullMarked;
