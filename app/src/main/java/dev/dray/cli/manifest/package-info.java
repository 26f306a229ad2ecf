/**
 * Manifests read from files and standard input, and the findings about them.
 *
 * <p>Arguments of {@code -f} enter; a cluster, findings and reports leave. Begin with {@link
 * dev.dray.cli.manifest.InputFiles} and {@link dev.dray.cli.manifest.ClusterFiles}.
 */
@NullMarked
package dev.dray.cli.manifest;

import org.jspecify.annotations.NullMarked;
