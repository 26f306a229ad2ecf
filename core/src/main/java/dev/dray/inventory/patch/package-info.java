/**
 * ResourceSlicePatches and DeviceTaintRules: the devices they select, the changes they make, and
 * which patch wins.
 *
 * <p>Patches, rules and classes enter {@link dev.dray.inventory.patch.Amendments}, the type to
 * begin with; {@link dev.dray.inventory.patch.PatchFilter} selects the devices of a patch and
 * {@link dev.dray.inventory.patch.PatchedEntries} decides between patches. {@link
 * dev.dray.inventory.patch.Amendment} and {@link dev.dray.inventory.patch.Contest} leave, for
 * display, and {@link dev.dray.inventory.patch.Notice}s for the authors of stored objects. A filter
 * that fails is a notice, never an exception. The devices themselves are changed in {@code
 * dev.dray.inventory}.
 */
@NullMarked
package dev.dray.inventory.patch;

import org.jspecify.annotations.NullMarked;
