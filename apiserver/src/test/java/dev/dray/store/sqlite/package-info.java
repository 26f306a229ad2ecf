@NullMarked
package dev.dray.store.sqlite;

import org.jspecify.annotations.NullMarked;
