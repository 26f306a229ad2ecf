@NullMarked
package dev.dray.verify;

import org.jspecify.annotations.NullMarked;
