/**
 * The patch types: JSON patch, merge patch, strategic merge patch, and server-side apply.
 *
 * <p>JSON trees enter, with the {@link dev.dray.schema.SchemaType} of the kind where lists and maps
 * merge by it; a changed tree leaves. {@link dev.dray.patch.ManagedFields} also records which
 * manager set which field, on every write. An invalid patch is refused with a {@link
 * dev.dray.patch.PatchMistake}; whether the result is a valid object is not checked here.
 *
 * <p>Begin with {@link dev.dray.patch.Patches} and {@link dev.dray.patch.ManagedFields}.
 */
@NullMarked
package dev.dray.patch;

import org.jspecify.annotations.NullMarked;
