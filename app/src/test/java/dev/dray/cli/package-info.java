@NullMarked
package dev.dray.cli;

import org.jspecify.annotations.NullMarked;
