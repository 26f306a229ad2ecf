package dev.dray.cel.cost;

import java.util.List;
import java.util.OptionalLong;

/** The declared maximum sizes of the values that variables hold. */
public interface DeclaredSizes {
  String KEYS = "@keys";
  String VALUES = "@values";
  String ITEMS = "@items";

  /**
   * Returns the most characters, elements or entries of the value at the end of the steps: a
   * variable, then names of fields, {@link #KEYS}, {@link #VALUES} or {@link #ITEMS}.
   */
  OptionalLong atMost(List<String> steps);
}
