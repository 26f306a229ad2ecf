package dev.dray.selector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The form of each row of a table, and the index at which its own values begin.
 *
 * <p>Tables of equally many devices of the same forms have equal plans, and can share one.
 */
final class RowPlan {
  private final int[] formOf;
  private final int[] starts;
  private final RowSet mayFailAlways;

  RowPlan(int[] formOf, int[] starts, long[] mayFailAlways) {
    this.formOf = formOf.clone();
    this.starts = starts.clone();
    this.mayFailAlways = RowSet.of(formOf.length, mayFailAlways);
  }

  int size() {
    return formOf.length;
  }

  int form(int row) {
    return formOf[row];
  }

  int start(int row) {
    return starts[row];
  }

  RowSet mayFailAlways() {
    return mayFailAlways;
  }

  /** Returns a plan of these rows alone, renumbered. */
  RowPlan select(int[] rows) {
    var forms = new int[rows.length];
    var begins = new int[rows.length];
    var failing = new long[RowSet.wordsFor(rows.length)];
    for (int row = 0; row < rows.length; row++) {
      forms[row] = formOf[rows[row]];
      begins[row] = starts[rows[row]];
      if (mayFailAlways.contains(rows[row])) {
        failing[row >>> 6] |= 1L << row;
      }
    }
    return new RowPlan(forms, begins, failing);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowPlan that
        && Arrays.equals(formOf, that.formOf)
        && Arrays.equals(starts, that.starts)
        && mayFailAlways.equals(that.mayFailAlways);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(formOf) + Arrays.hashCode(starts);
  }
}
