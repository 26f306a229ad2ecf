/**
 * A cluster in which pods are scheduled offline, and changes to try there: drains, copies, other
 * objects.
 */
@NullMarked
package dev.dray.framework.whatif;

import org.jspecify.annotations.NullMarked;
