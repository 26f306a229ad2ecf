@org.jspecify.annotations.NullMarked
package dev.dray.verify.layout;
