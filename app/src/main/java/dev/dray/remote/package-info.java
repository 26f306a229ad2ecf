/**
 * A component alone in its process, on any Kubernetes API that a kubeconfig names, with leader
 * election and an endpoint for metrics and health. {@link dev.dray.remote.RemoteOptions} enter;
 * begin with {@link dev.dray.remote.RemoteComponent}.
 */
@NullMarked
package dev.dray.remote;

import org.jspecify.annotations.NullMarked;
