/**
 * {@code dray patch}: the effects of a patch or taint rule before it is applied. A cluster and a
 * proposal enter, a report leaves; nothing is written. Begin with {@code PatchCommand}.
 */
@NullMarked
package dev.dray.cli.patch;

import org.jspecify.annotations.NullMarked;
