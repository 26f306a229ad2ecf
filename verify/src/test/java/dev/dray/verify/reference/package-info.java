/** The plain reference held against the KEPs, and the worlds it is to be compared on. */
@org.jspecify.annotations.NullMarked
package dev.dray.verify.reference;
