/**
 * Changes to objects: JSON patch, merge patch, strategic merge patch, and server-side apply.
 *
 * <p>Trees of JSON enter, with the {@link dev.dray.schema.SchemaType} of the kind where lists and
 * maps merge by it; a changed tree leaves. {@link dev.dray.patch.ManagedFields} also keeps account
 * of who set which field, on every write. A patch that makes no sense is refused with a {@link
 * dev.dray.patch.PatchMistake}; whether the result is a valid object is not known here.
 */
@NullMarked
package dev.dray.patch;

import org.jspecify.annotations.NullMarked;
