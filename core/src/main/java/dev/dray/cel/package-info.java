/**
 * The expression language: text goes in, a checked tree with its types, worst-case cost and meaning
 * comes out, or the mistakes in it. Parsing and type inference are a library's, seen by no other
 * package; everything after that is done here, as upstream's runtime does it.
 */
@NullMarked
package dev.dray.cel;

import org.jspecify.annotations.NullMarked;
