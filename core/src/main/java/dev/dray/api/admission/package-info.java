/**
 * What happens to a written object before anyone judges it.
 *
 * <p>In: an object as it was decoded, and what is stored under its name. Out: the object that
 * validation is to look at and the store to keep, with defaults filled in, with what the writer may
 * not touch put back, and without the fields of features that are off; and warnings for what was
 * lost that way. Refuses nothing: whether the outcome is right is for validation to say.
 */
@NullMarked
package dev.dray.api.admission;

import org.jspecify.annotations.NullMarked;
