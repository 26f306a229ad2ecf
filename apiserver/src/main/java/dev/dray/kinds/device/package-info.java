/** The kinds of {@code resource.k8s.io}, and who may write which part of a claim. */
@NullMarked
package dev.dray.kinds.device;

import org.jspecify.annotations.NullMarked;
