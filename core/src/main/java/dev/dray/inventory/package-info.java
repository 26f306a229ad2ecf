/**
 * The published devices of a cluster: slices, mixins, patches, taint rules and classes, merged into
 * one view per node.
 *
 * <p>Hub objects enter an {@link dev.dray.inventory.Inventory}, the type to begin with; immutable
 * {@link dev.dray.inventory.Snapshot}s leave it, in which an unchanged pool is the same object as
 * before. Allocations are not known here: the ledger has them. Faults of stored objects never
 * throw: they make a pool invalid, hide a device or become a {@link
 * dev.dray.inventory.patch.Notice}.
 */
@NullMarked
package dev.dray.inventory;

import org.jspecify.annotations.NullMarked;
