/** Manifests read from files and standard input, and the findings about them. */
@NullMarked
package dev.dray.cli.manifest;

import org.jspecify.annotations.NullMarked;
