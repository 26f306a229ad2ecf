/** Nodes as the filters see them: labels, taints, allocatable and requested resources. */
@NullMarked
package dev.dray.framework.node;

import org.jspecify.annotations.NullMarked;
