/**
 * A component alone in its process, on any Kubernetes API that a kubeconfig leads to: elected, and
 * looked after by a small server for metrics and health.
 */
@NullMarked
package dev.dray.remote;

import org.jspecify.annotations.NullMarked;
