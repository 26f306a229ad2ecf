/**
 * The controllers a cluster needs besides a scheduler: they create claims for pods, release claims
 * that pods no longer need, and evict pods from tainted devices.
 *
 * <p>In: what informers report of pods, claims, templates, slices and taint rules. Out: writes to
 * the API, events and metrics. All of it lives on one event loop and never blocks. Nothing is done
 * twice, whatever happened to the answers and however often a controller was started. Objects whose
 * owners are gone are not collected here; the API server does that.
 *
 * <p>Begin with {@link dev.dray.controller.Controllers}.
 */
@NullMarked
package dev.dray.controller;

import org.jspecify.annotations.NullMarked;
