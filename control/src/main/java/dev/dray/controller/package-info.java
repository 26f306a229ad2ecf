/**
 * What a cluster needs besides a scheduler: claims for pods, claims let go of, and pods evicted
 * from tainted devices.
 *
 * <p>All of it lives on one loop, asks an API and never waits. What was done already is never done
 * twice, whatever happened to the answers and however often a controller was started.
 */
@NullMarked
package dev.dray.controller;

import org.jspecify.annotations.NullMarked;
