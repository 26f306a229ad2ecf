/**
 * {@code dray fit}: how many copies of a pod fit, and what runs out first. A cluster and a pod
 * enter, a report leaves. Begin with {@code FitCommand}.
 */
@NullMarked
package dev.dray.cli.fit;

import org.jspecify.annotations.NullMarked;
