@NullMarked
package dev.dray.registry;

import org.jspecify.annotations.NullMarked;
