@NullMarked
package dev.dray.api.codec;

import org.jspecify.annotations.NullMarked;
