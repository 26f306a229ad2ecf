@NullMarked
package dev.dray.store.memory;

import org.jspecify.annotations.NullMarked;
