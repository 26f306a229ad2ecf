@NullMarked
package dev.dray.election;

import org.jspecify.annotations.NullMarked;
