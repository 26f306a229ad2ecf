/**
 * {@code dray validate}: mistakes in manifests, with file, line and column. Manifests enter,
 * findings leave. Begin with {@code ValidateCommand}.
 */
@NullMarked
package dev.dray.cli.validate;

import org.jspecify.annotations.NullMarked;
