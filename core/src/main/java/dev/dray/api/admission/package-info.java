/**
 * The changes made to a written object before it is validated.
 *
 * <p>An object as it was decoded enters, with what is stored under its name. The object that is to
 * be validated and stored leaves: defaults filled in, what the writer may not touch put back, the
 * fields of features that are off removed, with warnings for what was lost that way. Nothing is
 * refused here: that is for validation. Begin with {@link dev.dray.api.admission.Admission}.
 */
@NullMarked
package dev.dray.api.admission;

import org.jspecify.annotations.NullMarked;
