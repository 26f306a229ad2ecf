/**
 * Every rule that an object must keep to be written.
 *
 * <p>In: a hub object after defaulting and the dropping of gated fields, on update with the stored
 * one. Out: all its mistakes as {@link dev.dray.api.meta.Violations}, with v1 field paths,
 * upstream's words and a stable rule id. {@link dev.dray.api.validation.Validator} is the way in;
 * there is one rules class per kind or concern.
 *
 * <p>Upstream checks twice, by hand and by generated rules, and reports the union. A rule here is
 * written once; where only the generated check exists, a value that an update leaves as it was is
 * not looked at again.
 */
@NullMarked
package dev.dray.api.validation;

import org.jspecify.annotations.NullMarked;
