/**
 * A control plane for tests: {@link dev.dray.junit.DrayCluster} on a test class starts one, in
 * memory and in this process, and passes it to tests as a parameter.
 *
 * <p>JUnit is present only when tests run: nothing else in Dray uses this package.
 */
@NullMarked
package dev.dray.junit;

import org.jspecify.annotations.NullMarked;
