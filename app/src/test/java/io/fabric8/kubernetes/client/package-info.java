/**
 * Stands in for fabric8's client, of which {@code dev.dray.junit} knows names and methods only. The
 * real one cannot be here: its Vert.x is not the one of the etcd client.
 */
@NullMarked
package io.fabric8.kubernetes.client;

import org.jspecify.annotations.NullMarked;
