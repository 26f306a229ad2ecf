@NullMarked
package dev.dray.apiserver;

import org.jspecify.annotations.NullMarked;
