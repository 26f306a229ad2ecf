/** Device expressions. */
@NullMarked
package dev.dray.selector;

import org.jspecify.annotations.NullMarked;
