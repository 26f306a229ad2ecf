@NullMarked
package dev.dray.api.meta;

import org.jspecify.annotations.NullMarked;
