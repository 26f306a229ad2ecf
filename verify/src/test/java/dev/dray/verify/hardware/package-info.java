@NullMarked
package dev.dray.verify.hardware;

import org.jspecify.annotations.NullMarked;
