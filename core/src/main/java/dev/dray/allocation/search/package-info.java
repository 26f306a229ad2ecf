/**
 * The depth-first search of the device allocator, and everything that prunes it.
 *
 * <p>A {@link dev.dray.allocation.search.SearchProblem} enters: the requests of all claims of a pod
 * and the devices of one node, in numbers alone. A {@link dev.dray.allocation.search.Search.Result}
 * leaves: the first placement in the order of alternatives and devices, or the way in which the
 * search ended without one. Names, CEL expressions, quantities and slices do not occur here; they
 * have been evaluated and numbered before, so nodes with equal problems can share a result ({@link
 * dev.dray.allocation.search.ProblemSignature}). Why nothing fits is not explained here either.
 *
 * <p>Nothing in the package starts threads or reads a clock: a search ends early only by a limit of
 * steps or when its caller says so. Begin with {@link dev.dray.allocation.search.Search}, which
 * describes the tree and where it is cut; {@link dev.dray.allocation.search.Pruning} lists the
 * proofs and when each is sought.
 */
@NullMarked
package dev.dray.allocation.search;

import org.jspecify.annotations.NullMarked;
