@NullMarked
package dev.dray.schema;

import org.jspecify.annotations.NullMarked;
