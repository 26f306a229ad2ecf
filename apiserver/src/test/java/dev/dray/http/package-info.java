@NullMarked
package dev.dray.http;

import org.jspecify.annotations.NullMarked;
