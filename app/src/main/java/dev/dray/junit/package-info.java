/**
 * A control plane for tests: {@link dev.dray.junit.DrayCluster} on a test class starts one, in
 * memory and in this process, and hands it to tests as a parameter.
 *
 * <p>JUnit is there when tests are run, and at no other time: nothing else of Dray uses this
 * package.
 */
@NullMarked
package dev.dray.junit;

import org.jspecify.annotations.NullMarked;
