/** Tests of patches and of field ownership, among them one against answers of upstream's code. */
@NullMarked
package dev.dray.patch;

import org.jspecify.annotations.NullMarked;
