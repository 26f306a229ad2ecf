/**
 * What every object is made of: metadata, names, quantities, versions, selectors, and the field
 * paths and violations by which mistakes are reported.
 */
@NullMarked
package dev.dray.api.meta;

import org.jspecify.annotations.NullMarked;
