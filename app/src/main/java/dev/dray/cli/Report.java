package dev.dray.cli;

import java.io.PrintWriter;
import java.util.List;

/** A way to tell what was found. */
interface Report {
  void print(List<Inspection.Inspected> inspected, PrintWriter out);
}
