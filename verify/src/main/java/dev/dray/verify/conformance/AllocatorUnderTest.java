package dev.dray.verify.conformance;

import dev.dray.verify.reference.ReferenceOutcome;
import dev.dray.verify.reference.World;

/** An allocator that is given cases about allocation. */
@FunctionalInterface
interface AllocatorUnderTest {
  ReferenceOutcome allocate(World world);
}
