@NullMarked
package dev.dray.watch;

import org.jspecify.annotations.NullMarked;
