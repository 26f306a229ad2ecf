/**
 * What no API server says of manifests, because it looks at one object at a time.
 *
 * <p>In: a cluster of valid objects. Out: remarks, each about a field of an object, by a rule that
 * has an id. Nothing here refuses anything; whoever asks decides what a remark is worth.
 */
@NullMarked
package dev.dray.lint;

import org.jspecify.annotations.NullMarked;
