/**
 * What there is: slices, mixins, patches, taint rules and classes as one view per node.
 *
 * <p>Hub objects enter an {@link dev.dray.inventory.Inventory}; immutable {@link
 * dev.dray.inventory.Snapshot}s leave it, in which an unchanged pool is the same object as before.
 * Who holds a device is none of its business. Faults of stored objects never throw: they make a
 * pool invalid, hide a device or become a {@link dev.dray.inventory.patch.Notice}.
 */
@NullMarked
package dev.dray.inventory;

import org.jspecify.annotations.NullMarked;
