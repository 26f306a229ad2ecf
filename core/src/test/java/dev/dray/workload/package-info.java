@NullMarked
package dev.dray.workload;

import org.jspecify.annotations.NullMarked;
