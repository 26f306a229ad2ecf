@NullMarked
package dev.dray.security;

import org.jspecify.annotations.NullMarked;
