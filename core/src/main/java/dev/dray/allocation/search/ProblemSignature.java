package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A problem written down, so that nodes which have the same one can share its answer.
 *
 * <p>Two problems of the same ask with equal shapes differ in names alone.
 */
public final class ProblemSignature {
  private final long[] text;
  private final int hash;

  private ProblemSignature(long[] text) {
    this.text = text;
    long sum = 1;
    for (long number : text) {
      sum = (sum ^ number) * 0x9E3779B97F4A7C15L;
      sum ^= sum >>> 29;
    }
    hash = (int) (sum ^ sum >>> 32);
  }

  public static ProblemSignature of(SearchProblem problem) {
    return new ProblemSignature(new Writer(problem).written());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ProblemSignature that
        && hash == that.hash
        && Arrays.equals(text, that.text);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** Writes a problem; what follows from the ask alone is left out. */
  private static final class Writer {
    private final SearchProblem problem;
    private long[] text = new long[256];
    private int length;

    Writer(SearchProblem problem) {
      this.problem = problem;
    }

    long[] written() {
      add(problem.devices);
      addAll(problem.shareable);
      addAll(problem.charged);
      add(problem.capacitiesFrom);
      add(problem.rest.length);
      addAll(problem.rest);
      list(problem.scopeState);
      sets(problem.groups);
      for (int option = 0; option < problem.options(); option++) {
        option(option);
      }
      for (int device = 0; device < problem.devices; device++) {
        device(device);
      }
      for (var byOption : problem.values) {
        for (var values : byOption) {
          for (int value : values) {
            add(value);
          }
        }
      }
      sets(problem.valueSets);
      return Arrays.copyOf(text, length);
    }

    private void option(int option) {
      add(problem.need[option]);
      addAll(problem.candidates[option]);
      addAll(problem.failing[option]);
      list(problem.all[option]);
    }

    private void device(int device) {
      charge(problem.once[device]);
      for (var each : problem.each) {
        charge(each[device]);
      }
      add(problem.scopesOf[device].length);
      for (int i = 0; i < problem.scopesOf[device].length; i++) {
        add((long) problem.scopesOf[device][i] << 32 | problem.groupsOf[device][i]);
      }
    }

    private void charge(Charge charge) {
      add(charge.budgets.length);
      for (int i = 0; i < charge.budgets.length; i++) {
        add(charge.budgets[i]);
        add(charge.amounts[i]);
      }
    }

    private void sets(SetTable table) {
      add(table.size());
      for (int set = 0; set < table.size(); set++) {
        list(table.elements(set));
      }
    }

    /** With its length, so that it cannot run into what comes after it. */
    private void list(int[] numbers) {
      add(numbers.length);
      for (int number : numbers) {
        add(number);
      }
    }

    private void addAll(long[] numbers) {
      for (long number : numbers) {
        add(number);
      }
    }

    private void add(long number) {
      if (length == text.length) {
        text = Arrays.copyOf(text, length * 2);
      }
      text[length++] = number;
    }
  }
}
