package dev.dray.cli.manifest;

import dev.dray.cli.manifest.Inspection.Inspected;
import dev.dray.lint.SliceSize;
import java.io.PrintWriter;
import java.util.List;

/** A format for reporting findings. */
public interface Report {
  /**
   * Prints the report.
   *
   * @param sizes the sizes of slices, if they are wanted
   */
  void print(List<Inspected> inspected, List<SliceSize> sizes, PrintWriter out);

  default void print(List<Inspected> inspected, PrintWriter out) {
    print(inspected, List.of(), out);
  }
}
