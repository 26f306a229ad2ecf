/** JSON and YAML as tokens, and back. */
@NullMarked
package dev.dray.api.codec.text;

import org.jspecify.annotations.NullMarked;
