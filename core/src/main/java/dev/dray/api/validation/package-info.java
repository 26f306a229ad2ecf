/**
 * Every rule that an object must satisfy to be written.
 *
 * <p>A hub object enters after defaulting and the dropping of gated fields, on update together with
 * the stored one. All its mistakes leave as {@link dev.dray.api.meta.Violations}, with v1 field
 * paths, upstream's words and a stable rule id. Begin with {@link
 * dev.dray.api.validation.Validator}; there is one rules class per kind or concern. Checks against
 * other objects are not made here.
 *
 * <p>Upstream checks twice, by hand and by generated rules, and reports the union. A rule here is
 * written once; where only the generated check exists, a value that an update leaves as it was is
 * not checked again.
 */
@NullMarked
package dev.dray.api.validation;

import org.jspecify.annotations.NullMarked;
