/**
 * Claims read as one request, and what it means on the pools of a node: candidates, amounts, what
 * remains.
 */
@NullMarked
package dev.dray.allocation.request;

import org.jspecify.annotations.NullMarked;
