/**
 * ResourceSlicePatches and DeviceTaintRules: which devices they select, what they say, and who
 * wins.
 */
@NullMarked
package dev.dray.inventory.patch;

import org.jspecify.annotations.NullMarked;
