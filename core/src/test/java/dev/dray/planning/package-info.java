@org.jspecify.annotations.NullMarked
package dev.dray.planning;
