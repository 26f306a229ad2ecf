package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A search problem written down as a row of numbers, so that nodes with equal problems can share
 * one result.
 *
 * <p><b>The technique</b> is memoization by value: the text is the key, two problems of one
 * allocation request with equal texts get the same result, and that result is valid for both
 * because it speaks of devices and alternatives by number. Of a thousand nodes of the same make
 * only one is searched to the end, and the others read its result with their own names.
 *
 * <p>There are no names in a {@link SearchProblem}: pools, devices, budgets and values have been
 * numbered in the order in which they occur on the node. So nodes whose devices have other names,
 * other serial numbers or are in other racks have equal texts if they are alike in structure:
 *
 * <pre>{@code
 * node-1                             node-2                          both
 * gpu-a  rack=r1  memory 80, used    gpu-x  rack=r7  memory 80, used   device 0, value {0}
 * gpu-b  rack=r1  memory 80          gpu-y  rack=r7  memory 80         device 1, value {0}
 * gpu-c  rack=r2  memory 80          gpu-z  rack=r9  memory 80         device 2, value {1}
 *
 * result   devices 1 2      read as  gpu-b gpu-c      and as  gpu-y gpu-z
 * }</pre>
 *
 * <p>This is no canonical form under reordering, and must not be: the order of devices decides
 * which placement comes first. Nodes with the same devices in another order have different texts.
 *
 * <p><b>The text</b> is a concatenation of all parts of the problem. Lists whose length does not
 * follow from what was written before are preceded by it, so that no two problems run into the same
 * text:
 *
 * <pre>{@code
 * devices | shareable | charged | capacitiesFrom | n, rest | n, scope states | sets of groups
 * for each alternative:  need | candidates | failing | n, devices of "all"
 * for each device:       charge once | charge for each alternative | n, scopes with groups
 * values of each constraint, alternative and device | sets of values
 * }</pre>
 *
 * <p>Left out is what the allocation request alone decides (claims, alternatives, admin access,
 * constraints and what they cover), since signatures are only compared within one, and what follows
 * from other parts or has no influence on the result. {@code ProblemSignatureTest} fails if a part
 * of the problem is neither written nor listed there as left out.
 *
 * <p>Problems with {@linkplain WideAmounts wide amounts} must not be compared: the numbers of their
 * amounts mean something else on another node. Tables of sets are written as they are at the
 * moment, with intersections that a search has added. So a problem should always be written at the
 * same point of its search; otherwise equal problems may have different signatures, which costs a
 * search but is not wrong.
 *
 * <p><b>Cost.</b> Linear in the size of the problem, which is more than a short search costs.
 * Equality compares all numbers, so hashes that collide do no harm.
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

  /** Returns the signature of a problem without {@linkplain WideAmounts wide amounts}. */
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

  /** A writer of problems, without what the allocation request alone decides. */
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
      for (int alternative = 0; alternative < problem.alternatives(); alternative++) {
        alternative(alternative);
      }
      for (int device = 0; device < problem.devices; device++) {
        device(device);
      }
      for (var byAlternative : problem.values) {
        for (var values : byAlternative) {
          for (int value : values) {
            add(value);
          }
        }
      }
      sets(problem.valueSets);
      return Arrays.copyOf(text, length);
    }

    private void alternative(int alternative) {
      add(problem.need[alternative]);
      addAll(problem.candidates[alternative]);
      addAll(problem.failing[alternative]);
      list(problem.all[alternative]);
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

    /** Adds a list with its length, so that it cannot run into what comes after it. */
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
