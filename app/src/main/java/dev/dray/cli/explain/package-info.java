/**
 * {@code dray explain}: why a pod or claim is placed, or has to wait. A cluster read from manifests
 * enters, a report leaves. Begin with {@code ExplainCommand}.
 */
@NullMarked
package dev.dray.cli.explain;

import org.jspecify.annotations.NullMarked;
