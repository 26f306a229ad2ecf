@NullMarked
package dev.dray.api.validation;

import org.jspecify.annotations.NullMarked;
