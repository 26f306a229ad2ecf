package dev.dray.cel.cost;

import java.util.List;
import java.util.OptionalLong;

/** How large the values can be that variables hold. */
public interface DeclaredSizes {
  String KEYS = "@keys";
  String VALUES = "@values";
  String ITEMS = "@items";

  /**
   * The most characters, elements or entries that can be found by following the steps: a variable,
   * then names of fields, {@link #KEYS}, {@link #VALUES} or {@link #ITEMS}.
   */
  OptionalLong atMost(List<String> steps);
}
