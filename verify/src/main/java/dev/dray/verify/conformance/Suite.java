package dev.dray.verify.conformance;

import java.util.Map;
import java.util.Optional;

/** A way to run the cases of a folder. */
@FunctionalInterface
interface Suite {

  Outcome run(Case it);

  /** The suites by the name of their folder. */
  Map<String, Suite> ALL =
      Map.of(
          "validation", new ValidationSuite("effective"),
          "validation-declarative", new ValidationSuite("errors"),
          "validation-capacity", new CapacitySuite(),
          "consumable", new ConsumableSuite(),
          "cel", new CelSuite(),
          "cel-expressions", new CelExpressionsSuite(),
          "allocator", AllocatorSuite.DEFAULT,
          "fuzz", AllocatorSuite.DEFAULT,
          "fuzz-quirks", AllocatorSuite.DEFAULT);

  static Optional<Suite> named(String folder) {
    return Optional.ofNullable(ALL.get(folder));
  }
}
