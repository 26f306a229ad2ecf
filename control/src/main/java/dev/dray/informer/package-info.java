/** What there is of a kind, kept up to date by listing and watching. */
@NullMarked
package dev.dray.informer;

import org.jspecify.annotations.NullMarked;
