/**
 * {@code dray simulate}: the placement of all pending pods, with what-ifs. A cluster read from
 * manifests enters; a report and result files leave. Begin with {@code SimulateCommand}.
 */
@NullMarked
package dev.dray.cli.simulate;

import org.jspecify.annotations.NullMarked;
