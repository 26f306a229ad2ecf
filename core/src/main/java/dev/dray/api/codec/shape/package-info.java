/** The wire shape of every kind in every version, declared once for reading and writing. */
@NullMarked
package dev.dray.api.codec.shape;

import org.jspecify.annotations.NullMarked;
